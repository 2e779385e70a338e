"""a premove that no longer fitted, with the reason, for its owner"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    with op.batch_alter_table("orders") as orders:
        orders.add_column(sa.Column("dropped", sa.Text(), nullable=False, server_default="null"))


def downgrade() -> None:
    with op.batch_alter_table("orders") as orders:
        orders.drop_column("dropped")
