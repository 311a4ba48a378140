"""A client that knows nothing of any domain, and what it is tried on.

Read in this order: script (repairs), faults (spoils), trial (both on one call), rounds (every fault of one tool).
"""
