"""The question whether two rows of the books are one person has one key, by the row that would go. The claims of former
members become such questions, and so do the announcements about them that are not sent yet."""

import json
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

JOIN, CLAIM, JOINED = "tally:join:", "tally:claim:", "tally:joined:"
NEW = {"by": 0, "at": 0, "channel": 0, "yes": [], "no": []}
DAMAGED = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""The errors that a damaged row raises. It stays as it is."""


def upgrade() -> None:
    connection = op.get_bind()
    for key, value in read_memos(JOIN):
        crew, gone, kept = key.removeprefix(JOIN).split(":")
        replace_memo(key, f"{JOIN}{gone}", {**NEW, **value, "kept": int(kept)})
    for key, value in read_memos(CLAIM):
        crew, gone = key.removeprefix(CLAIM).split(":")
        find = sa.text("SELECT id FROM members WHERE crew_id = :crew AND user_id = :user")
        kept = connection.scalar(find, {"crew": int(crew), "user": value.get("user")})
        new = None if kept is None else {**NEW, "kept": kept}
        replace_memo(key, f"{JOIN}{gone}", new)
    change_announcements()


def change_announcements() -> None:
    """Give the announcements that wait the keys and facts by which they are worded now. A claim whose person is not in
    the books yet is not asked: the scorer asks again."""
    connection = op.get_bind()
    rows = connection.execute(
        sa.text("SELECT id, payload FROM outbox WHERE kind = 'tally' AND state = 'waiting'")
    ).all()
    for number, text in rows:
        with suppress(*DAMAGED):
            payload = json.loads(text)
            changed = change_announcement(payload)
            if changed is None:
                connection.execute(sa.text("DELETE FROM outbox WHERE id = :id"), {"id": number})
            elif changed != payload:
                update = sa.text("UPDATE outbox SET payload = :payload WHERE id = :id")
                connection.execute(update, {"id": number, "payload": json.dumps(changed)})


def change_announcement(payload: dict[str, Any]) -> dict[str, Any] | None:
    """The payload as it is worded now; None if there is nothing to tell. Raises one of `DAMAGED`."""
    key, facts = payload.get("key"), payload.get("facts", {})
    if key == "linked":
        facts = {**facts, "guest": facts["name"], "name": facts["person"]}
        del facts["person"]
        return {**payload, "key": "known", "facts": facts}
    if key != "claim":
        return payload
    find = sa.text("SELECT value FROM memos WHERE key = :key")
    asked = op.get_bind().scalar(find, {"key": f"{JOIN}{facts['member']}"})
    if asked is None:
        return None
    told = {"name": facts["name"], "other": facts["person"], "gone": facts["member"]}
    return {**payload, "facts": {**told, "kept": json.loads(asked)["kept"]}}


def downgrade() -> None:
    """Give questions the keys of older releases, and notes of joined rows their facts alone. A question about two
    accounts, which those do not ask, goes."""
    connection = op.get_bind()
    for key, value in read_memos(JOIN):
        find = sa.text("SELECT crew_id, user_id FROM members WHERE id = :id")
        row = connection.execute(find, {"id": int(key.removeprefix(JOIN))}).first()
        if row is None or row.user_id is not None or "kept" not in value:
            replace_memo(key, key, None)
        else:
            replace_memo(key, f"{JOIN}{row.crew_id}:{key.removeprefix(JOIN)}:{value['kept']}", value)
    for key, value in read_memos(JOINED):
        known = {name: fact for name, fact in value.items() if name not in {"key", "user"}}
        update = sa.text("UPDATE memos SET value = :value WHERE key = :key")
        connection.execute(update, {"key": key, "value": json.dumps(known)})


def read_memos(prefix: str) -> list[tuple[str, dict[str, object]]]:
    """The memos whose keys begin with `prefix`. Damaged ones are left out."""
    found = op.get_bind().execute(sa.text("SELECT key, value FROM memos WHERE key LIKE :key"), {"key": f"{prefix}%"})
    read = []
    for key, text in found.all():
        try:
            value = json.loads(text)
        except DAMAGED:
            continue
        if isinstance(value, dict):
            read.append((key, value))
    return read


def replace_memo(old: str, new: str, value: dict[str, object] | None) -> None:
    """Give a memo another key and value, unless that key has one. None as `value` deletes it."""
    names = {"old": old, "new": new, "value": json.dumps(value)}
    free = "key = :old AND NOT EXISTS (SELECT 1 FROM memos WHERE key = :new)"
    steps = [
        f"INSERT INTO memos (key, value, updated_at) SELECT :new, :value, updated_at FROM memos WHERE {free}",
        "INSERT INTO memo_people (key, user_id) SELECT :new, user_id FROM memo_people WHERE key = :old"
        " ON CONFLICT DO NOTHING",
    ]
    for step in (*(steps if value is not None else ()), "DELETE FROM memo_people WHERE key = :old",
                 "DELETE FROM memos WHERE key = :old"):  # fmt: skip
        op.get_bind().execute(sa.text(step), names)
