"""days with a solved puzzle, kept for themselves: a puzzle comes again when all have come"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_table(
        "streaks",
        sa.Column("user_id", sa.String(length=16), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_streaks_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "day", name=op.f("pk_streaks")),
    )
    op.execute("INSERT INTO streaks (user_id, day) SELECT DISTINCT user_id, day FROM tries WHERE day > 0")
    op.drop_index("ix_tries_user_id_day", "tries")
    op.execute("UPDATE tries SET day = 0")


def downgrade() -> None:
    op.create_index("ix_tries_user_id_day", "tries", ["user_id", "day"])
    op.drop_table("streaks")
