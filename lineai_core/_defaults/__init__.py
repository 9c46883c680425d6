"""The built-in plugins: they obey the rules of every plugin and import what every plugin may.

Where a built-in plugin only offers what a room of the core implements, it imports that room as well.
"""
