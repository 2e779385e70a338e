"""Terra Mystica with Fire & Ice."""

from ludoteka.core.game import Game
from ludoteka.games.terra_mystica.actions import VERBS, every_action
from ludoteka.games.terra_mystica.draw import draw
from ludoteka.games.terra_mystica.events import EVENTS
from ludoteka.games.terra_mystica.laws import LAWS
from ludoteka.games.terra_mystica.options import TerraOptions, upgrade
from ludoteka.games.terra_mystica.panels import panels
from ludoteka.games.terra_mystica.plain import INK, text
from ludoteka.games.terra_mystica.plays import plays
from ludoteka.games.terra_mystica.table import from_view, place, start
from ludoteka.games.terra_mystica.told import told
from ludoteka.games.terra_mystica.words import describe_action, source

GAME = Game(
    name="terra_mystica",
    version=3,
    package=__name__,
    seats=range(2, 6),
    options=TerraOptions,
    verbs=VERBS,
    start=start,
    read_position=place,
    from_view=from_view,
    draw=draw,
    panels=panels,
    plays=plays,
    laws=LAWS,
    longest=5_000,
    describe_action=describe_action,
    text=text,
    ink=INK,
    source=source,
    told=told,
    every_action=every_action,
    presets={"first": {"choose": "intro"}, "base": {"factions": "base"}, "snellman": {"manner": "site"}},
    events=EVENTS,
    upgrade=upgrade,
)
