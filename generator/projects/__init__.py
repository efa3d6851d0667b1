"""Makes projects from spreadsheets and from other tools' projects."""
