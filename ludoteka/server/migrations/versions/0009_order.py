"""order in the house: roles, silence and bans that end, address ranges, reports, ties between people, who did what"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
FOREVER = 1e12


def upgrade() -> None:
    op.add_column("users", sa.Column("moderator", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("users", sa.Column("silent_until", sa.Double(), nullable=False, server_default="0"))
    op.add_column("users", sa.Column("banned_until", sa.Double(), nullable=False, server_default="0"))
    op.execute(sa.text("UPDATE users SET banned_until = :ever WHERE banned").bindparams(ever=FOREVER))
    op.drop_column("users", "banned")
    op.add_column("house", sa.Column("backup", sa.Double(), nullable=False, server_default="0"))
    op.create_table(
        "ties",
        sa.Column("user_id", sa.String(length=16), nullable=False),
        sa.Column("other_id", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_ties_user_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["other_id"], ["users.id"], name=op.f("fk_ties_other_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "other_id", "kind", name=op.f("pk_ties")),
    )
    op.create_index("ix_ties_other_id", "ties", ["other_id"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("user_id", sa.String(length=16), nullable=True),
        sa.Column("person_id", sa.String(length=16), nullable=True),
        sa.Column("table_id", sa.String(length=16), nullable=True),
        sa.Column("message_id", sa.Integer(), nullable=True),
        sa.Column("quote", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("done_at", sa.Double(), nullable=True),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_reports_user_id"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["person_id"], ["users.id"], name=op.f("fk_reports_person_id"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_reports_table_id"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(
            ["message_id"], ["messages.id"], name=op.f("fk_reports_message_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index("ix_reports_done_at", "reports", ["done_at"])
    op.create_table(
        "nets",
        sa.Column("net", sa.String(length=50), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("net", name=op.f("pk_nets")),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("user_id", sa.String(length=16), nullable=True),
        sa.Column("what", sa.String(length=20), nullable=False),
        sa.Column("person_id", sa.String(length=16), nullable=True),
        sa.Column("about", sa.String(length=120), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_audit_user_id"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["person_id"], ["users.id"], name=op.f("fk_audit_person_id"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )


def downgrade() -> None:
    for table in ("audit", "nets", "reports", "ties"):
        op.drop_table(table)
    op.drop_column("house", "backup")
    op.add_column("users", sa.Column("banned", sa.Boolean(), nullable=False, server_default=sa.false()))
    for name in ("banned_until", "silent_until", "moderator"):
        op.drop_column("users", name)
