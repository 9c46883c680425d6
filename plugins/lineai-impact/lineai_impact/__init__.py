"""What breaks if a method changes: the ``lineai-method-impact`` tool and the ``lineai impact`` command."""
