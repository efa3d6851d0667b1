"""Translation tools: missing texts, texts that do not fit, translators' files, a pseudo-language."""
