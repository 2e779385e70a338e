"""ludoteka play: a match in the terminal against bots."""

from __future__ import annotations

from pathlib import Path
from random import Random

import rich_click as click

from ludoteka import bots
from ludoteka.cli.board import board_text
from ludoteka.cli.common import console, game_argument, lang_option, mover_name, settings_option
from ludoteka.core.action import verb_of
from ludoteka.core.consequences import happen
from ludoteka.core.errors import IllegalAction, LudotekaError, NotAnAction
from ludoteka.core.game import CHANCE, OVER, Game
from ludoteka.core.intentions import intentions
from ludoteka.core.intentions_words import title
from ludoteka.core.match import Match
from ludoteka.core.svg import sheet
from ludoteka.core.wish import say_why, wish
from ludoteka.core.wish import title as describe_wish

SHOWN = 30
HELP = {
    "en": "A number or the notation plays. Also: list [verb] · why E7 · undo · redo · board · save FILE · help · quit",
    "ru": "Число или запись — ход. Ещё: list [слово] · why E7 · undo · redo · board · save ФАЙЛ · help · quit",
}


@click.command("play")
@game_argument
@click.option("--seats", type=int, help="How many play; the fewest if not given.")
@click.option("--seat", default=0, show_default=True, help="Which seat is yours.")
@click.option("--bot", "bot_name", default="random", show_default=True, help="Who plays the other seats.")
@click.option("--seed", type=int, help="The same seed gives the same draws and bots.")
@click.option("--name", default="you", show_default=True)
@settings_option
@lang_option
def command(
    game: Game,
    seats: int | None,
    seat: int,
    bot_name: str,
    seed: int | None,
    name: str,
    settings: dict[str, str],
    lang: str,
) -> None:
    """Play in the terminal against bots."""
    seats = seats or game.seats[0]
    players = [name if i == seat else f"bot:{bot_name}" for i in range(seats)]
    match = Match(game, seats, settings, players)
    if not 0 <= seat < seats:
        raise click.BadParameter(f"there are seats 0 to {seats - 1}", param_hint="--seat")
    Table(match, seat, bots.make(bot_name), Random(seed), lang).run()


class Table:
    """One person at a terminal and bots on the other seats."""

    def __init__(self, match: Match, seat: int, bot: bots.Bot, rng: Random, lang: str) -> None:
        self.match = match
        self.seat = seat
        self.bot = bot
        self.rng = rng
        self.lang = lang
        self.words = match.game.catalogue(lang)

    def run(self) -> None:
        console.print(HELP[self.lang], markup=False)
        while self.advance():
            if not self.ask():
                return
        self.board()
        for name, score, share in zip(
            self.match.players, self.match.state.scores(), self.match.state.returns(), strict=True
        ):
            console.print(f"{name}: {', '.join(map(str, score))}{'  ★' if share else ''}", markup=False)

    def advance(self) -> bool:
        """Let chance and bots act until the person is asked; False when the match is over."""
        match = self.match
        while match.state.to_move() not in (self.seat, OVER):
            mover = match.state.to_move()
            if mover == CHANCE:
                action = match.state.sample(self.rng)
            else:
                action = bots.decide(self.bot, match.state, mover, self.rng)
            seen = match.state.redact(action, self.seat)
            console.print(
                f"{mover_name(match, mover)}: {match.game.describe(match.state, seen, self.lang)}", markup=False
            )
            match.push(action)
            match.undone.clear()
            self.tell()
        return match.state.to_move() != OVER

    def ask(self) -> bool:
        """Handle commands until one changes the match; False to leave."""
        self.board()
        self.choices("")
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
            if line == "quit":
                return False

    def obey(self, line: str) -> bool:
        """Do what the line says; True if the match went on."""
        word, _, rest = line.partition(" ")
        match word:
            case "" | "quit":
                return False
            case "help":
                console.print(HELP[self.lang], markup=False)
            case "board":
                self.board()
            case "list":
                self.choices(rest)
            case "why":
                self.why(rest)
            case "save":
                Path(rest or "match.txt").write_text(self.match.save(), "utf-8")
                console.print(rest or "match.txt", markup=False)
            case "undo":
                self.match.undo(self.seat)
                return True
            case "redo":
                self.match.redo(self.seat)
                return True
            case _:
                self.match.play(self.seat, self.numbered(line))
                self.tell()
                return True
        return False

    def tell(self) -> None:
        """What the last action did."""
        match = self.match
        last = len(match.actions) - 1
        did = happen(match.game, match.at(last), match.actions[last], self.lang, match.players)
        if did:
            console.print("      " + ", ".join(did), markup=False)

    def numbered(self, line: str) -> str:
        """The notation of a move given by its number in the list."""
        legal = self.match.state.legal_actions()
        if not line.isdecimal():
            return line
        if not 1 <= int(line) <= len(legal):
            raise NotAnAction("error.no_such_number", n=int(line), most=len(legal))
        return str(legal[int(line) - 1])

    def board(self) -> None:
        console.print()
        console.print(board_text(self.match.game, self.match.state, self.seat, self.lang), markup=False)

    def choices(self, verb: str) -> None:
        state = self.match.state
        question = f"ask.{state.question()}"
        if question in self.words:
            console.print(f"[bold]{self.words.say(question)}[/]")
        listed = [(i, a) for i, a in enumerate(state.legal_actions(), 1) if verb in ("", verb_of(a))]
        for i, action in listed[: SHOWN if not verb else None]:
            console.print(
                f"{i:4}  {action}  [dim]{self.match.game.describe(state, action, self.lang, offered=True)}[/]"
            )
        if not verb and len(listed) > SHOWN:
            verbs = sorted({verb_of(a) for _, a in listed})
            console.print(f"      … {len(listed)}: " + ", ".join(f"list {v}" for v in verbs))

    def why(self, text: str) -> None:
        """`why place red A` asks about an action, `why A` about a thing."""
        state = self.match.state
        if len(text.split()) > 1 or text in self.match.game.known_verbs:
            why = state.why_not(self.match.game.parse(text))
            console.print(self.words.why(why) if why else self.words.say("why.it_may"), markup=False)
            return
        drawing = self.drawing()
        kind = next((k for k in ("at", "what", "seat") if f'data-{k}="{text}"' in drawing), "at")
        found = wish(self.match.game, state, {kind: text})
        if found is None:
            for intention in intentions(self.match.game, state, {kind: text}).found[:6]:
                said = title(self.match.game, intention, self.lang)
                console.print(f"{'; '.join(map(str, intention.actions))}  ({said})", markup=False)
            return
        if found.actions:
            console.print(describe_wish(self.match.game, state, found, self.lang), markup=False)
        for condition in found.conditions:
            if condition.why is not None:
                rule = f" [{condition.why.rule}]" if condition.why.rule else ""
                console.print(f"✗ {say_why(self.match.game, condition.why, self.lang)}{rule}", markup=False)
            elif condition.action is not None:
                done = self.match.game.describe(state, condition.action, self.lang, offered=True)
                console.print(f"✓ {done}", markup=False)

    def drawing(self) -> str:
        """What there is to point at, as the page would show it."""
        game, view = self.match.game, self.match.state.view(self.seat)
        return str(sheet(game.draw(view, self.lang), game.panels(view, self.lang)))
