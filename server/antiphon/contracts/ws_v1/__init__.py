"""WS v1 (source document 004; requirements, section 4): one WebSocket, JSON text frames and raw PCM."""
