#!/usr/bin/env python3
"""Packs the program for download: licences, completions, manual pages, configurations, and a file with the hash.

python3 tools/archive.py v0.2.0-x86_64-unknown-linux-gnu

writes dist/spariglio-NAME.tar.gz (.zip on Windows) and the same name with `.sha256`.
"""

import argparse
import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import licences

ROOT = Path(__file__).resolve().parent.parent
SHELLS = {"bash": "spariglio.bash", "zsh": "_spariglio", "fish": "spariglio.fish", "powershell": "spariglio.ps1"}
FILES = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"]


def fill(folder, program):
    """Puts everything into the folder of the archive."""
    folder.mkdir()
    for file in [program, *(ROOT / name for name in FILES)]:
        shutil.copy(file, folder)
    shutil.copytree(ROOT / "configs", folder / "configs")
    (folder / "THIRD-PARTY-LICENCES.txt").write_text(licences.texts(), encoding="utf-8")
    subprocess.run([program, "man", "--out", folder / "man" / "man1"], check=True)
    completions = folder / "completions"
    completions.mkdir()
    for shell, name in SHELLS.items():
        written = subprocess.run([program, "completions", shell], check=True, capture_output=True)
        (completions / name).write_bytes(written.stdout)


def pack(name, program, out):
    """Writes the archive and its hash into a folder; returns the path of the archive."""
    out.mkdir(parents=True, exist_ok=True)
    form = "zip" if program.suffix == ".exe" else "gztar"
    with tempfile.TemporaryDirectory() as place:
        fill(Path(place) / name, program)
        archive = Path(shutil.make_archive(str(out / name), form, place, name))
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    archive.with_name(archive.name + ".sha256").write_text(f"{digest}  {archive.name}\n", encoding="utf-8")
    return archive


def main():
    """Packs the program and prints the path of the archive."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", help="version and system, the middle of the file's name")
    parser.add_argument("--spariglio", type=Path, help="the program [default: target/release/spariglio]")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="folder to write [default: dist]")
    arguments = parser.parse_args()
    windows = ".exe" if sys.platform == "win32" else ""
    program = (arguments.spariglio or ROOT / "target" / "release" / f"spariglio{windows}").resolve()
    print(pack(f"spariglio-{arguments.name}", program, arguments.out))


if __name__ == "__main__":
    main()
