"""What was done and said at a table, as one pair of eyes may read it: the log and the chat."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec

from ludoteka.core import consequences
from ludoteka.core.action import Action, args_of, verb_of
from ludoteka.core.arrange import Arranger
from ludoteka.core.game import Game, State
from ludoteka.core.manner import manner
from ludoteka.core.match import EVENT
from ludoteka.core.text import Catalogue
from ludoteka.core.told import Brought, Told
from ludoteka.server.refused import words
from ludoteka.server.store import Row
from ludoteka.server.table import Table
from ludoteka.server.views import called


class NoteOut(msgspec.Struct):
    """What somebody gains or loses: `n` of `what`, in words."""

    seat: int
    n: int
    what: str
    kind: str = ""
    """The name of `what` for programs."""
    more: str = ""
    """Where it came from, if from several sources."""


class ToldOut(msgspec.Struct):
    """Something to tell about an action: a fact or, with a kind, a moment at the board."""

    text: str
    kind: str
    more: str
    at: list[str]
    gains: list[NoteOut]
    counts: list[int]
    """Of a step of the final scoring: what was counted, by seat."""
    symbol: str
    links: list[tuple[str, str]] = []
    """Which of the places belong together though they lie apart."""
    rule: str = ""
    counted: str = ""
    """What the counts are, over their column."""


class Together(msgspec.Struct):
    """Several actions that were one move, in one sentence."""

    words: str
    first: int
    """Number of its first action."""
    notes: list[NoteOut]


class LogLine(msgspec.Struct):
    i: int
    """Number of the action from 0; the position after it is `i + 1`."""
    seat: int
    """-1 is chance, -3 an event that nobody was asked for."""
    text: str
    words: str
    by: str
    """Nothing: the person of the seat. Else `bot:<name>`, `standing`, `premove`, `redo`, `auto` or `import`."""
    at: float
    notes: list[NoteOut] = []
    """What it brought and cost, as everybody could see, but for what its moments tell."""
    told: list[ToldOut] = []
    """What else it did."""
    together: Together | None = None
    """With the actions before it that were one move with this one."""
    secret: bool = False
    """It tells what only these eyes may see: others at the same device may not."""


class ChatLine(msgspec.Struct):
    id: int
    name: str
    text: str
    system: bool
    mine: bool
    at: float
    person: str | None = None
    """Id of whoever said it."""


def notes_out(gains: Sequence[Brought]) -> list[NoteOut]:
    return [NoteOut(b.seat, b.n, b.text, b.what, b.more) for b in gains]


def told_out(t: Told) -> ToldOut:
    gains = notes_out(t.gains)
    counts, at, links = list(t.counts), list(t.at), list(t.links)
    return ToldOut(t.text, t.kind, t.more, at, gains, counts, t.symbol, links, t.rule, t.counted)


def log_out(table: Table, eyes: int | None, lang: str) -> list[LogLine]:
    """The match so far in words. Kept and continued, because describing needs the position before each action."""
    lines: list[LogLine] = table.log_lines.setdefault((eyes, lang), [])
    match, game = table.match, table.game
    if len(lines) == len(match.actions):
        return lines
    if table.before is not None and table.before[0] <= len(lines):
        at, state = table.before[0], table.before[1].clone()
    else:
        at, state = 0, match.at(0)
    players = called(table, lang)
    reader = eyes if eyes is not None and len(table.seats_of(table.seats[eyes].user_id)) == 1 else None  # "you" is one
    catalogue = game.catalogue(lang).calling(players, reader)
    for i in range(at, len(match.actions)):
        action = match.actions[i]
        if i >= len(lines):
            event = match.movers[i] == EVENT
            seen = action if event else state.redact(action, eyes)
            secret = not event and seen != state.redact(action, None)
            done = table.done[i]
            goes_on = done.joined or (done.by.startswith("bot:") and _goes_on(game, state, action, lines))
            said = game.describe(state, seen, lang, players=players)
            told, gains = consequences.happen(game, state, action, catalogue)
            notes, facts = notes_out(consequences.untold(catalogue, told, gains)), [told_out(t) for t in told]
            line = LogLine(i, match.movers[i], str(seen), said, done.by, done.at, notes, facts, secret=secret)
            if goes_on and lines and lines[-1].seat == line.seat:
                line.secret = secret or lines[-1].secret
                line.together = join_lines(game, lines, line, lang)
            lines.append(line)
        else:
            state.happen(action)
    return lines


def _goes_on(game: Game, state: State, action: Action, lines: Sequence[LogLine]) -> bool:
    """Whether a bot is still at the move it has begun: nothing rests here, or it goes on arranging the same pieces."""
    own, asked = manner(game), state.question()
    arranger = own.arrangements.get(asked)
    if asked not in own.rests or arranger is None:
        return asked not in own.rests
    verbs = (arranger.put, arranger.take, arranger.end)
    return bool(lines) and verb_of(action) in verbs and lines[-1].text.split(" ", 1)[0] in verbs


def _sentences(game: Game, lines: Sequence[LogLine], lang: str) -> list[str]:
    """The words of each action, but one sentence for pieces that were arranged."""
    own, arrangers = game.catalogue(lang), manner(game).arrangements.values()

    def of(line: LogLine) -> Arranger | None:
        verb = line.text.split(" ", 1)[0]
        return next((a for a in arrangers if verb in (a.put, a.take) and f"together.{a.put}" in own.messages), None)

    found: list[str] = []
    for arranger, group in groupby(lines, of):
        run = list(group)
        found += [_arranged(game, arranger, run, own)] if arranger else [line.words for line in run]
    return found


def _arranged(game: Game, arranger: Arranger, lines: Sequence[LogLine], own: Catalogue) -> str:
    """ "spreads tokens: Fa1 = 1, H2 +4": what was picked up before has a number, all else so many more."""
    more: dict[str, int] = {}
    anew: set[str] = set()
    for action in (game.parse(line.text) for line in lines):
        args = args_of(action)
        at = str(args.get("at", ""))
        if verb_of(action) == arranger.put:
            more[at] = more.get(at, 0) + int(args["n"])
        else:
            anew.add(at)
            more |= {at: arranger.stays} if at else {}
    whole = "" in anew  # all was picked up at once
    parts = [f"{own.name('at', at)} {'= ' if whole or at in anew else '+'}{n}" for at, n in more.items()]
    return own.say(f"together.{arranger.put}", parts=", ".join(parts)) if parts else lines[-1].words


def join_lines(game: Game, lines: Sequence[LogLine], last: LogLine, lang: str) -> Together:
    """The sentence of a move: "digs 1 spade, builds a dwelling on D5 and ends the turn"."""
    before = lines[-1].together
    first = before.first if before else last.i - 1
    own = game.catalogue(lang)
    alike = [(said, len(list(run))) for said, run in groupby(_sentences(game, (*lines[first : last.i], last), lang))]
    parts = [said if n == 1 else own.say("want.times", label=said, n=n) for said, n in alike]
    said = ", ".join(parts[:-1]) + own.say("want.and") + parts[-1] if parts[1:] else parts[0]
    totals: dict[tuple[int, str], int] = {}
    only: dict[tuple[int, str], str] = {}
    for note in (note for line in (*lines[first : last.i], last) for note in line.notes):
        only[note.seat, note.kind] = "" if (note.seat, note.kind) in totals else note.more
        totals[note.seat, note.kind] = totals.get((note.seat, note.kind), 0) + note.n
    notes = [
        NoteOut(s, n, consequences.amount(own, kind, n), kind, only[s, kind]) for (s, kind), n in totals.items() if n
    ]
    return Together(said, first, notes)


def chat_out(rows: list[Row], user_id: str | None, lang: str) -> list[ChatLine]:
    catalogue = words(lang)
    return [
        ChatLine(
            r["id"],
            r["name"],
            catalogue.say(r["key"], name=r["name"]) if r["key"] else r["text"],
            bool(r["key"]),
            user_id is not None and r["user_id"] == user_id and not r["key"],
            r["at"],
            None if r["key"] else r["user_id"],
        )
        for r in rows
    ]
