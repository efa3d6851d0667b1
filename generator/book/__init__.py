"""Makes rulebooks from Markdown with references to rules, pictures and replayed examples."""
