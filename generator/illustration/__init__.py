"""What templates draw with: figures, beasts, ornaments, scenes. Interface: `functions`."""
