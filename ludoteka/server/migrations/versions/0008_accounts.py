"""names that look alike, and codes in mails kept apart from proved addresses"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "codes",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_codes_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_codes")),
    )
    op.create_index("ix_codes_user_id", "codes", ["user_id"])
    op.add_column("users", sa.Column("name_look", sa.String(length=120), nullable=True))
    op.execute("UPDATE users SET email = NULL WHERE email_code IS NOT NULL")
    # not in a batch: SQLite would copy the table and drop the old one, and the sessions with it
    op.drop_column("users", "email_code")
    op.drop_column("users", "email_code_until")
    op.create_index("uq_users_name_look", "users", ["name_look"], unique=True)
    op.create_index("ix_users_email", "users", ["email"])


def downgrade() -> None:
    op.drop_index("ix_users_email", "users")
    op.drop_index("uq_users_name_look", "users")
    op.add_column("users", sa.Column("email_code", sa.String(length=64), nullable=True))
    op.add_column("users", sa.Column("email_code_until", sa.Double(), nullable=False, server_default="0"))
    op.drop_column("users", "name_look")
    op.drop_index("ix_codes_user_id", "codes")
    op.drop_table("codes")
