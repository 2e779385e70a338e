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
    s = FabledState(
        seats,
        options,
        content,
        stack,
        SETUP,
        tuple(range(seats)),
        seats if trial else NONE,
        0,
        NONE,
        [],
        (NONE,) * 6,
        tuple(content.deck_masks),
        (),
        _sages(content, seats, sides),
        [NONE] * (sides * content.stride),
        (),
        _books(content, options, seats, sides),
        ((),) * seats,
        _ally_deck(content, options, trial),
        (),
        (0,) * len(content.allies),
        (OUT,) * len(content.tokens),
        (0,) * len(content.allies),
        NONE,
        _event_deck(content, options),
        (),
        NONE,
        0,
        0,
        0,
        NONE,
        (),
        0,
        (0,) * seats,
        (0,) * seats,
        0,
        NONE,
        (*([0] * seats), content.trial["joint_tokens"] if trial else 0),
        ((_tricks(content, options) if trial else 0, 0),),
        0,
        NONE,
        False,
        (),
        NONE,
        False,
        (),
        (),
        None,
    )
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
