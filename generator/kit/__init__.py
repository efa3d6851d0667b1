"""Builds printed kits, and records their content for later builds."""
