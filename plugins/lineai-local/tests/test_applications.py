import pytest
from lineai_local.applications import applications


@pytest.mark.parametrize(
    ("manifest", "text", "name"),
    [
        ("pyproject.toml", '[project]\nname = "web-store"\n', "web-store"),
        ("pyproject.toml", '[tool.poetry]\nname = "web-store"\n', "web-store"),
        ("setup.cfg", "[metadata]\nname = web-store\n", "web-store"),
        ("package.json", '{"name": "@shop/web"}', "@shop/web"),
        (
            "pom.xml",
            "<project><parent><artifactId>all</artifactId></parent><artifactId>web</artifactId></project>",
            "web",
        ),
        ("settings.gradle.kts", 'rootProject.name = "web"', "web"),
        ("go.mod", "module example.com/shop/web\n", "web"),
        ("package.json", "{ broken", "ui"),
        ("pyproject.toml", "[project", "ui"),
        ("build.gradle", "apply plugin: 'java'", "ui"),
    ],
)
def test_a_manifest_names_its_directory(manifest: str, text: str, name: str) -> None:
    (found,) = applications("shop", {f"ui/{manifest}": text.encode()}, fallback=False)
    assert (found.root, found.name, found.manifest) == ("ui", name, f"ui/{manifest}")


def test_one_application_for_a_directory_and_one_for_the_rest() -> None:
    configs = {
        "ui/package.json": b'{"name": "ui-js"}',
        "ui/pyproject.toml": b'[project]\nname = "ui-py"\n',
        "tsconfig.json": b"{}",
    }
    assert [(app.root, app.name) for app in applications("shop", configs)] == [("", "shop"), ("ui", "ui-py")]


def test_a_manifest_without_a_name_gives_way_to_one_with() -> None:
    configs = {"pyproject.toml": b"[tool.ruff]\n", "package.json": b'{"name": "web"}'}
    assert [app.name for app in applications("shop", configs)] == ["web"]
