"""The formats by name."""
