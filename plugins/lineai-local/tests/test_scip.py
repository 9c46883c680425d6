"""Imported SCIP indexes: read, compared with the text, and used as evidence."""

import pytest
from lineai_local.scip.read import Document, Tool, read
from lineai_local.scip.symbols import last, package
from lineai_local.scip.wire import Damaged
from scip_file import document, field, find, metadata

ZOO = "class Dog:\n    def speak(self):\n        pass\n\n\nclass Cat:\n    def speak(self):\n        pass\n"
USE = "from zoo import Cat, Dog\n\n\ndef run(pet):\n    pet.speak()\n"
GUESS = "from zoo import Cat, Dog\n\n\ndef guess():\n    pet = Dog()\n    pet.speak()\n"
DOG, CAT = "s pip shop 1 zoo/Dog#speak().", "s pip shop 1 zoo/Cat#speak()."
DEFINITIONS = (
    find(ZOO, "speak", DOG, definition=True),
    find(ZOO, "speak", CAT, nth=1, definition=True),
)


def scip(place, *documents, **about):
    """Write an index of ``zoo.py`` and of these documents."""
    path = place / "index.scip"
    path.write_bytes(metadata(**about) + document("zoo.py", DEFINITIONS) + b"".join(documents))
    return (path,)


def uses(path, text, symbol):
    return document(path, [find(text, "speak", symbol)])


def evidence(project, symbol):
    callers = project.callers(symbol)
    return {c.symbol: [(p.lane, p.backend) for p in c.evidence] for c in callers.callers}


def test_an_index_is_read_one_document_at_a_time(tmp_path) -> None:
    (path,) = scip(tmp_path, version="2.1", root="file:///shop")
    tool, found = read(path)
    assert tool == Tool("scip-test", "2.1", "file:///shop")
    assert isinstance(found, Document)
    assert [(o.line, o.start, o.end, o.symbol, o.roles) for o in found.occurrences] == [
        (1, 8, 13, DOG, 1),
        (6, 8, 13, CAT, 1),
    ]


def test_a_file_cut_anywhere_is_damaged_or_shorter(tmp_path) -> None:
    (path,) = scip(tmp_path)
    whole = path.read_bytes()
    ends = {0, len(metadata()), len(whole)}
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        if size in ends - {0}:
            list(read(path))
        else:
            with pytest.raises(Damaged, match=r"index\.scip is not a whole SCIP index: .+ at byte \d+\."):
                list(read(path))


def test_unknown_fields_are_passed_over(tmp_path) -> None:
    path = tmp_path / "new.scip"
    path.write_bytes(field(9, "later") + metadata() + field(2, field(1, "a.py") + field(77, 5)))
    assert [item.path for item in read(path) if isinstance(item, Document)] == ["a.py"]


@pytest.mark.parametrize(
    ("symbol", "expected"),
    [
        (DOG, ("speak", "()")),
        ("s npm a 1 src/`a.ts`/Dog#", ("Dog", "#")),
        ("s npm a 1 src/`a``b`/size.", ("size", ".")),
        ("s maven . . a/B#c(+1).", ("c", "()")),
        ("s pip a  b 1 m/f().(x)", ("", "")),
        ("local 3", ("", "")),
    ],
)
def test_symbols(symbol, expected) -> None:
    assert last(symbol) == expected
    assert package("s pip a  b 1 m/f().") == "s pip a  b 1"


def test_an_unresolved_site_is_closed_and_becomes_a_caller(project, tmp_path) -> None:
    shop = project({"zoo.py": ZOO, "use.py": USE})
    before = shop.index()
    assert shop.callers("zoo.py::Dog.speak").status == "unknown"
    report = shop.index(scip=scip(tmp_path, uses("use.py", USE, DOG)))
    assert evidence(shop, "zoo.py::Dog.speak") == {"use.py::run": [("Imported", "scip-test 1.0")]}
    assert shop.callers("zoo.py::Cat.speak").status == "unreferenced"
    assert report.view != before.view
    assert (report.imported["added"], report.imported["closed"], report.imported["stale"]) == (1, 1, [])


