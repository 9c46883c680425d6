"""The Model Context Protocol side of the host: the only room that imports the ``mcp`` SDK."""
