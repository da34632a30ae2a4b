"""Providers: audio to text, text to text, and text to audio. Each is a file, found by its name (`antiphon.plugins`)."""