def test_a_heuristic_edge_is_confirmed(project, tmp_path) -> None:
    shop = project({"zoo.py": ZOO, "guess.py": GUESS})
    report = shop.index(scip=scip(tmp_path, uses("guess.py", GUESS, DOG)))
    assert evidence(shop, "zoo.py::Dog.speak") == {
        "guess.py::guess": [("Imported", "scip-test 1.0"), ("Heuristic", "inference")]
    }
    assert (report.imported["confirmed"], report.imported["added"], report.imported["corrected"]) == (1, 0, 0)


def test_a_heuristic_edge_is_corrected(project, tmp_path) -> None:
    shop = project({"zoo.py": ZOO, "guess.py": GUESS})
    report = shop.index(scip=scip(tmp_path, uses("guess.py", GUESS, CAT)))
    assert evidence(shop, "zoo.py::Dog.speak") == {}
    assert evidence(shop, "zoo.py::Cat.speak") == {"guess.py::guess": [("Imported", "scip-test 1.0")]}
    assert (report.imported["corrected"], report.imported["added"]) == (1, 1)


def test_a_method_from_outside_closes_a_site_and_makes_no_node(project, tmp_path) -> None:
    shop = project({"zoo.py": ZOO, "use.py": USE})
    nodes = shop.index().nodes
    report = shop.index(scip=scip(tmp_path, uses("use.py", USE, "s pip other 1 m/Fish#speak().")))
    assert (report.nodes, report.imported["closed"], report.imported["added"]) == (nodes, 1, 0)


@pytest.mark.parametrize("symbol", ["local 1", "s pip shop 1 zoo/Fish#speak().", "s pip other 1 m/speak."])
def test_what_the_index_does_not_know_stays_open(project, tmp_path, symbol) -> None:
    shop = project({"zoo.py": ZOO, "use.py": USE})
    report = shop.index(scip=scip(tmp_path, uses("use.py", USE, symbol)))
    assert report.imported["closed"] == 0
    assert shop.callers("zoo.py::Dog.speak").status == "unknown"


def test_a_subclass_may_run_in_place_of_what_the_index_names(project, tmp_path) -> None:
    zoo = ZOO.replace("class Cat:", "class Cat(Dog):")
    places = [
        find(zoo, "speak", DOG, definition=True),
        find(zoo, "speak", CAT, nth=1, definition=True),
    ]
    path = tmp_path / "index.scip"
    path.write_bytes(metadata() + document("zoo.py", places) + uses("use.py", USE, DOG))
    shop = project({"zoo.py": zoo, "use.py": USE})
    shop.index(scip=(path,))
    assert evidence(shop, "zoo.py::Cat.speak") == {"use.py::run": [("Heuristic", "dispatch")]}


def test_an_implementation_becomes_an_override(project, tmp_path) -> None:
    shop = project({"zoo.py": ZOO})
    path = tmp_path / "index.scip"
    path.write_bytes(metadata() + document("zoo.py", DEFINITIONS, implementations=[(CAT, DOG)]))
    shop.index(scip=(path,))
    view = shop.view()
    dog, cat = (node for node in view.named("speak"))
    edges = view.incoming([dog.id, cat.id], ("OVERRIDES",))
    view.close()
    assert [proof.backend for edge in edges for proof in edge.proofs()] == ["scip-test 1.0"]


def test_evidence_is_kept_until_its_file_changes(project, tmp_path) -> None:
    shop = project({"zoo.py": ZOO, "use.py": USE})
    shop.index(scip=scip(tmp_path, uses("use.py", USE, DOG)))
    shop.write({"more.py": "def more():\n    pass\n"})
    assert shop.index().imported["closed"] == 1
    shop.write({"use.py": f"# moved\n{USE}"})
    report = shop.index()
    assert (report.imported["closed"], report.imported["stale"]) == (0, ["use.py"])
    assert shop.callers("zoo.py::Dog.speak").status == "unknown"


def test_an_index_of_another_text_is_not_used(project, tmp_path) -> None:
    shop = project({"zoo.py": ZOO, "use.py": f"# moved\n{USE}"})
    report = shop.index(scip=scip(tmp_path, uses("use.py", USE, DOG)))
    assert (report.imported["closed"], report.imported["stale"]) == (0, ["use.py"])


