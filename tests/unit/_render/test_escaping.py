"""Values in Markdown are nothing but values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineai_core.plugin import code, escape, table


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("save_order", "save_order"),
        ("_private", r"\_private"),
        ("a*b*", r"a\*b\*"),
        ("a|b", r"a\|b"),
        ("a\nb", r"a\u000Ab"),
        ("a`b", r"a\u0060b"),
        ("<b>", r"\<b\>"),
        ("# x", r"\# x"),
        ("- x", r"\- x"),
        ("1. x", r"1\. x"),
        ("0.60", "0.60"),
        ("-1", "-1"),
        ("[x](http://e.example)", r"\[x\](http\://e.example)"),
        ("www.e.example", r"www\.e.example"),
        ("\u202eabc\u200b", r"\u202Eabc\u200B"),
        ("\U000e0041", r"\U000E0041"),
        ("\ud83d", r"\uD83D"),
        (r"back\slash", r"back\\slash"),
        ("", '""'),
        (7, "7"),
        ("ana@shop.test", "ana@shop.test"),
        ("日本語 é", "日本語 é"),
    ],
)
def test_escaped_text(value, shown):
    assert escape(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("com.shop|A|f()", "`com.shop|A|f()`"),
        ("a`b", r"`a\u0060b`"),
        ("a\r\nb", r"`a\u000D\u000Ab`"),
        ("", '`""`'),
        ("  ", '`""`'),
    ],
)
def test_code_spans(value, shown):
    assert code(value) == shown


@pytest.mark.parametrize("show", [escape, code])
def test_long_values_are_cut(show):
    assert show("x" * 1_000).strip("`") == "x" * 199 + "…"
    assert show("x" * 1_000, limit=10).strip("`") == "x" * 9 + "…"


@given(st.text(st.characters(), max_size=50))
def test_no_value_leaves_its_line_its_span_or_its_cell(value):
    shown = code(value)
    assert shown.count("`") == 2
    assert len(shown.splitlines()) == len(escape(value).splitlines()) == 1
    *_, row = table(["a", "b"], [[shown, escape(value)]]).splitlines()
    bars, slashes = 0, 0
    for character in row:
        bars += character == "|" and slashes % 2 == 0
        slashes = slashes + 1 if character == "\\" else 0
    assert bars == 3
