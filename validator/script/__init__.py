"""Scripts of played games: from text to steps, and through a referee to a report."""
