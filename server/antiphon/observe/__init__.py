"""Who watches: logs, traces. They consume events; nobody depends on them."""
