"""The contracts that the server speaks: a folder each, and `registry`, the one list of them."""