def test_it_is_replaced_and_forgotten_and_a_damaged_one_changes_nothing(project, tmp_path) -> None:
    shop = project({"zoo.py": ZOO, "use.py": USE})
    plain = shop.index()
    used = shop.index(scip=scip(tmp_path, uses("use.py", USE, DOG)))
    broken = tmp_path / "broken.scip"
    broken.write_bytes(b"no index")
    with pytest.raises(Damaged, match=r"broken\.scip"):
        shop.index(scip=(broken,))
    assert shop.index().view == used.view
    shop.index(scip=scip(tmp_path, uses("use.py", USE, CAT)))
    assert evidence(shop, "zoo.py::Dog.speak") == {}
    assert shop.index(scip=()).view == plain.view


@pytest.mark.parametrize(("encoding", "shift"), [(0, 2), (1, 4), (2, 2), (3, 1)])
def test_columns_count_in_the_units_of_the_index(project, tmp_path, encoding, shift) -> None:
    use = 'def run(pet):\n    "🐈", pet.speak()\n'
    (line, start, end), symbol, roles = find(use, "speak", DOG)
    places = [((line, start + shift - 1, end + shift - 1), symbol, roles)]
    shop = project({"zoo.py": ZOO, "use.py": use})
    report = shop.index(scip=scip(tmp_path, document("use.py", places, encoding=encoding)))
    assert report.imported["closed"] == 1


def test_the_order_of_documents_and_files_does_not_matter(project, tmp_path) -> None:
    shop = project({"zoo.py": ZOO, "use.py": USE, "guess.py": GUESS})
    parts = [document("zoo.py", DEFINITIONS), uses("use.py", USE, DOG), uses("guess.py", GUESS, CAT)]
    dumps = []
    for order in (parts, parts[::-1]):
        paths = []
        for number, part in enumerate(order):
            paths.append(tmp_path / f"{number}.scip")
            paths[-1].write_bytes(metadata() + part)
        shop.index(scip=tuple(paths))
        dumps.append(shop.dump())
    assert dumps[0] == dumps[1]


def test_reading_a_property_runs_it(project, tmp_path) -> None:
    zoo = ZOO.replace("    def speak", "    @property\n    def speak", 1)
    use = USE.replace("speak()", "speak + 1").replace("    pet", "    return pet")
    places = [find(zoo, "speak", "s pip shop 1 zoo/Dog#speak().", definition=True)]
    path = tmp_path / "index.scip"
    path.write_bytes(metadata() + document("zoo.py", places) + uses("use.py", use, DOG))
    shop = project({"zoo.py": zoo, "use.py": use})
    shop.index(scip=(path,))
    assert evidence(shop, "zoo.py::Dog.speak") == {"use.py::run": [("Imported", "scip-test 1.0")]}


def test_a_symbol_that_stands_for_two_definitions_is_not_used(project, tmp_path) -> None:
    path = tmp_path / "index.scip"
    places = [find(ZOO, "speak", DOG, nth=nth, definition=True) for nth in (0, 1)]
    path.write_bytes(metadata() + document("zoo.py", places) + uses("guess.py", GUESS, DOG))
    shop = project({"zoo.py": ZOO, "guess.py": GUESS})
    report = shop.index(scip=(path,))
    assert evidence(shop, "zoo.py::Dog.speak") == {"guess.py::guess": [("Heuristic", "inference")]}
    assert (report.imported["added"], report.imported["corrected"]) == (0, 0)


def test_definitions_of_one_name_in_one_place_are_corrected_together(project, tmp_path) -> None:
    zoo = "import sys\n\nif sys.platform == 'x':\n    def speak(): pass\nelse:\n    def speak(): pass\n"
    use = "import zoo\n\ntalk = [zoo][0]\n\n\ndef run():\n    talk.speak()\n"
    symbol = "s pip shop 1 zoo/speak()."
    path = tmp_path / "index.scip"
    path.write_bytes(
        metadata()
        + document("zoo.py", [find(zoo, "speak", symbol, nth=1, definition=True)])
        + uses("use.py", use, symbol)
    )
    shop = project({"zoo.py": zoo, "use.py": use})
    shop.index()
    edges = shop.view().totals()["edges"]
    report = shop.index(scip=(path,))
    assert (report.edges, report.imported["corrected"]) == (edges, 0)
