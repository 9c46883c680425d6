"""The blocks of a Markdown answer."""

from lineai_core.plugin import Document, bullet, table


def test_a_document_parts_its_blocks_with_blank_lines():
    document = Document()
    document.heading(2, "Found")
    document.add("")
    document.add("One paragraph.")
    document.bullets(["a", "b"])
    assert document.text() == "## Found\n\nOne paragraph.\n\n- a\n- b\n"


def test_a_table_escapes_bare_bars_once():
    rows = [["a|b", r"c\|d", r"e\\|f"]]
    assert table(["x", "y", "z"], rows) == (
        "| x | y | z |\n| --- | --- | --- |\n" r"| a\|b | c\|d | e\\\|f |"
    )


def test_a_bullet_is_one_item():
    assert bullet("x") == "- x"
