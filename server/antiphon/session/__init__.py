"""The imperative shell around the engine: mailbox, loop, input, output. The only room that makes tasks."""
