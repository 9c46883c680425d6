"""The shop's command."""

import sys

from checkout import check_out


def main():
    """Order what the command line names."""
    check_out(sys.argv[1:])
