"""From files to a `Game`: the only room that knows YAML and CSV.

`text` reads bytes, `yaml` and `table` turn text into a tree of nodes that remember their place,
`shape` compares a tree with what is expected, `game` builds the model.
"""
