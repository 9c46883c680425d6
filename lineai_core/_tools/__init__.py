"""The tools on offer: what they may look like, and how one is called."""
