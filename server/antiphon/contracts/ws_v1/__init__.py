"""WS v1 (004): one WebSocket, JSON text frames and raw PCM."""
