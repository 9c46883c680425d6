"""The Lineai HTTP API over the index."""
