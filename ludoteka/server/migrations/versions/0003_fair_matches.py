"""tables vouched for by their rules, the heartbeat of the house, and matches under way that do not count"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

# what is settled at the start of a match from now on: everybody has an account and sits once, and somebody plays
UNRATE = """
UPDATE tables SET rated = {false} WHERE status = 'playing' AND (
  EXISTS (SELECT 1 FROM seats JOIN users ON users.id = seats.user_id
          WHERE seats.table_id = tables.id AND users.password IS NULL)
  OR EXISTS (SELECT 1 FROM seats WHERE seats.table_id = tables.id AND seats.user_id IS NOT NULL
             GROUP BY seats.user_id HAVING count(*) > 1)
  OR NOT EXISTS (SELECT 1 FROM seats WHERE seats.table_id = tables.id AND seats.user_id IS NOT NULL))
"""


def upgrade() -> None:
    with op.batch_alter_table("tables") as table:
        table.add_column(sa.Column("rules", sa.String(length=40), nullable=False, server_default=""))
        table.add_column(sa.Column("digest", sa.String(length=16), nullable=False, server_default=""))
        table.add_column(sa.Column("digest_n", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "house",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("beat", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_house")),
    )
    op.execute(UNRATE.format(false="0" if op.get_bind().dialect.name == "sqlite" else "false"))


def downgrade() -> None:
    op.drop_table("house")
    with op.batch_alter_table("tables") as table:
        for name in ("digest_n", "digest", "rules"):
            table.drop_column(name)
