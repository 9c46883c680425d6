"""Facts of many files: extracted in worker processes, kept between runs."""

from lineai_local.extract.cache import Extracted, FactsCache, cache_key
from lineai_local.extract.pool import Job, extract_all

__all__ = ["Extracted", "FactsCache", "Job", "cache_key", "extract_all"]
