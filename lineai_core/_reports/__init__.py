"""Whole reports, kept for a while so that an answer that was cut can be read to its end."""

from lineai_core._reports.store import Report, ReportStore, page_uri

__all__ = ["Report", "ReportStore", "page_uri"]
