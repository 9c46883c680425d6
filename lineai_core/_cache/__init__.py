"""Bounded stores of answers, their keys, and the sharing of identical requests in flight."""

from lineai_core._cache.flights import Flights
from lineai_core._cache.keys import request_key
from lineai_core._cache.memory import MemoryCache
from lineai_core._cache.none import NoCache

__all__ = ["Flights", "MemoryCache", "NoCache", "request_key"]
