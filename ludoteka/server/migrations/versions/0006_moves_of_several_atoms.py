"""several actions that are one move; the rest of a move that waits for others"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0004"


def upgrade() -> None:
    with op.batch_alter_table("moves") as moves:
        moves.add_column(sa.Column("joined", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("orders") as orders:
        orders.add_column(sa.Column("rest", sa.Text(), nullable=False, server_default="[]"))
        orders.add_column(sa.Column("ask_all", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    with op.batch_alter_table("orders") as orders:
        orders.drop_column("ask_all")
        orders.drop_column("rest")
    with op.batch_alter_table("moves") as moves:
        moves.drop_column("joined")
