#!/usr/bin/env python3
"""Checks a built site: links must lead to existing pages and anchors, and no page may load a file from another host."""

import argparse
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = re.compile(r"""url\(\s*["']?((?:https?:)?//[^"')]+)|@import\s+["']((?:https?:)?//[^"']+)""")


def main():
    """Prints all faults; exit status 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("site", type=Path, help="the folder of the site")
    site = parser.parse_args().site.resolve()
    pages = {path: Page(path) for path in site.rglob("*.html")}
    faults = [
        f"{path.relative_to(site)}: {fault}" for path, page in pages.items() for fault in page.faults(site, pages)
    ]
    for path in site.rglob("*.css"):
        faults += [f"{path.relative_to(site)}: loads {found[0]}" for found in LOADED.finditer(path.read_text("utf-8"))]
    print("\n".join(sorted(faults)), file=sys.stderr)
    links = sum(len(page.links) for page in pages.values())
    print(f"{len(pages)} pages, {links:,} links, {len(faults)} faults")
    if not pages:
        print(f"error: {site}: no pages", file=sys.stderr)
    return 1 if faults or not pages else 0


class Page(HTMLParser):
    """A page: its links, the files that it loads, and its anchors."""

    def __init__(self, path):
        super().__init__()
        self.path, self.links, self.loads, self.anchors = path, [], [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        """Records the links and loaded files of a tag."""
        given = {name: value or "" for name, value in attributes}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "link" and given.get("rel") not in ("canonical", "prev", "next"):
            self.loads.append(given.get("href", ""))
        elif "src" in given:
            self.loads.append(given["src"])

    def faults(self, site, pages):
        """Broken links, and files loaded from other hosts."""
        for link in self.links + self.loads:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in self.loads and parts.scheme != "data":
                    yield f"loads {link}"
                continue
            path = site / parts.path[1:] if parts.path.startswith("/") else self.path.parent / unquote(parts.path)
            path = self.path if not parts.path else path.resolve()
            if path.is_dir():
                path /= "index.html"
            if not path.is_file():
                yield f"{link}: not there"
            elif parts.fragment and path in pages and unquote(parts.fragment) not in pages[path].anchors:
                yield f"{link}: no such anchor"


if __name__ == "__main__":
    sys.exit(main())
