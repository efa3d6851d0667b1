"""The tests; their folders mirror the packages."""
