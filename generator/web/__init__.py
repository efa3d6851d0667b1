"""Pages of this machine: what preview, table and studio share."""
