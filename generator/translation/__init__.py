"""Tools for translators: they find missing texts and texts that do not fit, write files, and make a
pseudo-language.
"""
