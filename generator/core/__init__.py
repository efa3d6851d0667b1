"""Modules that every step uses. They import nothing from other packages."""
