"""The vocabulary: words that every other room speaks. Imports nothing of ours, does nothing."""
