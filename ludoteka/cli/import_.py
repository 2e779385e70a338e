"""ludoteka import: matches recorded elsewhere become records of ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import rich_click as click

from ludoteka import games
from ludoteka.games.terra_mystica.ledger import Imported, LedgerError, import_ledger

SOURCES = ("snellman",)


@click.command("import")
@click.argument("source", type=click.Choice(SOURCES))
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--check", is_flag=True, help="Compare every row of the ledger table and the final score.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per file.")
@click.option("-o", "--output", type=click.Path(file_okay=False, path_type=Path), help="Folder for our records.")
def command(source: str, files: tuple[Path, ...], check: bool, as_json: bool, output: Path | None) -> None:
    """Read ledgers of terra.snellman.net, both the table and the list of commands.

    Without options the record goes to standard output; with --check or --json only the outcome is told.
    """
    faults = 0
    for path in files:
        outcome, imported = read(path, check)
        faults += not outcome["ok"]
        if imported is not None and output is not None:
            output.mkdir(parents=True, exist_ok=True)
            (output / f"{path.name.removesuffix('.txt').removesuffix('.cmds')}.txt").write_text(
                imported.record, encoding="utf-8"
            )
        if as_json:
            click.echo(json.dumps(outcome, ensure_ascii=False))
        elif imported is not None and output is None and not check:
            click.echo(imported.record, nl=False)
        else:
            click.echo(tell(outcome, imported), err=imported is None)
    if faults:
        raise SystemExit(1)


def read(path: Path, check: bool) -> tuple[dict[str, Any], Imported | None]:
    """What became of one file, and the match if it could be followed."""
    outcome: dict[str, Any] = {"file": str(path), "ok": False, "rows": 0, "first_difference": None, "final_vp": {}}
    try:
        imported = import_ledger(path.read_text("utf-8"), games.load("terra_mystica"), check)
    except LedgerError as error:
        return outcome | {"first_difference": {"line": error.line, "problem": error.problem}}, None
    except UnicodeDecodeError:
        return outcome | {"first_difference": {"line": 1, "problem": "this is not a text file"}}, None
    outcome |= {"ok": imported.ok, "rows": imported.rows, "first_difference": imported.first_difference}
    return outcome | {"final_vp": imported.final_vp}, imported


def tell(outcome: dict[str, Any], imported: Imported | None) -> str:
    """One line for people."""
    difference = outcome["first_difference"]
    if difference is None:
        points = ", ".join(f"{name} {vp}" for name, vp in outcome["final_vp"].items())
        how = "rows, all equal" if imported is not None and imported.compared else "commands followed"
        return f"{outcome['file']}: {outcome['rows']} {how}. {points}"
    if "problem" in difference:
        return f"{outcome['file']}: line {difference['line']}: {difference['problem']}"
    where = f"line {difference['line']}, {difference['faction']}: {difference['command']}"
    what = f"{difference['field']} is {difference['ours']}, recorded {difference['recorded']}"
    return f"{outcome['file']}: first difference at {where}: {what}"
