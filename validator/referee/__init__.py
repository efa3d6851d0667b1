"""The core of every referee: positions, moves, rules that list and refuse alike, and observers."""
