"""New projects from what a designer has: spreadsheets, and projects of other tools."""
