"""Questions to the code graph itself: the six ``lineai-graph-*`` tools and the ``lineai graph`` command."""
