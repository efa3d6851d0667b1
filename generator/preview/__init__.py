"""Shows a game while it is edited: its faces, its problems, and the changes since the last save."""
