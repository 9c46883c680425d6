"""What a report says, section by section."""

import pytest


def section(text, heading):
    """Return the lines under a heading, up to the next one."""
    assert f"{heading}\n" in text
    rest = text.split(f"{heading}\n", 1)[1]
    return [line for line in rest.split("\n#", 1)[0].splitlines() if line.strip()]


def test_the_report_has_every_section_in_order(shop, ask):
    text = ask().text
    headings = [line for line in text.splitlines() if line.startswith("#")]
    assert headings == [
        "# Impact Analysis for Method: `saveOrder`",
        "## Guidelines for AI",
        "## Summary",
        "### Affected REST Endpoints",
        "## Risk Assessment",
        "### REST API Risk Assessment",
        "#### REST Methods with Annotations",
        "#### Affected API Controllers",
        "### REST API Dependencies",
        "### API Change Risk Factors",
        "### Code Ownership",
        "## Method Impact",
        "## Unresolved References (dependency indicators)",
        "## Detailed Node Metrics",
        "## Relationship Map",
        "## Application Dependency Graph",
    ]


def test_the_summary_states_the_searched_method_and_its_figures(shop, ask):
    lines = section(ask().text, "## Summary")
    assert "- **Method:** `saveOrder` – `com.shop|OrderService|saveOrder()` (JavaMethodEntity)" in lines
    assert "- **Class:** N/A" in lines
    assert "- **Materialized View:** `mv-shop-7`" in lines
    assert "- **Complexity:** 14" in lines
    assert "- **Instruction Count:** 220" in lines
    assert "- **Affected Applications:** 2" in lines
    assert "- **Code Owners:** ana@shop.test" in lines
    assert "- **Code Reviewers:** li@shop.test" in lines


def test_endpoints_controllers_and_routes_are_listed(shop, ask):
    text = ask().text
    assert section(text, "### Affected REST Endpoints") == ["- `GET /stock`", "- `POST /checkout`"]
    assert section(text, "#### REST Methods with Annotations") == [
        '- `com.shop|CheckoutController|checkout()`: `@PostMapping("/checkout")`'
    ]
    assert section(text, "#### Affected API Controllers") == [
        "- `com.shop|CheckoutController` (SpringControllerEntity)"
    ]
    assert section(text, "### REST API Dependencies") == [
        "- `POST /checkout` → `GET /stock` (INVOKES_ENDPOINT)"
    ]


def test_dependents_leave_out_containment_duplicates_and_the_method_itself(shop, ask):
    shop.edge("m-7", "m-41")
    shop.edge("m-41", "m-41")
    answer = ask()
    assert [item["id"] for item in answer.structured["dependents"]] == ["m-7"]
    assert "- **Direct Dependents:** 1" in answer.text


def test_a_dependent_shows_its_symbol_place_and_evidence(graph, ask):
    graph.method("m-1", "saveOrder", symbol="shop/orders.py::save", path="shop/orders.py", line=3)
    graph.method("m-2", "pay", symbol="shop/pay.py::pay", path="shop/pay.py", line=7)
    graph.edge("m-2", "m-1", lane="Heuristic", confidence=0.6, provenance=["shop/pay.py:9", "shop/pay.py:12"])
    answer = ask()
    assert (
        "- `shop/pay.py::pay` (JavaMethodEntity): INVOKES_METHOD at `shop/pay.py:9`, `shop/pay.py:12` "
        "(Heuristic, 0.60)" in answer.text
    )
    assert answer.structured["dependents"] == [
        {
            "id": "m-2",
            "name": "pay",
            "label": "JavaMethodEntity",
            "symbol": "shop/pay.py::pay",
            "path": "shop/pay.py",
            "line": 7,
            "evidence": [
                {
                    "relation": "INVOKES_METHOD",
                    "lane": "Heuristic",
                    "confidence": 0.6,
                    "provenance": ["shop/pay.py:9", "shop/pay.py:12"],
                }
            ],
        }
    ]


def test_the_surest_dependents_come_first(graph, ask):
    graph.method("m-1", "saveOrder")
    graph.method("m-2", "a")
    graph.method("m-3", "b")
    graph.edge("m-2", "m-1", confidence=0.4)
    graph.edge("m-3", "m-1", confidence=0.9)
    assert [item["id"] for item in ask().structured["dependents"]] == ["m-3", "m-2"]


def test_transitive_dependents_are_counted_by_shortest_distance(graph, ask):
    for number in range(5):
        graph.method(f"m-{number}", f"step{number}")
    for start, end in [(1, 0), (2, 1), (3, 1), (4, 3), (4, 1), (0, 4)]:
        graph.edge(f"m-{start}", f"m-{end}")
    answer = ask("step0")
    assert answer.structured["transitive"] == [{"depth": 1, "count": 1}, {"depth": 2, "count": 3}]
    assert answer.structured["totals"]["transitive_dependents"] == 4
    assert section(answer.text, "### Transitive Dependents by Distance") == [
        "- Distance 1: 1",
        "- Distance 2: 3",
    ]


