"""Tools for translators.

They find missing texts and texts that do not fit, write files for translation, and make a
pseudo-language.
"""
