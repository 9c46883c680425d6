"""An embedded Lineai server over an index of the user's own repositories."""
