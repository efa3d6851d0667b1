"""Shows a game while it is edited: its faces, its problems, and what the last save changed."""
