"""A contract of lines of text, to show what one takes: this folder, and `TOY` in the list of contracts."""
