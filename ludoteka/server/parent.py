"""Processes that a server starts end with it, also when it is killed and cannot say so."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time

EVERY = 1.0


def end_with_parent() -> None:
    """Watch from a thread; once the process that started this one is gone, stop as if told to."""
    started_by = multiprocessing.parent_process()
    # not simply the parent as it is now: the one that started this process may be gone already
    parent = started_by.pid if started_by is not None else os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(EVERY)
        os.kill(os.getpid(), signal.SIGTERM)

    if hasattr(signal, "SIGKILL"):  # elsewhere a process keeps the number of its parent for ever
        threading.Thread(target=watch, name="parent", daemon=True).start()
