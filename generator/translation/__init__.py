"""Translation tools: missing texts, texts that do not fit, files, a pseudo-language."""
