"""A client that knows nothing of any domain: script repairs calls, faults spoils them, trial brings both together."""
