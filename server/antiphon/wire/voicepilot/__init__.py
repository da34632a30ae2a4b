"""The VoicePilot document's turn events on the wire (003, section 4), to the session's own client alone."""
