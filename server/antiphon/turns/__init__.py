"""The turn-taking core: pure, deterministic, no clock, no loop, no I/O. Read `table.py`, then `engine.py`."""
