#!/usr/bin/env python3
"""Packs for download: a program with licences, completions, manual pages and configurations, or a folder as it is.

python3 tools/archive.py 0.3.0-x86_64-unknown-linux-musl
python3 tools/archive.py 0.3.0-networks --folder agents/nets

writes dist/spariglio-NAME.tar.gz (.zip for Windows). Its bytes depend on the names and contents of the files alone;
all have the time of SOURCE_DATE_EPOCH, or 1980.
"""

import argparse
import gzip
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path

import licences

ROOT = Path(__file__).resolve().parent.parent
SHELLS = {"bash": "spariglio.bash", "zsh": "_spariglio", "fish": "spariglio.fish", "powershell": "spariglio.ps1"}
FILES = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"]
# Zip files know no time before 1980.
EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))


def fill(folder, program, here):
    """Puts everything into the folder of the archive. `here` writes the pages: it is the program for this system."""
    folder.mkdir()
    for file in [program, *(ROOT / name for name in FILES)]:
        shutil.copy(file, folder)
    shutil.copytree(ROOT / "configs", folder / "configs")
    (folder / "THIRD-PARTY-LICENCES.txt").write_text(licences.texts(), encoding="utf-8")
    subprocess.run([here, "man", "--out", folder / "man" / "man1"], check=True)
    completions = folder / "completions"
    completions.mkdir()
    for shell, name in SHELLS.items():
        written = subprocess.run([here, "completions", shell], check=True, capture_output=True)
        (completions / name).write_bytes(written.stdout)


def mode(path):
    """The permissions of a file in an archive."""
    return 0o755 if path.stat().st_mode & 0o100 else 0o644


def pack_tar(files, archive):
    """Writes a .tar.gz of files by their names in it."""
    with (
        archive.open("wb") as raw,
        gzip.GzipFile("", "wb", fileobj=raw, mtime=EPOCH) as packed,
        tarfile.open(fileobj=packed, mode="w") as whole,
    ):
        for name, path in files:
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = path.stat().st_size, EPOCH, mode(path)
            with path.open("rb") as file:
                whole.addfile(entry, file)


def pack_zip(files, archive):
    """Writes a .zip of files by their names in it."""
    with zipfile.ZipFile(archive, "w") as packed:
        for name, path in files:
            entry = zipfile.ZipInfo(name, time.gmtime(EPOCH)[:6])
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, mode(path) << 16
            packed.writestr(entry, path.read_bytes())


def pack(folder, archive):
    """Packs a folder under the name of the archive."""
    top = archive.name.removesuffix(".zip").removesuffix(".tar.gz")
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    files = [(f"{top}/{path.relative_to(folder).as_posix()}", path) for path in paths]
    archive.parent.mkdir(parents=True, exist_ok=True)
    (pack_zip if archive.suffix == ".zip" else pack_tar)(files, archive)


def main():
    """Packs, and prints the path of the archive."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", help="version and system, the middle of the file's name")
    parser.add_argument("--spariglio", type=Path, help="the program [default: target/release/spariglio]")
    parser.add_argument("--here", type=Path, help="the program for this system [default: that of --spariglio]")
    parser.add_argument("--folder", type=Path, help="a folder to pack instead of a program")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="folder to write [default: dist]")
    arguments = parser.parse_args()
    windows = ".exe" if sys.platform == "win32" else ""
    program = (arguments.spariglio or ROOT / "target" / "release" / f"spariglio{windows}").resolve()
    is_zip = program.suffix == ".exe" and not arguments.folder
    archive = arguments.out / f"spariglio-{arguments.name}{'.zip' if is_zip else '.tar.gz'}"
    with tempfile.TemporaryDirectory() as place:
        folder = arguments.folder or Path(place) / "whole"
        if not arguments.folder:
            fill(folder, program, (arguments.here or program).resolve())
        pack(folder, archive)
    print(archive)


if __name__ == "__main__":
    main()
