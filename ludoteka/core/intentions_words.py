"""An intention in words: its title, what each part costs and brings, what others may then do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from ludoteka.core.action import Action, args_of, verb_of
from ludoteka.core.game import Game
from ludoteka.core.intentions import Intention, Step
from ludoteka.core.manner import Amount, manner
from ludoteka.core.text import Catalogue

LONG = 40
"""Letters of one part of a title; what follows a colon in a longer one is left out."""
BRIEF = 72
"""Letters of a title; of a longer one the parts between the first and the last that matters are only counted."""
MANY = 3
"""Lines of what only provides for a wish that become one."""


@dataclass(frozen=True, slots=True)
class Line:
    """One cause in a preview."""

    label: str
    amounts: tuple[Amount, ...]
    """Of the own seat, losses first."""
    first: int
    """The atom it is about, or the first of several alike."""
    instead: tuple[tuple[Action, str], ...] = ()
    """Where the question has a usual answer: the other ones than this."""


def title(game: Game, intention: Intention, lang: str, players: Sequence[str] = (), whole: bool = False) -> str:
    """ "Dig 1 and build on G2": the message `want.<verbs>` where the game has one, else its actions one by one.

    Several of one verb in a row are the message `want.many.<verb>`, if there is one: "make 5 steps". A long title
    names two of its parts, unless the `whole` is asked for.
    """
    wished = intention.wished or intention.steps[:1]
    words = game.catalogue(lang).calling(players) if players else game.catalogue(lang)
    key = "want." + "+".join(verb_of(step.action) for step in wished)
    if key not in words:
        own, parts = manner(game), dict[str, bool]()
        ends = {default.answer.split()[0] for default in own.defaults.values() if default.ends}
        ends |= {arranger.end for arranger in own.arrangements.values()}
        for verb, alike in groupby(wished, key=lambda step: verb_of(step.action)):
            steps, many = list(alike), f"want.many.{verb}"
            if len(steps) > 1 and many in words:
                told = [words.say(many, n=len(steps))]
            else:
                told = [game.describe(s.before, s.action, lang, offered=True, players=players) for s in steps]
            parts |= dict.fromkeys(told, verb in ends)
        if len(parts) > 1:  # the preview below it says the rest
            parts = {text.split(": ")[0] if len(text) > LONG else text: end for text, end in parts.items()}
        return _joined(words, parts, whole)
    args: dict[str, str | int] = {}
    for step in reversed(wished):  # where two actions have the same field, the first one's stands
        args |= args_of(step.action)
        args |= {
            f"what_{verb_of(step.action)}": words.noun("what", str(v))
            for k, v in args_of(step.action).items()
            if k == "what"
        }
    return words.say(key, **args)


def _joined(words: Catalogue, parts: Mapping[str, bool], whole: bool) -> str:
    """Parts of a title, each with whether it only ends something."""
    said = _listed(words, list(parts))
    if whole or len(parts) < 3 or len(said) <= BRIEF:
        return said
    first, *others = [text for text, end in parts.items() if not end] or parts
    if len(others) < 2:
        return _listed(words, [first, *others])
    return words.say("want.more", first=first, last=_small(others[-1]), n=len(others) - 1)


def _listed(words: Catalogue, parts: Sequence[str]) -> str:
    first, *rest = parts
    *others, last = [first, *map(_small, rest)]
    return words.say("want.and").join([", ".join(others), last] if others else [last])


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def lines(game: Game, intention: Intention, seat: int, lang: str, players: Sequence[str] = ()) -> list[Line]:
    """A line for each atom that costs or brings something or could be answered otherwise; alike ones in one."""
    found: list[Line] = []
    alike, last = 1, ""
    for i, step in enumerate(intention.steps):
        label = game.describe(step.before, step.action, lang, offered=True, players=players)
        amounts, apart = _sums(game, step, seat)
        if label == last and not step.instead and found and not found[-1].instead:
            alike += 1
            times = game.catalogue(lang).say("want.times", label=label, n=alike)
            found[-1] = Line(times, _add(found[-1].amounts, amounts), found[-1].first)
        elif amounts or step.instead or step.given:
            alike = 1
            others = step.instead if len(step.instead) <= 6 else ()
            instead = [(a, game.describe(step.before, a, lang, offered=True, players=players)) for a in others]
            found.append(Line(label, amounts, i, tuple(instead)))
        found += [Line(game.catalogue(lang).say(key), brought, i) for key, brought in apart.items()]
        last = "" if apart else label
    telling = [line for line in found if line.amounts or line.instead]
    return _short(game, intention, telling, lang) or found


def _short(game: Game, intention: Intention, telling: list[Line], lang: str) -> list[Line]:
    """Where much provides for a wish, that is one line: what is wished for must stay in sight."""
    means = [line for line in telling if intention.steps[line.first].means and not line.instead]
    if len(means) < MANY:
        return telling
    amounts: tuple[Amount, ...] = ()
    for line in means:
        amounts = _add(amounts, line.amounts)
    one = Line(game.catalogue(lang).say("want.means"), amounts, means[0].first)
    return [one if line is means[0] else line for line in telling if line is means[0] or line not in means]


def _sums(game: Game, step: Step, seat: int) -> tuple[tuple[Amount, ...], dict[str, tuple[Amount, ...]]]:
    """What the action itself brings and costs, and what it only sets off, by the message that names it."""
    own, totals = manner(game), {"": Counter[str]()}
    for who, what, n, why in step.notes:
        if who == seat:
            totals.setdefault(own.apart(what, why), Counter())[what] += n
    return _sorted(totals.pop("")), {key: _sorted(sums) for key, sums in totals.items()}


def _add(one: tuple[Amount, ...], other: tuple[Amount, ...]) -> tuple[Amount, ...]:
    totals = dict(one)
    for what, n in other:
        totals[what] = totals.get(what, 0) + n
    return _sorted(totals)


def _sorted(totals: Mapping[str, int]) -> tuple[Amount, ...]:
    return tuple(sorted(((k, n) for k, n in totals.items() if n), key=lambda item: item[1] > 0))


def then(game: Game, intention: Intention, seat: int, lang: str, players: Sequence[str] = ()) -> list[str]:
    """What others may do next, a sentence each."""
    own, words = manner(game), game.catalogue(lang).calling(players)
    if own.then is not None:
        return [words.say(r.id, who=words.player(other), **r.args) for other, r in own.then(intention.after, seat)]
    return [words.say("then.decides", who=words.player(other)) for other in intention.asks(seat)[:1]]
