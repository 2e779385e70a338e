"""tables that begin by themselves"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("tables", sa.Column("fill", sa.String(length=40), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("tables", "fill")
