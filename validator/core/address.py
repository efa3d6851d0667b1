"""The address at which Pieria is published."""

# The address of the documentation's site, such as https://example.org/pieria/, with a trailing
# slash. Empty as long as there is none. The package's description, `project.urls` and the ids of
# JSON Schemas and their catalogue use it.
ADDRESS = ""
