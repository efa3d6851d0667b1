"""A finished PDF to what is in it, and to whether it can be printed, cut and played."""
