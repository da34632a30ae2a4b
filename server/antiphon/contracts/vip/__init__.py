"""VIP over the data channel. Read `client_messages.py` and `server_messages.py`, then `dialect.py`."""
