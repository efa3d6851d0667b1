"""What every step shares; imports nothing of the other packages."""
