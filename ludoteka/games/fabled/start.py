"""The position before the first action."""

from __future__ import annotations

from ludoteka.core.game import CHANCE, Frame
from ludoteka.games.fabled.content import NONE, Content, books
from ludoteka.games.fabled.loader import load
from ludoteka.games.fabled.options import FabledOptions
from ludoteka.games.fabled.phases import chapters
from ludoteka.games.fabled.state import ABSENT, HOME, OUT, SETUP, FabledState
from ludoteka.games.fabled.vocab import TERRAINS


def start(seats: int, options: FabledOptions) -> FabledState:
    content = load(options.data)
    trial = options.trial(seats)
    sides = seats + trial
    stack: list[Frame] = [(chapters.SETUP, None)]
    if seats > 1:
        stack.append((chapters.LOTS, CHANCE))
    s = FabledState()
    s.seats = seats
    s.options = options
    s.content = content
    s.stack = stack
    s.notes = None
    s.left = 0
    s.part = SETUP
    s.order = tuple(range(seats))
    s.spirits = seats if trial else NONE
    s.chapter = 0
    s.turn = NONE
    s.row = []
    s.open = (NONE,) * 6
    s.decks = tuple(content.deck_masks)
    s.discard = ()
    s.at = _sages(content, seats, sides)
    s.wait = [NONE] * (sides * content.stride)
    s.visited = ()
    s.books = _books(content, options, seats, sides)
    s.allies = ((),) * seats
    s.ally_deck = _ally_deck(content, options, trial)
    s.ally_bottom = ()
    s.tokens = (0,) * len(content.allies)
    s.token_at = (OUT,) * len(content.tokens)
    s.uses = (0,) * len(content.allies)
    s.event = NONE
    s.event_deck = _event_deck(content, options)
    s.past_events = ()
    s.back = NONE
    s.announced = s.moving = s.placed = 0
    s.leaving = NONE
    s.taken = ()
    s.paid = 0
    s.passes = s.crossed = (0,) * seats
    s.forgotten = 0
    s.fate = NONE
    s.joint = (*([0] * seats), content.trial["joint_tokens"] if trial else 0)
    s.piles = ((_tricks(content, options) if trial else 0, 0),)
    s.trick_discard = 0
    s.trick_now = NONE
    s.trick_failed = False
    s.revealed = ()
    s.territory = NONE
    s.escalated = False
    s.told = s.result = ()
    s.last = None
    s.settle()
    return s


def _sages(content: Content, seats: int, sides: int) -> list[int]:
    """As many as the number of sides says; the spirits always have theirs (FB-1.5)."""
    at = []
    for side in range(sides):
        n = content.sages[sides] if side < seats else content.trial["spirit_volkhvs"]
        at.extend([HOME] * n + [ABSENT] * (content.stride - n))
    return at


def _books(content: Content, options: FabledOptions, seats: int, sides: int) -> list[int]:
    """Start books; the extra books by turn order come when it is known (FB-1.6)."""
    mine = content.start_books[:]
    more = books(content.scenarios[options.scenario].get("extra_start_books", {}))
    found = [a + b for a, b in zip(mine, more, strict=True)] * seats
    if seats == 1:
        found.extend(books(content.trial["spirit_start"]))
    elif sides > seats:
        theirs = content.start_books[:]
        theirs[0] += content.extra_steppe.get(f"p{sides}", [0])[-1]
        found.extend(theirs)
    return found


def _ally_deck(content: Content, options: FabledOptions, trial: bool) -> int:
    deck = (1 << len(content.allies)) - 1
    scenario = content.scenarios[options.combine or options.scenario]
    if not trial and "remove_allies_of" in scenario:
        deck &= ~content.ally_mask[TERRAINS.index(scenario["remove_allies_of"])]
    if "remove_ally" in scenario:
        deck &= ~(1 << content.ally_index[scenario["remove_ally"]])
    return deck


def _event_deck(content: Content, options: FabledOptions) -> int:
    scenario = content.scenarios[options.combine if options.combine == 4 else options.scenario]
    if "event_cards" in scenario:
        return sum(1 << content.event_index[e] for e in scenario["event_cards"])
    decks = scenario.get("events", [])
    if not decks:
        return 0
    deck = options.events if options.events in decks else decks[0]
    return sum(1 << i for i, e in enumerate(content.events) if e.deck == deck)


def _tricks(content: Content, options: FabledOptions) -> int:
    """Without the comradeship cards, with both, or with the milder one (FB-9.6, FB-9.62)."""
    together = options.mode == "comradeship"
    return sum(
        1 << i
        for i, t in enumerate(content.tricks)
        if not t.comradeship or (together and (t.milder or not options.easier))
    )
