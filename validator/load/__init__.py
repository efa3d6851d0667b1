"""Reads files into a `Game`: the only package that knows YAML and CSV.

`text` reads bytes, `yaml` and `table` parse text into a tree of nodes with locations, `shape`
compares a tree with its expected structure, and `game` builds the model.
"""
