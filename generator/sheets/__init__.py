"""Lays out pieces on pages: papers, imposition, cut marks and cut files. It draws nothing."""
