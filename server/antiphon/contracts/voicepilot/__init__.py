"""The VoicePilot document's turn events (003, section 4) as a stream of their own."""
