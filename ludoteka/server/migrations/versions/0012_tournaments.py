"""tournaments and leagues"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("host", sa.String(length=16), nullable=True),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("starts", sa.Double(), nullable=True),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("finished", sa.Double(), nullable=True),
        sa.Column("series", sa.String(length=16), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["host"], ["users.id"], name=op.f("fk_tournaments_host"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
        sa.UniqueConstraint("series", "season", name=op.f("uq_tournaments_series_season")),
    )
    op.create_index("ix_tournaments_host", "tournaments", ["host"])
    op.create_index("ix_tournaments_status", "tournaments", ["status"])
    op.create_table(
        "entries",
        sa.Column("tournament_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.String(length=16), nullable=True),
        sa.Column("bot", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("division", sa.Integer(), nullable=False),
        sa.Column("group", sa.Integer(), nullable=False),
        sa.Column("gone", sa.Integer(), nullable=True),
        _of_tournament("entries"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_entries_user_id"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("tournament_id", "number", name=op.f("pk_entries")),
        sa.UniqueConstraint("tournament_id", "user_id", name=op.f("uq_entries_tournament_id_user_id")),
    )
    op.create_index("ix_entries_user_id", "entries", ["user_id"])
    op.create_table(
        "rounds",
        sa.Column("tournament_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("begun", sa.Double(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("finished", sa.Double(), nullable=True),
        _of_tournament("rounds"),
        sa.PrimaryKeyConstraint("tournament_id", "number", name=op.f("pk_rounds")),
    )
    op.create_table(
        "pairings",
        sa.Column("tournament_id", sa.String(length=16), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=True),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.Column("score", sa.String(length=120), nullable=False),
        _of_tournament("pairings"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_pairings_table_id"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("tournament_id", "round", "board", "seat", name=op.f("pk_pairings")),
    )
    op.create_index("ix_pairings_table_id", "pairings", ["table_id"])


def _of_tournament(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_tournament_id")
    return sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name=name, ondelete="CASCADE")


def downgrade() -> None:
    for table in ("pairings", "rounds", "entries", "tournaments"):
        op.drop_table(table)
