"""Builds printed kits, and records their contents for later builds."""
