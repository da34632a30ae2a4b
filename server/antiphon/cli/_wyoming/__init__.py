"""The parts of `antiphon wyoming`: speech for others, over the Wyoming protocol."""
