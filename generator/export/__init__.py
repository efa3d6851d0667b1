"""Faces for other places than paper at home: pictures, virtual tabletops, print services.

`studio` draws; every other module knows one destination and returns files by name.
"""
