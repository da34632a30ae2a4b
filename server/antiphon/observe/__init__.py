"""Observers of sessions: logs, metrics, traces. They consume events; nothing depends on them."""
