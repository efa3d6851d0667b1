"""Pieces to pages: papers, imposition, cut marks and cut files. Draws nothing."""
