"""Reads and checks games: converts data files to a trusted `Game` and a list of problems.

It imports nothing from `generator`. The data flows like this:

    data -> load -> Game -> checks
            Game + script -> referee -> replay -> report
"""
