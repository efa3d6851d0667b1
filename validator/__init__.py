"""The package that reads and checks games: data files go in, a trusted `Game` and its problems come
out.

It imports nothing from `generator`. The data flows like this:

    data -> load -> Game -> checks
            Game + script -> referee -> replay -> report
"""
