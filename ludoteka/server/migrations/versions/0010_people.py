"""how sure a rating was after each match"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("results", sa.Column("sigma", sa.Double(), nullable=True))


def downgrade() -> None:
    op.drop_column("results", "sigma")
