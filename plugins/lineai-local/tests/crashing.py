"""An extractor for tests: does what the file's content says."""

import os
import time


def extract(language: str, path: str, data: bytes) -> bytes:
    if data == b"hang":
        while True:
            time.sleep(60)
    if data == b"crash":
        os.abort()
    if data == b"raise":
        raise RecursionError("too deep")
    return data.upper()
