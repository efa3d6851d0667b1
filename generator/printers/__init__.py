"""What each printer does wrong, measured and compensated."""
