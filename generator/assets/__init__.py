"""What a game brings: typefaces, drawings and pictures, made once into what the rest can use."""
