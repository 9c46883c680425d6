import pytest
from lineai_local.problems import BadSymbol
from lineai_local.symbols import find_symbol

FILES = {
    "calc.py": "def net(x):\n    return x\n\n\nclass Rate:\n    def apply(self, x):\n        return net(x)\n",
    "pkg/tax.py": "class Rate:\n    def apply(self, x):\n        pass\n\n    def vat(self):\n        pass\n",
    "src/fmt/Label.java": (
        "package fmt;\n\nclass Label {\n  void set(String a) { }\n  void set(String a, int b) { }\n"
        "  void title() { }\n}\n"
    ),
    "main.rb": "def run; end\n",
    "broken.min.js": "function f(){}",
}


@pytest.fixture(scope="module")
def view(project):
    shop = project(FILES)
    shop.index()
    found = shop.view()
    yield found
    found.close()


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        ("calc.py::net", "calc.py::net"),
        ("./calc.py::net", "calc.py::net"),
        (".\\calc.py::net", "calc.py::net"),
        ("/home/me/shop/calc.py::net", "calc.py::net"),
        ("C:\\shop\\pkg\\tax.py::Rate.vat", "pkg/tax.py::Rate.vat"),
        ("tax.py::Rate.apply", "pkg/tax.py::Rate.apply"),
        ("net", "calc.py::net"),
        (" net ", "calc.py::net"),
        ("`net()`", "calc.py::net"),
        ("calc.net", "calc.py::net"),
        ("Rate.vat", "pkg/tax.py::Rate.vat"),
        ("pkg.tax.Rate.apply", "pkg/tax.py::Rate.apply"),
        ("calc.py:6", "calc.py::Rate.apply"),
        ("calc.py:5", "calc.py::Rate"),
        ("calc.py:3", "calc.py::<module>"),
        ("calc.py::<module>", "calc.py::<module>"),
        ("src/fmt/Label.java::fmt.Label.title", "src/fmt/Label.java::fmt.Label.title"),
        ("Label.title", "src/fmt/Label.java::fmt.Label.title"),
        ("src/fmt/Label.java::Label.set", "src/fmt/Label.java::fmt.Label.set"),
        ("Label.set(String, int)", "src/fmt/Label.java::fmt.Label.set(String,int)"),
    ],
)
def test_an_accepted_form_names_one_symbol(view, text: str, symbol: str) -> None:
    assert find_symbol(view, text).symbol == symbol


def test_overloads_are_one_answer(view) -> None:
    assert len(find_symbol(view, "Label.set").nodes) == 2
    assert len(find_symbol(view, "Label.set(String)").nodes) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "No symbol is named. Accepted forms:"),
        ("  ", "No symbol is named. Accepted forms:"),
        ("NET", "Did you mean `calc.py::net`"),
        ("nett", "Did you mean `calc.py::net`"),
        ("calc.py:1:Function:net", "Did you mean `calc.py::net`"),
        ("calc.py", "names a file, not a symbol. Did you mean `calc.py::net`"),
        ("./calc.py", "names a file, not a symbol."),
        ("calc.py::", "names no symbol in the file. Did you mean `calc.py::net`"),
        ("calc.py::nett", "no symbol 'nett' in calc.py. Did you mean `calc.py::net`"),
        ("calc.py::vat", "Did you mean `pkg/tax.py::Rate.vat`"),
        ("gone.py::net", "no file 'gone.py' in the index. Accepted forms:"),
        ("other/calc.py.bak::net", "no file"),
        ("Rate.apply", "ambiguous; it may be `calc.py::Rate.apply`, `pkg/tax.py::Rate.apply`"),
        ("Label.set(long)", "no symbol 'Label.set(long)'"),
        ("zzz", "Nothing in the index has a similar name. Accepted forms:"),
        ("main.rb::run", "main.rb is in no view of the code: Ruby is not analysed"),
        ("broken.min.js::f", "minified (by its name)"),
        ("calc.py::%", "There is no symbol '%'"),
    ],
)
def test_anything_else_is_refused_with_help(view, text: str, words: str) -> None:
    with pytest.raises(BadSymbol) as caught:
        find_symbol(view, text)
    assert words in caught.value.message


def test_a_symbol_that_is_too_long_is_not_repeated(view) -> None:
    with pytest.raises(BadSymbol) as caught:
        find_symbol(view, "x" * 60_000)
    assert caught.value.message == "The symbol has 60000 characters, more than 2000."
