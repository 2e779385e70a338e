"""ludoteka play: a match in the terminal against bots."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from getpass import getuser
from pathlib import Path
from random import Random

import rich_click as click
from rich.markup import escape
from rich.table import Table as Grid
from rich.text import Text

from ludoteka import bots
from ludoteka.bots.hint import hint
from ludoteka.bots.levels import NAMED
from ludoteka.bots.thought import Thinker
from ludoteka.cli import menu
from ludoteka.cli.board import painted_board
from ludoteka.cli.cards import card_lines
from ludoteka.cli.common import console, game_argument, lang_option, mover_name, settings_option
from ludoteka.cli.menu import Entry
from ludoteka.cli.words import words
from ludoteka.core import cards
from ludoteka.core.action import Action, args_of, verb_of
from ludoteka.core.consequences import in_words
from ludoteka.core.errors import IllegalAction, LudotekaError, NotAnAction
from ludoteka.core.game import CHANCE, OVER, Game, State
from ludoteka.core.ink import SEATS
from ludoteka.core.intentions import intentions
from ludoteka.core.intentions_words import title
from ludoteka.core.match import Match
from ludoteka.core.rules import read_rules
from ludoteka.core.svg import sheet
from ludoteka.core.wish import say_condition, two_turns, wish
from ludoteka.core.wish import title as describe_wish

PLANS = 6
LAST = 20
GUIDE = "level3"


@click.command("play")
@game_argument
@click.option("--seats", type=int, help="How many play; the fewest if not given.")
@click.option("--seat", default=1, show_default=True, help="Which seat is yours, from 1.")
@click.option("--bot", "bot_name", default="level2", show_default=True, help="Who plays the other seats.")
@click.option("--seed", type=int, help="The same seed gives the same draws and bots.")
@click.option("--name", default=lambda: getuser().capitalize(), show_default="yours on this machine")
@click.option("--guided", is_flag=True, help="A first match: the rule of every question, and what a bot would do.")
@settings_option
@lang_option
def command(
    game: Game,
    seats: int | None,
    seat: int,
    bot_name: str,
    seed: int | None,
    name: str,
    guided: bool,
    settings: dict[str, str],
    lang: str,
) -> None:
    """Play in the terminal against bots."""
    seats = seats or max(2, game.seats[0])
    players = [name if i == seat - 1 else f"bot:{bot_name}" for i in range(seats)]
    match = Match(game, seats, settings, players)
    if not 1 <= seat <= seats:
        raise click.BadParameter(f"there are seats 1 to {seats}", param_hint="--seat")
    table = Table(match, seat - 1, bot_name, Random(seed), lang)
    table.guide = bots.make(GUIDE) if guided else None
    table.run()


class Table:
    """One person at a terminal and bots on the other seats."""

    def __init__(self, match: Match, seat: int, bot_name: str, rng: Random, lang: str) -> None:
        self.match = match
        self.seat = seat
        self.bot_name = bot_name
        self.bot = bots.make(bot_name)
        self.rng = rng
        self.lang = lang
        self.words = match.game.catalogue(lang)
        self.own = words(lang)
        self.guide: bots.Bot | None = None
        """Who advises in a guided match."""
        self.menu: list[Entry] = []
        self.group: Sequence[Action] = ()
        """Of the menu, the one that was looked into: a place alone then means one of it."""
        self.drawn: list[str] = []
        """What chance has brought and nobody was told yet."""
        self.said: list[str] = []

    def run(self) -> None:
        console.print(self.own.say("play.seat", n=self.seat + 1, most=self.match.seats))
        if (level := NAMED.get(self.bot_name)) and level.number and self.match.seats > 1:
            console.print(f"{level.name(self.lang)}. {level.about(self.lang)}", style="dim")
        new_here = True
        while self.advance():
            if new_here:
                self.help()
                new_here = False
            if not self.ask():
                return
        self.board()
        self.result()

    def advance(self) -> bool:
        """Let chance and bots act until the person is asked; False when the match is over."""
        state = self.match.state
        while (mover := state.to_move()) not in (self.seat, OVER):
            if mover == CHANCE:
                action = state.sample(self.rng)
            else:
                action = bots.thought_of(self.bot_name, self.bot, state, mover, self.rng)
                bots.check_answer(self.bot_name, state, action)
            self.do(action)
            self.match.undone.clear()
        return state.to_move() != OVER

    def do(self, action: Action) -> None:
        """Make it happen and tell what it did."""
        match, before, mover = self.match, self.match.state.clone(), self.match.state.to_move()
        shown = match.game.describe(before, before.redact(action, self.seat), self.lang, players=match.players)
        match.push(action)
        name = mover_name(match, mover)
        did = in_words(match.game, before, action, self.lang, match.players)
        did = [what for what in did if what != f"{name} {shown}"]  # that is said already
        name = escape(name)
        if mover == CHANCE and not did:
            self.drawn.append(shown)
            return
        told = f"[bold {SEATS[mover]}]{name}[/]" if mover >= 0 else f"[dim]{name}[/]"
        self.say(f"{told} {escape(shown)}" + (f"\n      [dim]{escape(', '.join(did))}[/]" if did else ""))

    def say(self, line: str) -> None:
        """A line of the log, after what chance has brought in between."""
        chance = [f"{text} ×{n}" if n > 1 else text for text, n in Counter(self.drawn).items()]
        self.drawn = []
        for told in ([f"[dim]* {escape('; '.join(chance))}[/]"] if chance else []) + ([line] if line else []):
            self.said.append(told)
            console.print(told)

    def result(self) -> None:
        """Who has won, then everybody with the numbers that decided."""
        self.say("")
        match, state = self.match, self.match.state
        ranked = sorted(zip(state.scores(), state.returns(), match.players, strict=True), reverse=True)
        winners = [name for _, share, name in ranked if share]
        told = "end.nobody" if not winners else "end.wins" if len(winners) == 1 else "end.shared"
        console.print(f"\n[bold]★ {escape(self.own.say(told, names=', '.join(winners)))}[/]")
        for score, _, name in ranked:
            counts = [f"{self.words.messages.get(f'score.{i}', '')} {n}".strip() for i, n in enumerate(score, 1)]
            console.print(f"  {name}: {', '.join(counts)}", markup=False)

    def ask(self) -> bool:
        """Handle commands until one changes the match; False to leave."""
        self.say("")
        self.group = ()
        self.board()
        self.choices(self.match.state.legal_actions())
        self.advise()
        while True:
            try:
                line = console.input(f"{len(self.match.actions)} > ").strip()
            except EOFError:
                return False
            try:
                if self.obey(line):
                    return True
            except IllegalAction as error:
                console.print(self.words.why(error.why), markup=False)
            except LudotekaError as error:
                console.print(self.words.why(error.reason), markup=False)
            except OSError as error:
                console.print(str(error), markup=False)
            if line in ("quit", "q"):
                return False

    def obey(self, line: str) -> bool:
        """Do what the line says; True if the match went on."""
        word, _, rest = line.partition(" ")
        match word:
            case "" | "quit" | "q":
                return False
            case "help" | "?" if not rest:
                self.help()
            case "board":
                self.board()
            case "list":
                legal = self.match.state.legal_actions()
                self.choices([a for a in legal if rest in ("", verb_of(a))], every=True)
            case "log":
                console.print("\n".join(self.said[-LAST:]))
            case "?":
                self.explain(rest)
            case "why":
                self.why(rest)
            case "save":
                Path(rest or "match.txt").write_text(self.match.save(), "utf-8")
                console.print(self.own.say("play.saved", file=rest or "match.txt"), markup=False)
            case "undo":
                self.match.undo(self.seat)
                return True
            case "redo":
                self.match.redo(self.seat)
                return True
            case _:
                return self.choose(line)
        return False

    def choose(self, line: str) -> bool:
        """A number of the menu, or words that mean an action; several with `;` between them."""
        if line.isdecimal():
            if not 1 <= int(line) <= len(self.menu):
                raise NotAnAction("error.no_such_number", n=int(line), most=len(self.menu))
            entry = self.menu[int(line) - 1]
            if entry.group:
                self.group = entry.actions
                console.print(f"[bold]{escape(entry.text)}[/] {escape(menu.where(entry.actions))}")
                return False
            return self.play(entry.actions)
        went_on = False
        for part in filter(None, (part.strip() for part in line.split(";"))):
            if self.match.state.to_move() != self.seat or not self.play(self.read(part)):
                break
            went_on = True
        return went_on

    def read(self, text: str) -> Sequence[Action]:
        """The one action that is meant; nothing, if it could be several, which are shown."""
        game, state = self.match.game, self.match.state
        legal = state.legal_actions()
        found = menu.meant(self.group, text) or menu.meant(legal, text)
        if not found and game.short is not None:
            with suppress(LudotekaError):  # it is not that language
                return game.short(state, text)
        found = found or menu.called(game, state, legal, text, self.lang)
        if len(found) == 1:
            return found
        if found:
            console.print(self.own.say("play.which"))
            self.choices(found)
        elif text.partition(" ")[0].casefold() in game.known_verbs:
            self.match.play(self.seat, self.proper(text))  # it says why not
        else:
            self.why(text)
        return ()

    def play(self, actions: Sequence[Action]) -> bool:
        """Do them as long as this seat is asked; True if the match went on."""
        for i, action in enumerate(actions):
            why = self.match.state.why_not(action)
            if self.match.state.to_move() != self.seat or why is not None:
                if i == 0 and why is not None:
                    raise IllegalAction(str(action), why, self.match.game.folder)
                break
            self.do(action)
            self.match.undone.clear()
        return bool(actions)

    # -- what is shown

    def help(self) -> None:
        """How to say what, by the example of something that could be done now."""
        legal = self.match.state.legal_actions()
        action = max(legal, key=lambda a: len(args_of(a)))
        verb, *words = str(action).split()
        thing = words[-1] if words else verb
        moves = ["3", str(action), " ".join(words).lower(), thing.lower()]
        told = " · ".join(dict.fromkeys(filter(None, moves)))
        console.print(self.own.say("play.help", moves=told, thing=thing), markup=False)

    def board(self) -> None:
        console.print()
        console.print(painted_board(self.match.game, self.match.state, self.seat, self.lang))

    def choices(self, actions: Sequence[Action], every: bool = False) -> None:
        """The menu: each action or, if they are many, each piece. Things to choose among say what they do."""
        game, state = self.match.game, self.match.state
        question = f"ask.{state.question()}"
        if question in self.words:
            console.print(f"[bold]{escape(self.words.say(question))}[/]")
        if every:
            self.menu = [menu.single(game, state, a, self.lang) for a in actions]
        else:
            self.menu = menu.entries(game, state, actions, self.lang)
        lines = Grid.grid(padding=(0, 2, 0, 0))
        lines.add_column(justify="right", width=4)
        for i, entry in enumerate(self.menu, 1):
            many = f" [dim]({escape(self.own.say('play.more', n=len(entry.actions)))})[/]" if entry.group else ""
            lines.add_row(str(i), f"[bold]{escape(entry.text)}[/]{many}  [dim]{escape(entry.label)}[/]")
            if not entry.group and verb_of(entry.actions[0]) in cards.telling(game.package):
                self.tell(state, entry.actions[0], lines)
        console.print(lines)

    def advise(self) -> None:
        """In a guided match: the rule that the question is about, and a move that is not bad."""
        game, state = self.match.game, self.match.state
        if not isinstance(self.guide, Thinker):
            return
        rule = read_rules(game.folder, self.lang).get(cards.rule_of(game, state.question()))
        if rule is not None:
            console.print(f"[cyan]{rule.id}[/] {escape(rule.text)}")
        players = self.match.players
        for advice in hint(game, state, self.seat, self.rng, self.lang, self.guide, most=1, players=players):
            console.print(f"[cyan]{escape(self.own.say('play.advice', words=advice.words, why=advice.why))}[/]")
            console.print(f"      [bold]{escape(advice.text)}[/]")

    def tell(self, state: State, action: Action, lines: Grid) -> None:
        """What the thing does that an action would choose."""
        named = args_of(action).get("what")
        card = cards.explain(self.match.game, state.view(self.seat), "what", str(named), self.lang) if named else None
        if card is not None:
            lines.add_row("", Text(" ".join(card.text.split("\n")), style="dim italic"))

    def explain(self, name: str) -> None:
        """What there is to know about a thing of that name on the table, or in the box."""
        game, view = self.match.game, self.match.state.view(self.seat)
        kind, thing = self.thing(name)
        card = cards.explain(game, view, kind, thing, self.lang) if kind else None
        found = [card] if card is not None else cards.find(game, name, self.lang)
        for card in found:
            for line in card_lines(card):
                console.print(line)
        if not found:
            console.print(self.own.say("play.nothing", name=name), markup=False)

    def why(self, text: str) -> None:
        """`why place red A` asks about an action, `why A` about a thing, `why red A` about one thing at another."""
        game, state = self.match.game, self.match.state
        if text.split()[:1] and text.split()[0].casefold() in game.known_verbs:
            why = state.why_not(game.parse(self.proper(text)))
            console.print(self.words.why(why) if why else self.words.say("why.it_may"), markup=False)
            return
        named = [text] if self.thing(text)[0] else text.split() or [text]
        wanted = dict(self.thing(name) for name in named)
        if "" in wanted:
            console.print(self.own.say("play.nothing", name=wanted[""]), markup=False)
            return
        found = wish(game, state, wanted)
        if found is None:
            self.plans(wanted)
            return
        if found.actions:
            console.print(describe_wish(game, state, found, self.lang), markup=False)
        for c in found.conditions:
            rule = f" [{c.why.rule}]" if c.why is not None and c.why.rule else ""
            sign = "[green]✓[/]" if c.why is None else "[red]✗[/]"
            console.print(f"{sign} {escape(say_condition(game, state, c, self.lang) + rule)}")
        for action in found.helps:
            console.print(f"→ {game.describe(state, action, self.lang, offered=True)}", markup=False)
        way = two_turns(game, state, wanted)
        for i, step in enumerate((way.first, way.second) if way else (), 1):
            atoms = "; ".join(map(str, step.actions))
            console.print(f"{i}. {title(game, step, self.lang)}  ({atoms})", markup=False)

    def plans(self, wanted: dict[str, str]) -> None:
        """What can be done with a thing, each as a move to choose by its number."""
        game = self.match.game
        found = intentions(game, self.match.state, wanted).found[:PLANS]
        self.menu = [Entry("; ".join(map(str, i.actions)), title(game, i, self.lang), tuple(i.actions)) for i in found]
        console.print(self.own.say("play.plans"))
        for i, entry in enumerate(self.menu, 1):
            console.print(f"{i:4}  [bold]{escape(entry.label)}[/]  [dim]{escape(entry.text)}[/]")

    # -- names

    def thing(self, name: str) -> tuple[str, str]:
        """Kind and name of a thing on the table, whatever its letters; no kind if there is none."""
        for kind in cards.KINDS:
            for there in re.findall(f'data-{kind}="([^"]+)"', self.drawing()):
                called = (there.casefold(), self.words.name(kind, there).casefold())
                if name.casefold() in called and not (kind == "seat" and name == there):
                    return kind, there
        return "", name

    def proper(self, text: str) -> str:
        """The words of an action with the letters that the notation has."""
        return " ".join([text.split()[0].casefold(), *(self.thing(word)[1] for word in text.split()[1:])])

    def drawing(self) -> str:
        """What there is to point at, as the page would show it."""
        game, view = self.match.game, self.match.state.view(self.seat)
        return str(sheet(game.draw(view, self.lang), game.panels(view, self.lang)))
