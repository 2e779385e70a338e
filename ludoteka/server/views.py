"""What leaves the server about a table: exactly what one pair of eyes may see, in one language.

Everything here is made from `view(seat)`, `redact(action, seat)` and public facts. `eyes` is a seat or None for a
spectator.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from ludoteka.core.action import Action, args_of, verb_of
from ludoteka.core.cards import rule_of
from ludoteka.core.contest import Contest
from ludoteka.core.events import Event, Leave
from ludoteka.core.game import OVER, Game, State
from ludoteka.core.intentions import Planner, usual
from ludoteka.core.manner import manner
from ludoteka.core.match import result_text
from ludoteka.core.svg import Figure, Panel, Place, Svg
from ludoteka.core.told import Tally
from ludoteka.server.arranged import ArrangementOut, arrangement_out
from ludoteka.server.clocks import Clock
from ludoteka.server.newtable import SeatOrder, Visibility
from ludoteka.server.ratings import counts, shares
from ludoteka.server.refused import words
from ludoteka.server.table import Gone, SeatKind, Status, Table
from ludoteka.server.terms import Term, terms


class Drawing(msgspec.Struct):
    width: float
    height: float
    label: str
    ground: str
    """Names `defs` and `static`; each of them is only sent when the receiver does not have it yet."""
    live: str
    defs: str | None = None
    static: str | None = None


class FigureOut(msgspec.Struct):
    symbol: str
    text: str
    label: str
    kind: str = ""
    """As the amounts of a plan call it."""
    secret: bool = False
    """Only the viewer sees this."""


class PanelOut(msgspec.Struct):
    id: str
    title: str
    seat: int | None
    private: bool
    svg: Drawing
    now: bool = False
    """What is going on right now: shown beside the question."""
    brief: list[FigureOut] = []
    tint: str = ""
    """The class that colours the seat in this match."""
    emblem: str = ""
    """A symbol inside the shape of the seat."""
    plays: str = ""
    """What the seat plays: a faction, a people."""
    place: Place = ""
    """Where the page keeps it; nothing for what is shared."""
    bare: bool = False
    """It says itself what it is."""
    room: float = 0.0
    """The height it is given if it may be longer and scrolls."""
    contest: Contest | None = None
    """A fight in words and numbers, shown instead of its drawing."""


class ActionOut(msgspec.Struct):
    text: str
    verb: str
    args: dict[str, str | int]
    label: str
    ways: list[list[str]] = []
    """The ways that pieces would go: places from the first to the last."""


class SeatOut(msgspec.Struct):
    seat: int
    kind: SeatKind
    name: str
    bot: str
    gone: Gone
    mine: bool
    person: str | None
    """Id of the player page."""
    called: str
    """The name in sentences: a bot's without its level, with a number if there are several of one name."""
    time_left: float | None = None
    """Of a live clock, when the seat to move began to think."""


class TableOut(msgspec.Struct):
    """Everything about a table but the position; changes seldom."""

    id: str
    game: str
    title: str
    options: dict[str, Any]
    status: Status
    visibility: Visibility
    watch: bool
    rated: bool
    """Settled when the match starts; before that, what it would be with those who sit here."""
    unrated: str
    """Why it does not count, in words."""
    order: SeatOrder
    clock: Clock
    terms: list[Term]
    """Clock and options in words."""
    clock_since: float
    deadline: float | None
    stand_in: str
    begins: float | None
    """When bots take the open seats and the match begins, if it has not by then."""
    seats: list[SeatOut]
    host: bool
    """You are the host."""
    code: str | None
    """Of the invitation link; only people at the table see it."""
    source: str
    """Nothing, `pair`, `import`, `demo`, `continue:<table>:<n>` or `rematch:<table>`."""
    rematch: str
    undo_asked_by: int | None
    undo_agreed: list[int]
    to_move: int
    in_line: int
    """The bot to move waits for its turn to think: 1 is next, 0 is not waiting."""
    n: int
    created: float
    updated: float
    finished: float | None


