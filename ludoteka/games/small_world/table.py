"""The state that a match uses: the position with all that looks at it from outside."""

from __future__ import annotations

from typing import Any

from ludoteka.core.bits import bits
from ludoteka.games.small_world import view, writing
from ludoteka.games.small_world.data import START_COINS
from ludoteka.games.small_world.options import SmallWorldOptions
from ludoteka.games.small_world.state import NOBODY, SLOTS, SmallWorld
from ludoteka.games.small_world.world import LEVELS, World


class Table(SmallWorld):
    __slots__ = ()

    def view(self, seat: int | None) -> dict[str, Any]:
        return view.view(self, seat)

    def full_view(self, seat: int | None) -> dict[str, Any]:
        known = {"stack": view.stack(self), "paid": view.paid(self), "left": list(bits(self.left))}
        return self.view(seat) | {"position": known | {"options": dict(self.options.unusual())}}

    def position(self) -> str:
        """The position as one line, which `place` reads back."""
        return writing.written(self)


def new_state(seats: int, options: SmallWorldOptions, world: World) -> Table:
    """An empty board with its lost tribes, the box full, nothing asked yet."""
    board = world.board
    slots = seats * SLOTS
    s = Table()
    s.seats = seats
    s.options = options
    s.stack = []
    s.notes = None
    s.left = 0
    s.world = world
    s.rounds = board.rounds
    s.round = 1
    s.turn = 0
    s.coins = [START_COINS] * seats
    s.col_race = s.col_power = s.col_coins = ()
    s.banners = (1 << len(world.races)) - 1
    s.queue = ()
    s.badges = (1 << len(world.powers)) - 1
    s.discards = 0
    s.race = s.power = (NOBODY,) * slots
    s.able = (None,) * slots
    s.held = [0] * slots
    s.hand = [0] * slots
    s.aside = s.waiting = (0,) * seats
    s.tray = [race.box for race in world.races]
    s.owner = [NOBODY] * board.size
    s.tokens = [0] * board.size
    s.defence = [0] * board.size
    s.weak = [board.all] * LEVELS
    s.camps = (0,) * board.size
    s.camp_hand = (0,) * seats
    s.tribes = board.tribes
    s.forts = s.holes = s.heroes = s.dragons = 0
    s.holes_left = (0,) * seats
    s.ally = (NOBODY,) * seats
    s.fresh = False
    s.paid = s.taken = s.attacked = s.bewitched = 0
    s.dragon_used = False
    s.die = -1
    s.roller = NOBODY
    s.income = ((),) * seats
    for at in range(board.size):
        s.defend(at)
    return s
