"""What the core expects of each kind of thing that a plugin may contribute, as tests to be subclassed."""
