#!/usr/bin/env python3
"""Packs a folder as an archive whose bytes depend on nothing but the files: their names, their contents, and which are
programs. All have the time of `SOURCE_DATE_EPOCH`.

Usage: tools/pack.py FOLDER ARCHIVE, which ends in .tar.gz or .zip
"""

import gzip
import os
import sys
import tarfile
import time
import zipfile
from pathlib import Path

EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
# Zip files know no time before 1980.
ZIP_TIME = time.gmtime(max(EPOCH, 315532800))[:6]


def mode(path):
    """The permissions of a file in an archive."""
    return 0o755 if path.stat().st_mode & 0o100 else 0o644


def tar(files, archive):
    """Writes a .tar.gz of files, by their names in it."""
    with gzip.GzipFile(archive, "wb", mtime=EPOCH) as packed, tarfile.open(fileobj=packed, mode="w") as tarred:
        for name, path in files:
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = path.stat().st_size, EPOCH, mode(path)
            with path.open("rb") as file:
                tarred.addfile(entry, file)


def zipped(files, archive):
    """Writes a .zip of files, by their names in it."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, path in files:
            entry = zipfile.ZipInfo(name, ZIP_TIME)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, mode(path) << 16
            packed.writestr(entry, path.read_bytes())


def main():
    """Packs a folder under its own name."""
    folder, archive = map(Path, sys.argv[1:])
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    files = [(f"{folder.name}/{path.relative_to(folder).as_posix()}", path) for path in paths]
    (zipped if archive.suffix == ".zip" else tar)(files, archive)


if __name__ == "__main__":
    main()
