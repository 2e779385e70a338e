"""Programs of Debian that tests and screenshots need: a browser, proxies."""

from __future__ import annotations

import os
import shutil
import subprocess


def program(*names: str, packages: tuple[str, ...] = ()) -> str:
    """Where the first of these programs is, or nothing. If we are root, the first package there is gets installed."""
    for package in packages or names[:1]:
        if found := installed(names):
            return found
        install(package)
    return installed(names)


def installed(names: tuple[str, ...]) -> str:
    return next((path for name in names if (path := shutil.which(name))), "")


def install(package: str) -> None:
    """Only root can, and only where there is `apt-get`."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(["apt-get", "install", "-y", "-qq", "-o", "DPkg::Lock::Timeout=600", package], check=False)
