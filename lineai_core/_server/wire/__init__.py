"""MCP over a stream of messages, without the SDK: a fifth of its start-up cost."""
