"""The commands that this plugin adds to ``lineai``, one a module."""
