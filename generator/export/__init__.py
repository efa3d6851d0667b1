"""Exports faces as pictures, for virtual tabletops and for print services.

`designs` draws; every other module handles one destination and returns files by name.
"""
