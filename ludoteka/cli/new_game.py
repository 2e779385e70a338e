"""ludoteka new-game: a package of your own with a small game in it."""

from __future__ import annotations

from pathlib import Path
from string import Template

import rich_click as click

from ludoteka import games
from ludoteka.cli.common import console

TEMPLATE = Path(__file__).parent / "template"


@click.command("new-game")
@click.argument("name")
@click.option("--into", type=click.Path(path_type=Path), help="The folder to make; one called NAME if not given.")
def command(name: str, into: Path | None) -> None:
    """Write a package with a game called NAME: it runs, is tested, and comes to the shelf when it is installed."""
    if not name.isidentifier() or not name.isascii() or not name.islower():
        raise click.BadParameter("small letters, digits and _ only, like tiny_chess", param_hint="NAME")
    if name in games.names():
        raise click.BadParameter(f"{name} is on the shelf already", param_hint="NAME")
    folder = into or Path(name)
    if folder.exists():
        raise click.BadParameter(f"{folder} is there already", param_hint="--into")
    words = name.split("_")
    code = "".join(word[0] for word in words if word).upper()
    code = code[:2] if len(code) > 1 else name[:2].upper().ljust(2, "X")
    filled = {"name": name, "title": " ".join(words).capitalize(), "Name": "".join(map(str.capitalize, words))}
    for file, place in _places(name).items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(Template((TEMPLATE / file).read_text("utf-8")).substitute(filled, CODE=code), "utf-8")
    console.print(f"{folder}: now pip install -e {folder}, then ludoteka play {name}")


def _places(name: str) -> dict[str, str]:
    """File of the template -> file of the package. It lies under `src`, or a Python started beside the folder would
    take the folder itself for the package."""
    return {
        "pyproject.toml.in": "pyproject.toml",
        "README.md.in": "README.md",
        "__init__.py.in": f"src/{name}/__init__.py",
        "rules.py.in": f"src/{name}/rules.py",
        "draw.py.in": f"src/{name}/draw.py",
        "RULES.md.in": f"src/{name}/RULES.md",
        "en.json.in": f"src/{name}/locale/en.json",
        "test.py.in": f"tests/test_{name}.py",
    }
