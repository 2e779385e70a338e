"""What comes back, as types. Written by `scripts/client.py` from the OpenAPI document."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class ActionOut(TypedDict):
    text: str
    verb: str
    args: dict[str, str | int]
    label: str
    ways: list[list[str]]


class ArrangementOut(TypedDict):
    id: str
    ask: str
    worth: str
    safe: str
    by: str
    items: list[ItemOut]
    total: int | None
    limit: int | None
    least: int
    rate: int
    optional: bool
    presets: list[PresetOut]
    verbs: list[str]


class BotOut(TypedDict):
    name: str
    title: str
    about: str


class Brief(TypedDict):
    """A table in a list."""

    id: str
    game: str
    title: str
    status: Literal["waiting", "playing", "frozen", "finished", "closed"]
    names: list[str]
    kinds: list[Literal["open", "human", "bot", "reserved"]]
    mine: list[int]
    to_move: int
    your_turn: bool
    invited: bool
    n: int
    created: float
    updated: float
    deadline: float | None
    terms: list[Term]
    rated: bool
    lang: str
    begins: float | None
    host: str
    host_rating: int | None


class ChatLine(TypedDict):
    id: int
    name: str
    text: str
    system: bool
    mine: bool
    at: float
    person: str | None


class Clock(TypedDict):
    kind: NotRequired[Literal["none", "correspondence", "live"]]
    seconds: NotRequired[int]
    increment: NotRequired[int]


class Contest(TypedDict):
    title: str
    counted: str
    sides: list[Any]
    need: str
    outcomes: list[list[Any]]
    held: int
    at: list[str]


class Drawing(TypedDict):
    width: float
    height: float
    label: str
    ground: str
    live: str
    defs: str | None
    static: str | None


class FigureOut(TypedDict):
    symbol: str
    text: str
    label: str
    kind: str
    secret: bool


class GameOut(TypedDict):
    name: str
    title: str
    tagline: str
    seats: list[int]
    options: list[OptionOut]
    presets: dict[str, dict[str, Any]]
    verbs: dict[str, list[str]]


class HintOut(TypedDict):
    text: str
    words: str
    why: str
    share: float | None


class ItemOut(TypedDict):
    thing: str
    label: str
    now: int
    least: int
    most: int
    worth: int | None
    beside: list[int]
    stock: int


class LogLine(TypedDict):
    i: int
    seat: int
    text: str
    words: str
    by: str
    at: float
    notes: list[NoteOut]
    told: list[ToldOut]
    together: Together | None
    secret: bool


class Me(TypedDict):
    id: str | None
    name: str
    account: bool
    role: Literal["", "moderator", "admin"]
    lang: Literal["en", "ru"]
    prefs: dict[str, Any]
    email: str | None
    email_asked: str | None
    away_until: float
    away_days: int


class Moved(TypedDict):
    n: int
    step: int
    to_move: int
    status: Literal["waiting", "playing", "frozen", "finished", "closed"]


class NoteOut(TypedDict):
    """What somebody gains or loses: `n` of `what`, in words."""

    seat: int
    n: int
    what: str
    kind: str
    more: str


class OptionOut(TypedDict):
    name: str
    label: str
    default: Any
    choices: list[Any]
    content: bool


class PanelOut(TypedDict):
    id: str
    title: str
    seat: int | None
    private: bool
    svg: Drawing
    now: bool
    brief: list[FigureOut]
    tint: str
    emblem: str
    plays: str
    place: Literal["", "hand", "mine", "act", "choose", "offer", "others"]
    bare: bool
    room: float
    contest: Contest | None


class PresetOut(TypedDict):
    id: str
    label: str
    plan: dict[str, int]


class Problem(TypedDict):
    """Every refusal looks like this."""

    status: int
    id: str
    message: str
    rule: str


class SeatOut(TypedDict):
    seat: int
    kind: Literal["open", "human", "bot", "reserved"]
    name: str
    bot: str
    gone: Literal["", "timeout", "left", "free"]
    mine: bool
    person: str | None
    called: str
    time_left: float | None


class Shelf(TypedDict):
    games: list[GameOut]
    bots: list[BotOut]


class Side(TypedDict):
    seat: int
    symbol: str
    role: str
    strength: int
    made: str
    open: bool


class StateOut(TypedDict):
    """A position through one pair of eyes."""

    n: int
    step: int
    seat: int | None
    to_move: int
    status: Literal["waiting", "playing", "frozen", "finished", "closed"]
    ask: str
    rule: str
    board: Drawing
    panels: list[PanelOut]
    actions: list[ActionOut]
    events: list[ActionOut]
    can_redo: bool
    scores: list[list[int]] | None
    shares: list[float] | None
    result: str
    view: dict[str, Any]
    arrangement: ArrangementOut | None
    openings: list[list[Any]]
    proposes: bool
    standing: Tally | None


class TableOut(TypedDict):
    """Everything about a table but the position; changes seldom."""

    id: str
    game: str
    title: str
    options: dict[str, Any]
    status: Literal["waiting", "playing", "frozen", "finished", "closed"]
    visibility: Literal["open", "link", "private"]
    watch: bool
    rated: bool
    unrated: str
    order: Literal["given", "random"]
    clock: Clock
    terms: list[Term]
    clock_since: float
    deadline: float | None
    stand_in: str
    begins: float | None
    seats: list[SeatOut]
    host: bool
    code: str | None
    source: str
    rematch: str
    undo_asked_by: int | None
    undo_agreed: list[int]
    to_move: int
    in_line: int
    n: int
    created: float
    updated: float
    finished: float | None


class Tally(TypedDict):
    names: list[str]
    lead: int
    headline: str
    others: list[list[Any]]


class Term(TypedDict):
    label: str
    value: str
    usual: bool
    about: list[list[Any]]


class Together(TypedDict):
    """Several actions that were one move, in one sentence."""

    words: str
    first: int
    notes: list[NoteOut]


class ToldOut(TypedDict):
    """Something to tell about an action: a fact or, with a kind, a moment at the board."""

    text: str
    kind: str
    more: str
    at: list[str]
    gains: list[NoteOut]
    counts: list[int]
    symbol: str
    links: list[list[Any]]
    rule: str
    counted: str


class Undone(TypedDict):
    done: bool
    n: int


class Whole(TypedDict):
    """A table as one person may see it now. `since` is where its event stream goes on."""

    table: TableOut
    state: StateOut
    log: list[LogLine]
    chat: list[ChatLine]
    since: str


class Why(TypedDict):
    text: str
    message: str
    id: str
    rule: str