def test_a_chain_of_a_thousand_callers_is_summarised(graph, ask):
    for number in range(1_100):
        graph.method(f"m-{number}", f"step{number}")
        if number:
            graph.edge(f"m-{number}", f"m-{number - 1}")
    answer = ask("step0")
    assert answer.structured["deepest"] == 1_099
    assert "- Distance 11 to 1099: 1,089" in answer.text


def test_metrics_and_relationships_are_tables(shop, ask):
    text = ask().text
    metrics = section(text, "## Detailed Node Metrics")
    assert metrics[0] == (
        "| Name | Type | Complexity | Instruction Count | Method Count | Outgoing Refs | Incoming Refs |"
    )
    assert metrics[2] == "| `saveOrder` | JavaMethodEntity | **14** ⚠️ | 220 | N/A | 6 | N/A |"
    assert "| `OrderService` | JavaClassEntity | N/A | N/A | 9 | N/A | N/A |" in metrics
    relationships = section(text, "## Relationship Map")
    assert relationships[2] == (
        "| **INVOKES_METHOD** | **`checkout`** | JavaMethodEntity | **`saveOrder`** | JavaMethodEntity |"
    )
    assert "| GROUPS | `web-store` | Application | `OrderService` | JavaClassEntity |" in relationships


def test_unresolved_references_are_a_table_with_escaped_bars(shop, ask):
    rows = section(ask().text, "## Unresolved References (dependency indicators)")
    assert rows[2] == (
        r"| `[MethodEntity] identity EQUALS com.pay\|Gateway\|charge()` | MethodEntity | `POST /charge` "
        r"| `com.shop\|OrderService\|saveOrder()` (INVOKES_METHOD) | no |"
    )


def test_applications_show_what_they_depend_on(shop, ask):
    assert section(ask().text, "## Application Dependency Graph") == [
        "- `back-office` → `web-store`",
        "- `web-store` (no dependencies)",
    ]


def test_facts_come_from_the_searched_node_not_from_one_of_a_similar_name(graph, ask):
    graph.rows = [
        graph.method("m-1", "save", **{"statistics.cyclomaticComplexity": 3, "lineai.owners": ["right@x"]})
    ]
    graph.nodes.clear()
    wrong = {"statistics.cyclomaticComplexity": 25, "lineai.owners": ["wrong@x"]}
    graph.method("m-2", "saveAllTheThings", **wrong)
    graph.nodes += graph.rows
    graph.edge("m-2", "m-1")
    answer = ask("save")
    assert answer.structured["target"]["complexity"] == 3
    assert [person["name"] for person in answer.structured["owners"]] == ["right@x"]


def test_owners_come_from_the_containing_class_if_the_method_names_none(graph, ask):
    graph.method("m-1", "saveOrder")
    graph.node("c-1", "OrderService", "JavaClassEntity", **{"lineai.owners": ["zoe", "ana"]})
    graph.node("c-2", "OrderServiceTest", "JavaClassEntity", **{"lineai.owners": ["other"]})
    graph.edge("c-1", "m-1", "CONTAINS_METHOD")
    answer = ask()
    assert answer.structured["owners"] == [
        {"name": "ana", "role": "owner", "of": "OrderService"},
        {"name": "zoe", "role": "owner", "of": "OrderService"},
    ]
    assert "- Owner: ana (of the class `OrderService`)" in section(answer.text, "### Code Ownership")


def test_a_bare_string_is_one_owner(graph, ask):
    graph.method("m-1", "saveOrder", **{"lineai.owners": "alice"})
    assert ask().structured["owners"] == [{"name": "alice", "role": "owner"}]


@pytest.mark.parametrize(
    "annotation",
    [
        '@PatchMapping("/a")',
        "@org.springframework.web.bind.annotation.GetMapping",
        "[HttpPatch]",
        '[Route("api/orders")]',
        "@GET",
        '@Path("/orders")',
        '@app.route("/orders")',
        '@router.patch("/orders")',
        "@blueprint.get('/orders', defaults={})",
        '@api_view(["GET"])',
        "@Get()",
        "app.post('/orders')",
        "@router.get('')",
        "blueprint.post",
        "app.route",
    ],
)
def test_route_annotations_of_any_framework_count_as_rest(graph, ask, annotation):
    graph.method("m-1", "saveOrder", annotations=[annotation, "@Override"])
    answer = ask()
    assert [row["annotations"] for row in answer.structured["rest_methods"]] == [[annotation]]
    assert reasons(answer)["rest_api"] == "elevated"


@pytest.mark.parametrize(
    "annotation",
    [
        '@Mapping(target = "a")',
        "@cache.get",
        "@Getter",
        "@WidgetMapping",
        "@property",
        '@Delete("DELETE FROM orders")',
        "@target",
        '@mock.patch("shop.pay")',
        "mock.patch",
        "price.setter",
    ],
)
def test_other_annotations_do_not_count_as_rest(graph, ask, annotation):
    graph.method("m-1", "saveOrder", annotations=[annotation])
    assert ask().structured["rest_methods"] == []


def reasons(answer):
    return {reason["factor"]: reason["verdict"] for reason in answer.structured["risk"]["reasons"]}
