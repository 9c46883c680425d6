"""The sources below are input of tests, not tests."""

collect_ignore_glob = ["*"]
