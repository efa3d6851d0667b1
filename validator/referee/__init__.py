"""The core of every referee: states, moves, invariants, and guards that list and refuse moves."""
