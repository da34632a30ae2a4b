"""HTTP: signalling, tokens, guards, static files. `make_app` in `server` puts it together."""
