"""Modules that every step uses. They import nothing of the other packages."""
