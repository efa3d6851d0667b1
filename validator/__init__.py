"""The package that reads and checks games: data files go in, a trusted `Game` and its problems come
out.

It imports nothing of `generator`. The flow:

    data -> load -> Game -> checks
            Game + script -> referee -> replay -> report
"""