class StateOut(msgspec.Struct):
    """A position through one pair of eyes."""

    n: int
    """Send this number with a move."""
    step: int
    """How many actions the position is after."""
    seat: int | None
    to_move: int
    """A seat; -1 is chance, -2 nobody."""
    status: Status
    ask: str
    """What is asked now, in words."""
    rule: str
    """The number of the rule that it is about."""
    board: Drawing
    panels: list[PanelOut]
    actions: list[ActionOut]
    """What the viewer may do now; empty when somebody else is asked."""
    events: list[ActionOut]
    """What the viewer may start without being asked, besides leaving."""
    can_redo: bool
    scores: list[list[int]] | None
    """Only when the match is over; before that they may be secret. What is public is in `view`."""
    shares: list[float] | None
    result: str
    view: dict[str, Any]
    arrangement: ArrangementOut | None = None
    """Where the question can be answered by arranging pieces."""
    openings: list[tuple[str, str]] = []
    """Things that no single action names but a plan would begin with: kind (`at`, `what`, `seat`) and name."""
    proposes: bool = False
    """The question has a usual answer: ask for it with `…/intentions`."""
    standing: Tally | None = None
    """How `scores` are read, where the headings of the game alone do not say it."""


def ground_of(svg: Svg) -> str:
    return f"{hash((svg.defs, svg.static)) & 0xFFFFFFFFFFFF:x}"


def drawing(svg: Svg) -> Drawing:
    return Drawing(svg.width, svg.height, svg.label, ground_of(svg), svg.live, svg.defs, svg.static)


def figure_out(f: Figure) -> FigureOut:
    return FigureOut(f.symbol, f.text, f.label, f.kind, f.secret)


def panel_out(p: Panel) -> PanelOut:
    figures = [figure_out(f) for f in p.brief]
    return PanelOut(
        p.id,
        p.title,
        p.seat,
        p.private,
        drawing(p.svg),
        p.now,
        figures,
        p.tint,
        p.emblem,
        p.plays,
        p.place,
        p.bare,
        p.room,
        p.contest,
    )


def symbols_of(d: Drawing) -> str:
    """A row of cards is new ground again and again, with the same symbols."""
    return f"defs {hash(d.defs):x}"


def lean(state: StateOut, grounds: set[str]) -> StateOut:
    """Without the grounds that the receiver has, which are remembered in `grounds`."""

    def trim(d: Drawing) -> Drawing:
        if d.ground in grounds:
            return msgspec.structs.replace(d, defs=None, static=None)
        grounds.add(d.ground)
        if symbols_of(d) in grounds:
            return msgspec.structs.replace(d, defs=None)
        grounds.add(symbols_of(d))
        return d

    board = trim(state.board)
    panels = [msgspec.structs.replace(p, svg=trim(p.svg)) for p in state.panels]
    return msgspec.structs.replace(state, board=board, panels=panels)


def state_out(table: Table, eyes: int | None, lang: str) -> StateOut:
    """The position now; made once for all who look through the same eyes. What nobody reads here any more is written
    at once: it is small then, and soon thrown away with the next move."""
    key = (eyes, lang)
    if key not in table.drawn:
        made = position_out(table, table.match.state, len(table.match.actions), eyes, lang)
        made.actions, made.view = written(made.actions), written(made.view)
        table.drawn[key] = made
    found: StateOut = table.drawn[key]
    return found


def written(part: Any) -> Any:
    """A part of an answer as it is sent."""
    return msgspec.Raw(msgspec.json.encode(part))


