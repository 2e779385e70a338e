"""What is stored. A table's match is the append-only list `moves`; everything about a position follows from it."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
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
    Column("name_look", String(120)),  # what an account's name looks like, so that nobody else bears one like it
    Column("password", String(200)),
    Column("email", String(254), index=True),  # proved to be theirs
    Column("lang", String(5), nullable=False, default="en"),
    Column("prefs", Text, nullable=False, default="{}"),
    Column("notify", Text, nullable=False, default="{}"),
    Column("admin", Boolean, nullable=False, default=False),
    Column("moderator", Boolean, nullable=False, default=False),
    Column("silent_until", Double, nullable=False, default=0.0),  # says nothing in chats
    Column("banned_until", Double, nullable=False, default=0.0),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Column("away_until", Double, nullable=False, default=0.0),
    Column("away_days", Integer, nullable=False, default=30),
    Column("digest_at", Double, index=True),  # when the next mail with all that waits is due
    Index("uq_users_name_look", "name_look", unique=True),
)

codes = Table(
    "codes",
    metadata,
    Column("id", String(64), primary_key=True),  # hash of what a mail said
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),  # email: proves an address; password: lets in without one
    Column("email", String(254), nullable=False),
    Column("until", Double, nullable=False),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(1400), primary_key=True),  # what the device calls it
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("public_key", Text, nullable=False),
    Column("count", BigInteger, nullable=False),  # of uses, by the device; a copy of it would fall behind
    Column("label", String(120), nullable=False),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", String(64), primary_key=True),  # hash of what a device was asked to sign
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), index=True),  # nobody: somebody who wants to come in
    Column("until", Double, nullable=False),
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
    Column("fill", String(40), nullable=False, default=""),  # takes the open seats if nobody comes until `next_at`
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
    Column("gone", String(8), nullable=False, default=""),  # "", timeout, left; of a bot: free, for whoever comes
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
    Column("dropped", Text, nullable=False, default="null"),  # a premove that did not fit, and why
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
    Column("played", String(400), nullable=False, default=""),  # factions or peoples, by name
    Column("mu", Double),  # after the match; empty when it was not rated
    Column("sigma", Double),
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
    Column("channel", String(8), nullable=False),  # mail, hook, push
    Column("table_id", String(16), nullable=False),
    Column("n", Integer, nullable=False),
    Column("due", Double, nullable=False, index=True),
    Column("tries", Integer, nullable=False, default=0),
    UniqueConstraint("user_id", "channel", "table_id", "n"),
)

pushes = Table(
    "pushes",
    metadata,
    Column("id", String(64), primary_key=True),  # hash of the endpoint: a browser is one person's
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(200), nullable=False),
    Column("auth", String(200), nullable=False),
    Column("at", Double, nullable=False),
)

quick = Table(
    "quick",
    metadata,
    Column("id", String(64), primary_key=True),  # hash of what the links in a mail say
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("n", Integer, nullable=False),  # the answers are for this position and no other
    Column("answers", Text, nullable=False),
    Column("until", Double, nullable=False, index=True),
)

puzzles = Table(
    "puzzles",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)

mined = Table(
    "mined",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("looked", Integer, nullable=False),  # positions
    Column("found", Text, nullable=False),  # puzzles
)

tries = Table(
    "tries",
    metadata,
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("tried", Text, nullable=False),  # the actions, in their order
    Column("solved", Boolean, nullable=False),
    Column("day", Integer, nullable=False, default=0),  # of the last try, since 1970
    Column("mu", Double),  # what the person is worth after it; empty while it goes on
    Column("sigma", Double),
    Column("at", Double, nullable=False),
)

streaks = Table(
    "streaks",
    metadata,
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("day", Integer, primary_key=True),  # on which a puzzle of that day was solved, since 1970
)

figures = Table(
    "figures",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(40), nullable=False, index=True),
    Column("rows", Text, nullable=False),  # what statistics count, a row for each seat
    Column("form", Integer, nullable=False),  # of what the game counts
)

house = Table(
    "house",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # one row
    Column("beat", Double, nullable=False),  # when a server was last seen alive
    Column("backup", Double, nullable=False, default=0.0),  # when `ludoteka admin backup` last wrote one
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

ties = Table(
    "ties",
    metadata,
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("other_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("kind", String(8), primary_key=True),  # friend (both ways once it is agreed), mute, block
    Column("at", Double, nullable=False),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", Double, nullable=False),
    Column("user_id", ForeignKey("users.id", ondelete="SET NULL")),  # who complains
    Column("person_id", ForeignKey("users.id", ondelete="SET NULL")),  # about whom
    Column("table_id", ForeignKey("tables.id", ondelete="SET NULL")),
    Column("message_id", ForeignKey("messages.id", ondelete="SET NULL")),
    Column("quote", Text, nullable=False, default=""),  # what the message said
    Column("text", Text, nullable=False),
    Column("done_at", Double, index=True),
    Column("answer", Text, nullable=False, default=""),
)

nets = Table(
    "nets",
    metadata,
    Column("net", String(50), primary_key=True),  # addresses that are kept out: 203.0.113.0/24
    Column("until", Double, nullable=False),
    Column("why", Text, nullable=False, default=""),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", Double, nullable=False),
    Column("user_id", ForeignKey("users.id", ondelete="SET NULL")),  # who did it; nobody: the command line
    Column("what", String(20), nullable=False),  # ban, silence, role, net, message, table, report, password
    Column("person_id", ForeignKey("users.id", ondelete="SET NULL")),
    Column("about", String(120), nullable=False, default=""),  # whatever else it was done to, and until when
    Column("why", Text, nullable=False, default=""),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("about", Text, nullable=False, default=""),
    Column("game", String(40), nullable=False),
    Column("plan", Text, nullable=False),
    Column("host", ForeignKey("users.id", ondelete="SET NULL"), index=True),
    Column("status", String(8), nullable=False, index=True),  # open, playing, over, off
    Column("step", Integer, nullable=False, default=0),  # counts what the clock did: whoever raises it has done it
    Column("round", Integer, nullable=False, default=0),
    Column("starts", Double),  # nothing: when it is full, or when the host says so
    Column("created", Double, nullable=False),
    Column("finished", Double),
    Column("series", String(16), nullable=False),  # the first season of a league; of others the tournament itself
    Column("season", Integer, nullable=False, default=1),
    UniqueConstraint("series", "season"),
)

entries = Table(
    "entries",
    metadata,
    Column("tournament_id", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # in the order of coming; from the start on the seed
    Column("user_id", ForeignKey("users.id", ondelete="SET NULL"), index=True),
    Column("bot", String(40), nullable=False, default=""),
    Column("name", String(60), nullable=False),
    Column("division", Integer, nullable=False, default=0),
    Column("group", Integer, nullable=False, default=0),
    Column("gone", Integer),  # the round after which they were not paired any more
    UniqueConstraint("tournament_id", "user_id"),
)

rounds = Table(
    "rounds",
    metadata,
    Column("tournament_id", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("begun", Double, nullable=False),
    Column("until", Double, nullable=False),
    Column("late", Boolean, nullable=False, default=False),  # the time is over, and those who still play have to hurry
    Column("finished", Double),
)

pairings = Table(
    "pairings",
    metadata,
    Column("tournament_id", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("board", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("entry", Integer, nullable=False),  # -1: a bot that fills the table
    Column("table_id", ForeignKey("tables.id", ondelete="SET NULL"), index=True),  # nothing: they sit out
    Column("rank", Integer),  # once the round is over
    Column("score", String(120), nullable=False, default=""),
)
