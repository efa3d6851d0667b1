"""The core of every referee: states, moves, guards that both list and refuse moves, invariants."""
