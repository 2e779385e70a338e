"""The pages for people: HTML that the server writes and a little script brings to life over the API."""

from litestar.types import ControllerRouterHandler

from ludoteka.server.pages.api import API
from ludoteka.server.pages.extras import ExtrasController
from ludoteka.server.pages.files import FILES
from ludoteka.server.pages.home import HOME
from ludoteka.server.pages.house import HOUSE
from ludoteka.server.pages.install import INSTALL
from ludoteka.server.pages.learn import LEARN, TryController
from ludoteka.server.pages.people import PEOPLE
from ludoteka.server.pages.puzzles import PUZZLES
from ludoteka.server.pages.statistics import STATISTICS
from ludoteka.server.pages.tables import TABLES
from ludoteka.server.pages.tournaments import TOURNAMENTS

PAGES: list[ControllerRouterHandler] = [
    *FILES,
    *HOME,
    *TABLES,
    *TOURNAMENTS,
    *LEARN,
    *PEOPLE,
    *HOUSE,
    *API,
    *INSTALL,
    *PUZZLES,
    *STATISTICS,
    ExtrasController,
    TryController,
]
