"""What was done and said at a table, as one pair of eyes may read it: the log and the chat."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec

from ludoteka.core import consequences
from ludoteka.core.action import Action, args_of, verb_of
from ludoteka.core.arrange import Arranger
from ludoteka.core.events import Event
from ludoteka.core.game import OVER, Game, State
from ludoteka.core.manner import manner
from ludoteka.core.match import EVENT, Match
from ludoteka.core.text import Catalogue
from ludoteka.core.told import Brought, Told
from ludoteka.server.refused import words
from ludoteka.server.store import Row
from ludoteka.server.table import Done, Hear, Table, Teach
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
    teller, match = Teller(table, eyes, lang), table.match
    lines = teller.lines
    if len(lines) == len(match.actions):
        return lines
    if table.before is not None and table.before[0] <= len(lines):
        at, state = table.before[0], table.before[1].clone()
    else:
        at, state = 0, match.at(0)
    for i in range(at, len(match.actions)):
        if i < len(lines):
            state.happen(match.actions[i])
        else:
            teller.tell(state, match.actions[i], match.movers[i], table.done[i])
    return lines


def told_to(user_id: str | None, wanted: int | None, lang: str) -> Teach:
    """For a table that is read from the database to be shown: its log is written while its moves are made, so that
    the match need not be played once more for it."""

    def teach(table: Table) -> Hear:
        to_move = table.row["to_move"] if table.row["status"] == "playing" else OVER  # the match itself comes later
        return Teller(table, table.eyes(user_id, wanted, to_move), lang).hear

    return teach


class Teller:
    """Puts one action after the other in words, for one pair of eyes."""

    def __init__(self, table: Table, eyes: int | None, lang: str) -> None:
        self.lines: list[LogLine] = table.log_lines.setdefault((eyes, lang), [])
        self.game, self.eyes = table.game, eyes
        players = called(table, lang)
        alone = eyes is not None and len(table.seats_of(table.seats[eyes].user_id)) == 1  # "you" is one seat
        self.own = self.game.catalogue(lang)
        self.names = self.own.calling(players) if players else self.own
        self.words = self.own.calling(players, eyes if alone else None)
        self.move: Move | None = None

    def hear(self, match: Match, action: Action, done: Done) -> None:
        """Make the next action of a match happen and tell it."""
        state = match.state
        mover = EVENT if isinstance(action, Event) else state.to_move()
        match.actions.append(action)
        match.movers.append(mover)
        self.tell(state, action, mover, done)

    def tell(self, state: State, action: Action, mover: int, done: Done) -> None:
        """Make an action happen in this state and put it in words."""
        game, lines = self.game, self.lines
        seen, secret = action, False
        if mover != EVENT:
            seen = state.redact(action, self.eyes)
            public = state.redact(action, None)
            secret = seen is not public and seen != public
        goes_on = done.joined or (done.by.startswith("bot:") and _goes_on(game, state, action, lines))
        said = game.put(state, seen, self.names)
        told, gains = consequences.happen(game, state, action, self.words)
        notes = notes_out(consequences.untold(self.words, told, gains))
        facts = [told_out(t) for t in told]
        line = LogLine(len(lines), mover, str(seen), said, done.by, done.at, notes, facts, secret=secret)
        if goes_on and lines and lines[-1].seat == mover:
            line.secret = secret or lines[-1].secret
            if self.move is None:
                before = lines[-1].together
                self.move = Move(game, self.own, lines[before.first if before else -1 :])
            line.together = self.move.add(line)
        else:
            self.move = None
        lines.append(line)


def _goes_on(game: Game, state: State, action: Action, lines: Sequence[LogLine]) -> bool:
    """Whether a bot is still at the move it has begun: nothing rests here, or it goes on arranging the same pieces."""
    own, asked = manner(game), state.question()
    arranger = own.arrangements.get(asked)
    if asked not in own.rests or arranger is None:
        return asked not in own.rests
    verbs = (arranger.put, arranger.take, arranger.end)
    return bool(lines) and verb_of(action) in verbs and lines[-1].text.split(" ", 1)[0] in verbs


class Move:
    """Actions that are one move: "digs 1 spade, builds a dwelling on D5 and ends the turn"."""

    def __init__(self, game: Game, own: Catalogue, lines: Sequence[LogLine]) -> None:
        self.game, self.own = game, own
        self.first = lines[0].i
        self.arranged: Arranged | None = None
        """The pieces that are just being arranged."""
        self.said: list[str] = []
        """The words of each action, but one sentence for pieces that were arranged."""
        self.totals: dict[tuple[int, str], int] = {}
        self.only: dict[tuple[int, str], str] = {}
        for line in lines:
            self._put(line)

    def add(self, line: LogLine) -> Together:
        """The sentence of the move with one action more."""
        self._put(line)
        own, parts = self.own, []
        for said, run in groupby(self.said):
            n = len(list(run))
            parts.append(said if n == 1 else own.say("want.times", label=said, n=n))
        said = ", ".join(parts[:-1]) + own.say("want.and") + parts[-1] if parts[1:] else parts[0]
        notes = [
            NoteOut(seat, n, consequences.amount(own, kind, n), kind, self.only[seat, kind])
            for (seat, kind), n in self.totals.items()
            if n
        ]
        return Together(said, self.first, notes)

    def _put(self, line: LogLine) -> None:
        arranger = self._arranger_of(line)
        if arranger is None:
            self.arranged = None
            self.said.append(line.words)
        else:
            if self.arranged is None or self.arranged.arranger is not arranger:
                self.arranged = Arranged(arranger)
                self.said.append("")
            self.said[-1] = self.arranged.add(self.game.parse(line.text), line.words, self.own)
        for note in line.notes:
            key = note.seat, note.kind
            self.only[key] = "" if key in self.totals else note.more
            self.totals[key] = self.totals.get(key, 0) + note.n

    def _arranger_of(self, line: LogLine) -> Arranger | None:
        verb, arrangers = line.text.split(" ", 1)[0], manner(self.game).arrangements.values()
        known = self.own.messages
        return next((a for a in arrangers if verb in (a.put, a.take) and f"together.{a.put}" in known), None)


class Arranged:
    """ "spreads tokens: Fa1 = 1, H2 +4": what was picked up before has a number, all else so many more."""

    def __init__(self, arranger: Arranger) -> None:
        self.arranger = arranger
        self.more: dict[str, int] = {}
        self.anew: set[str] = set()

    def add(self, action: Action, alone: str, own: Catalogue) -> str:
        """The sentence with one piece more; `alone` are the words of that action."""
        args, more, anew = args_of(action), self.more, self.anew
        at = str(args.get("at", ""))
        if verb_of(action) == self.arranger.put:
            more[at] = more.get(at, 0) + int(args["n"])
        else:
            anew.add(at)
            more |= {at: self.arranger.stays} if at else {}
        whole = "" in anew  # all was picked up at once
        parts = [f"{own.name('at', at)} {'= ' if whole or at in anew else '+'}{n}" for at, n in more.items()]
        return own.say(f"together.{self.arranger.put}", parts=", ".join(parts)) if parts else alone


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
