"""The imperative shell around the engine: inbox, loop, hearing, replying, playout. The only room that makes tasks."""
