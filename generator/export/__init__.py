"""Exports faces as pictures, for virtual tabletops and for print services.

The module `designs` draws the faces; every other module handles one destination and returns files
by name.
"""
