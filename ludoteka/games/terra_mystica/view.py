from __future__ import annotations
from typing import Any
def view(s: Any, seat: Any) -> dict[str, Any]:
    return {}
