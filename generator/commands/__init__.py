"""The commands of `pieria`: one module for each, or for a group of related ones, loaded when
needed.
"""
