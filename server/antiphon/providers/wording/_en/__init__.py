"""The parts of English: each finds one kind of figure or short form and writes it as it is said."""
