"""Vela's gateway protocol (source document 002; requirements, section 5): JSON text frames of a type and a payload."""
