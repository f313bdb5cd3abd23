#!/usr/bin/env python3
"""Builds the documentation site, target/site, from the texts, the Python package and the executed notebooks.

The page that plays without a server is part of it, in play/.

The pages in target/site-source have the same paths as in the repository, so that links in texts work. mkdocs.yml sets
the order of the pages. A page missing there is an error, unless it is of docs/lab/, and so is every warning of the
builder.
"""

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import play_page
import yaml
from api_pages import api_pages
from nbconvert import MarkdownExporter
from run_notebooks import NOTEBOOKS, ROOT, is_executed

SOURCE = ROOT / "target" / "site-source"
EXECUTED = ROOT / "target" / "notebooks"
TEXTS = [
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "agents/nets/README.md",
    "docs/**/*.md",
]
# Pages that only links lead to.
UNLISTED = "docs/lab/"
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]+)")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class SiteError(Exception):
    """An error that stops the build."""


def main():
    """Builds the site; exit status 1 if a page has an error."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spariglio", type=Path, default=ROOT / "target/release/spariglio")
    arguments = parser.parse_args()
    try:
        shutil.rmtree(SOURCE, ignore_errors=True)
        texts()
        for name, text in api_pages(ROOT / "apps" / "python"):
            write(Path("api") / f"{name}.md", text)
        for path in sorted(NOTEBOOKS.glob("*.ipynb")):
            notebook(path)
        shutil.copy(ROOT / "docs" / "style.css", SOURCE / "docs")
        play_page.make(arguments.spariglio, SOURCE / "play")
        all_listed()
        build()
    except (SiteError, FileNotFoundError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def texts():
    """Copies the texts, and all files that they link to."""
    for path in [path for pattern in TEXTS for path in sorted(ROOT.glob(pattern))]:
        text = path.read_text(encoding="utf-8")
        for link in LINK.findall(text):
            target = (path.parent / link).resolve()
            if target.suffix not in (".md", ".ipynb"):
                copy = SOURCE / target.relative_to(ROOT)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(target, copy)
        write(path.relative_to(ROOT), text.replace(".ipynb)", ".md)"))


def notebook(path):
    """Writes an executed notebook as a page, and its pictures as files."""
    kept = EXECUTED / path.name
    if not is_executed(path, kept):
        raise SiteError(f"{kept.relative_to(ROOT)}: missing or out of date: run tools/docs.sh")
    text, resources = MarkdownExporter().from_notebook_node(
        nbformat.read(kept, as_version=4), {"unique_key": path.stem}
    )
    for name, picture in resources["outputs"].items():
        (SOURCE / "notebooks").mkdir(exist_ok=True)
        (SOURCE / "notebooks" / name).write_bytes(picture)
    write(Path("notebooks") / f"{path.stem}.md", text)


def write(place, text):
    """Writes a page of the source."""
    path = SOURCE / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def all_listed():
    """Fails if a page is missing in mkdocs.yml, or a page listed there does not exist."""
    listed = set(places(yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]))
    pages = [*SOURCE.rglob("*.md"), SOURCE / "play" / "index.html"]
    there = {path.relative_to(SOURCE).as_posix() for path in pages}
    missing = [place for place in there - listed if not place.startswith(UNLISTED)]
    if missing or not listed <= there:
        raise SiteError(
            f"mkdocs.yml: missing pages {sorted(missing)}, pages that do not exist {sorted(listed - there)}"
        )


def places(nav):
    """The pages of a navigation."""
    if isinstance(nav, str):
        return [nav]
    below = nav.values() if isinstance(nav, dict) else nav
    return [place for part in below for place in places(part)]


def build():
    """Runs the builder. It prints warnings to standard error, in colours."""
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise SiteError("zensical: " + COLOUR.sub("", done.stdout + done.stderr))


if __name__ == "__main__":
    sys.exit(main())
