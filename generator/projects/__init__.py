"""Makes projects from spreadsheets and from projects of other tools."""
