"""Rulebooks: Markdown with rules, pictures and replayed examples to a booklet."""