def position_out(table: Table, state: State, step: int, eyes: int | None, lang: str) -> StateOut:
    game, catalogue = table.game, table.game.catalogue(lang)
    now = step == len(table.match.actions) and table.status == "playing"
    asked = now and eyes is not None and state.to_move() == eyes
    view = state.full_view(eyes) if asked or not now else state.view(eyes)  # who is asked may be a bot with a search
    actions, more = [], Asked()
    players = called(table, lang)
    named = {**view, "called": players}
    if asked:
        actions = [action_out(game, state, a, lang, players) for a in state.legal_actions()]
        more = asked_out(game, state, lang)
    over = state.to_move() == OVER
    events: list[ActionOut] = []
    if now and eyes is not None and len(game.events) > 1:
        own = [e for e in game.possible_events(state) if e.seat == eyes and not isinstance(e, Leave)]
        events = [action_out(game, state, e, lang, players) for e in own]
    return StateOut(
        n=table.n,
        step=step,
        seat=eyes,
        to_move=state.to_move() if table.status != "waiting" else OVER,
        status=table.status,
        ask=catalogue.messages.get(f"ask.{state.question()}", ""),
        rule=rule_of(game, state.question()),
        board=drawing(game.draw(named, lang)),
        panels=[panel_out(p) for p in game.panels(named, lang)],
        actions=actions,
        events=events,
        can_redo=bool(now and table.match.undone and state.to_move() == eyes),
        scores=[list(score) for score in state.scores()] if over else None,
        shares=shares(state, table.seats) if over else None,
        result=result_text(state) if over else "",
        view=view,
        standing=game.standing(state, catalogue) if over and game.standing is not None else None,
        arrangement=more.arrangement,
        openings=list(more.openings),
        proposes=more.proposes,
    )


class Asked(NamedTuple):
    """How a question can be answered besides by single actions."""

    arrangement: ArrangementOut | None = None
    openings: Sequence[tuple[str, str]] = ()
    proposes: bool = False


def asked_out(game: Game, state: State, lang: str) -> Asked:
    proposes = usual(manner(game), state) is not None
    return Asked(arrangement_out(game, state, lang), sorted(Planner(game, state).openings()), proposes)


def action_out(game: Game, state: State, action: Action, lang: str, players: Sequence[str] = ()) -> ActionOut:
    label = game.describe(state, action, lang, offered=True, players=players)
    ways = game.ways(state, action) if game.ways is not None and not isinstance(action, Event) else []
    return ActionOut(str(action), verb_of(action), args_of(action), label, ways)


def called(table: Table, lang: str) -> list[str]:
    """The names of the players as sentences call them: bots by a name of their own without their level, and those of
    one name with a number."""
    known = words(lang).messages
    names = []
    for seat in table.seats:
        bot = known.get(seat.name.replace("bot:", "bot.")) if seat.name.startswith("bot:") else None
        names.append(re.split("[,(]", bot)[0].strip() if bot else seat.name)
    return [f"{n} {names[: i + 1].count(n)}" if n and names.count(n) > 1 else n for i, n in enumerate(names)]


def table_out(table: Table, user_id: str | None, lang: str) -> TableOut:
    row = table.row
    member = table.is_member(user_id)
    left, names = table.clock_state.left, called(table, lang)
    seats = [
        SeatOut(
            s.seat,
            s.kind,
            s.name,
            s.bot,
            s.gone,
            s.user_id is not None and s.user_id == user_id,
            s.user_id,
            names[s.seat],
            left[s.seat] if left else None,
        )
        for s in table.seats
    ]
    rated, why = counts(row, table.seats)
    asked = table.status == "playing" and table.to_move >= 0
    human = asked and not table.seats[table.to_move].played_by
    return TableOut(
        id=table.id,
        game=table.game.name,
        title=table.game.catalogue(lang).say("game.title"),
        options=table.options,
        status=table.status,
        visibility=row["visibility"],
        watch=row["watch"],
        rated=rated,
        unrated=words(lang).say(why) if why else "",
        order=row["order"],
        clock=table.clock,
        terms=terms(table.game, table.options, table.clock, lang, whole=table.status == "waiting"),
        clock_since=table.clock_state.since,
        deadline=row["next_at"] if human and table.clock.kind != "none" else None,
        stand_in=row["stand_in"],
        begins=row["next_at"] if table.status == "waiting" and row["fill"] else None,
        seats=seats,
        host=user_id is not None and row["host"] == user_id,
        code=row["code"] if member else None,
        source=row["source"],
        rematch=row["rematch"] if member else "",
        undo_asked_by=table.undo_ask.seat if table.undo_ask else None,
        undo_agreed=table.undo_ask.agreed if table.undo_ask else [],
        to_move=table.to_move,
        in_line=table.place if asked and not human else 0,
        n=table.n,
        created=row["created"],
        updated=row["updated"],
        finished=row["finished"],
    )
