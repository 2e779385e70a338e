"""The pages for people: HTML that the server writes and a little script brings to life over the API."""

from litestar.types import ControllerRouterHandler

from ludoteka.server.pages.extras import ExtrasController
from ludoteka.server.pages.files import FILES
from ludoteka.server.pages.home import HOME
from ludoteka.server.pages.learn import LEARN, TryController
from ludoteka.server.pages.people import PEOPLE
from ludoteka.server.pages.tables import TABLES

PAGES: list[ControllerRouterHandler] = [*FILES, *HOME, *TABLES, *LEARN, *PEOPLE, ExtrasController, TryController]
