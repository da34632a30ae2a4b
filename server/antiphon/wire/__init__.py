"""Contracts on the wire: bytes to signals, events to bytes. Pure; a dialect has one instance a connection."""
