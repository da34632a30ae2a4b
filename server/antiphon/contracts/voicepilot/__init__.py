"""The VoicePilot document's turn events as a stream of their own (ITE REQ-012)."""
