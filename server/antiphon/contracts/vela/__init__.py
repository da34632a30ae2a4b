"""Vela's gateway protocol (002): JSON text frames of a type and a payload."""
