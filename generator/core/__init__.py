"""Modules that every step of a build uses. They import nothing from other packages."""
