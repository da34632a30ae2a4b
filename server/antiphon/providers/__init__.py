"""Audio into text, text into text, text into audio: one file a provider, found by its name (see `antiphon.plugins`)."""
