"""The address at which Pieria is published."""

# The address of the documentation's site, such as https://example.org/pieria/, with a slash at its
# end. Empty as long as there is none. Links of the package's description, `project.urls` and the
# ids of JSON Schemas and their catalogue are made from it.
ADDRESS = ""
