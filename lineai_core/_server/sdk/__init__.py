"""The same server made with the SDK: streamable HTTP, and stdio on request."""
