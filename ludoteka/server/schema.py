"""What is stored. A table's match is the append-only list `moves`; everything about a position follows from it."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

users = Table(
    "users",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("name_key", String(80), unique=True),  # folded name of an account; guests have none and may share a name
    Column("password", String(200)),
    Column("email", String(254)),
    Column("email_code", String(64)),  # hash of the code that proves the address; empty once proved
    Column("email_code_until", Double, nullable=False, default=0.0, server_default="0"),
    Column("lang", String(5), nullable=False, default="en"),
    Column("prefs", Text, nullable=False, default="{}"),
    Column("notify", Text, nullable=False, default="{}"),
    Column("admin", Boolean, nullable=False, default=False),
    Column("banned", Boolean, nullable=False, default=False),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Column("away_until", Double, nullable=False, default=0.0),
    Column("away_days", Integer, nullable=False, default=30),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(64), primary_key=True),  # hash: who reads the database cannot become somebody
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),  # cookie or token
    Column("label", String(120), nullable=False, default=""),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False, index=True),
    Column("version", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("position", Text, nullable=False, default=""),
    Column("seats", Integer, nullable=False),
    Column("status", String(10), nullable=False),  # waiting, playing, frozen, finished, closed
    Column("visibility", String(8), nullable=False),  # open, link, private
    Column("code", String(32), nullable=False),
    Column("watch", Boolean, nullable=False),
    Column("host", ForeignKey("users.id", ondelete="SET NULL")),
    Column("order", String(8), nullable=False),  # given, random
    Column("clock", Text, nullable=False),
    Column("clock_state", Text, nullable=False, default=""),
    Column("stand_in", String(40), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("source", String(60), nullable=False, default=""),  # import, continue:<table>:<n>, rematch:<table>, demo
    Column("rematch", String(16), nullable=False, default=""),
    Column("undo_ask", Text, nullable=False, default=""),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Column("finished", Double),
    Column("n", Integer, nullable=False, default=0),
    Column("revision", Integer, nullable=False, default=0),  # of everything but the moves
    Column("to_move", Integer, nullable=False, default=-2),
    Column("next_at", Double),  # when the server must look after it: a clock runs out, a bot was left alone
    Column("rules", String(40), nullable=False, default=""),  # the installed rules that last vouched for it
    Column("digest", String(16), nullable=False, default=""),  # of the position after the first `digest_n` rows
    Column("digest_n", Integer, nullable=False, default=0),
    Index("ix_tables_status_updated", "status", "updated"),
    Index("ix_tables_next_at", "next_at"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # open, human, bot, reserved
    Column("user_id", ForeignKey("users.id", ondelete="SET NULL"), index=True),
    Column("name", String(60), nullable=False, default=""),
    Column("bot", String(40), nullable=False, default=""),  # the bot itself, or the stand-in of a human
    Column("gone", String(8), nullable=False, default=""),  # "", timeout, left
)

moves = Table(
    "moves",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("n", Integer, nullable=False),
    Column("mover", Integer, nullable=False),
    Column("text", String(120), nullable=False),  # an action, or `!undo k`: back to the first k actions
    Column("by", String(60), nullable=False, default=""),  # "", bot:<name>, standing, premove, timeout
    Column("at", Double, nullable=False),
    Column("joined", Boolean, nullable=False, default=False),  # one move together with the action before it
    UniqueConstraint("table_id", "n"),
)

messages = Table(
    "messages",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("user_id", ForeignKey("users.id", ondelete="SET NULL")),
    Column("name", String(60), nullable=False, default=""),
    Column("key", String(60), nullable=False, default=""),  # a message id for what the server itself says
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
)

notes = Table(
    "notes",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("text", Text, nullable=False),
)

orders = Table(
    "orders",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("standing", Text, nullable=False, default="[]"),
    Column("premoves", Text, nullable=False, default="[]"),
    Column("rest", Text, nullable=False, default="[]"),  # of a move that others interrupted
    Column("ask_all", Boolean, nullable=False, default=False),  # also what nearly everybody answers alike
)

results = Table(
    "results",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("who", String(60), nullable=False, index=True),  # user:<id> or bot:<name>
    Column("name", String(60), nullable=False),
    Column("score", String(120), nullable=False),
    Column("rank", Integer, nullable=False),
    Column("mu", Double),  # after the match; empty when it was not rated
    Column("at", Double, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("who", String(60), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
)

notices = Table(
    "notices",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("channel", String(8), nullable=False),  # mail, hook
    Column("table_id", String(16), nullable=False),
    Column("n", Integer, nullable=False),
    Column("due", Double, nullable=False, index=True),
    Column("tries", Integer, nullable=False, default=0),
    UniqueConstraint("user_id", "channel", "table_id", "n"),
)

house = Table(
    "house",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # one row
    Column("beat", Double, nullable=False),  # when a server was last seen alive
)

analyses = Table(
    "analyses",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("done", Integer, nullable=False, default=0),  # actions looked through
    Column("found", Text, nullable=False, default="[]"),  # the decisions among them
    Column("at", Double, nullable=False),  # of the last step: somebody at work takes one every second
)

contents = Table(
    "contents",
    metadata,
    Column("word", String(40), primary_key=True),  # `own:<hash>`, as options name it
    Column("text", Text, nullable=False),
    Column("user_id", ForeignKey("users.id", ondelete="SET NULL")),  # who brought it first
    Column("at", Double, nullable=False),
)
