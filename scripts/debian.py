"""Programs of Debian that tests and screenshots need: a browser, proxies."""

from __future__ import annotations

import os
import shutil
import subprocess


def program(*names: str, packages: tuple[str, ...] = ()) -> str:
    """Where the first of these programs is, or nothing. If we are root, the first package there is gets installed."""
    found = installed(names)
    if not found and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        for package in packages or names[:1]:
            subprocess.run(["apt-get", "install", "-y", "-qq", "-o", "DPkg::Lock::Timeout=600", package], check=False)
            if found := installed(names):
                break
    return found


def installed(names: tuple[str, ...]) -> str:
    return next((path for name in names if (path := shutil.which(name))), "")
