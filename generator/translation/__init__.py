"""What a translation lacks, what does not fit, files for translators, a pseudo-language."""
