#!/usr/bin/env python3
"""Counts the words of the comments: a free relative clause (what, where) has to be read twice, a condition (if, when)
once. Refuses Rust variables that are participles. Checks the sentences of the Markdown pages too (page_words.py). With
paths, lists each line to rewrite; without, checks the whole repository and fails above the limits."""

import re
import subprocess
import sys
from pathlib import Path

import page_words

ROOT = Path(__file__).resolve().parent.parent

RELATIVE = re.compile(r"\b(what|where)\b", re.IGNORECASE)
CONDITION = re.compile(r"\b(if|when)\b", re.IGNORECASE)
MOST_RELATIVE = 0.04
LEAST_CONDITION = 0.06

# Idioms that nobody uses any more, and phrases without a noun or a verb.
FORBIDDEN = [
    r"\bwho looks on\b",
    r"\b(is|are|was|be) to be had\b",
    r"\b(goes|go|going|went) on from\b",
    r"\bwhat is left\b",
    r"\bwhat it has\b",
    r"\bnone where\b",
    r"\bso many of (the|its|their|them)\b",
    r"\babout so many\b",
    r"\bafter so many\b",
    r"\bis nowhere\b",
    r"\bhas no say\b",
    r"\bit is told by\b",
    r"\bfalls to (a|an|one|the|each)\b",
    r"\bbeside what\b",
    r"\bby what it\b",
    r"\bof what it\b",
    r"\bas it were\b",
    r"\bnought\b",
    r"\bwhither|whence|thereof|therein|wherein|whereby|hitherto|anew\b",
    # Rates need `per`.
    r"\b(points|hands|decisions|games|deals|gain|loss|gained|lost|plays|seconds|visits|worlds|bytes|microseconds|row|line"
    r"|number|process) an? (seat|side|hand|deal|second|decision|game|team|player|core|thread|turn|match|set|play|card"
    r"|world|row|move)\b",
]
FORBIDDEN = [re.compile(phrase, re.IGNORECASE) for phrase in FORBIDDEN]


# A variable is a noun.
PARTICIPLE = re.compile(r"\blet (mut )?(told|found|shown|kept|said|asked|given|seen)\b")

TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')


def texts(path):
    """Each line of a Rust file with the texts in quotes on it: help, errors, pages."""
    if path.endswith(".rs"):
        for number, line in enumerate((ROOT / path).read_text().splitlines(), 1):
            for text in TEXT.findall(line):
                yield number, text


def phrases(line):
    """The forbidden phrases of a line."""
    return [found.group() for phrase in FORBIDDEN if (found := phrase.search(line))]


def participles(path):
    """Each line of a Rust file that names a variable by a participle."""
    if path.endswith(".rs"):
        for number, line in enumerate((ROOT / path).read_text().splitlines(), 1):
            if PARTICIPLE.search(line):
                yield number, line.strip()


def comments(path):
    """Each comment line of a file with its number; of Python the docstrings too."""
    text = (ROOT / path).read_text()
    marks = {".rs": "//", ".js": "//", ".py": "#", ".sh": "#"}
    mark = marks[Path(path).suffix]
    in_docstring = False
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if path.endswith(".py"):
            quotes = line.count('"""')
            if in_docstring or (quotes and line.lstrip("rf").startswith('"""')):
                yield number, line
            if quotes == 1:
                in_docstring = not in_docstring if in_docstring or line.lstrip("rf").startswith('"""') else False
            elif line.startswith("#") and not in_docstring:
                yield number, line
        elif line.startswith(mark):
            yield number, line


def files(paths, *patterns):
    """The files of the repository that match the patterns and lie at one of the paths, if there are any."""
    wanted = [f"{path}/" if (ROOT / path).is_dir() else path for path in paths]
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    own = "tools/words.py"
    listed = [path for path in listed if (ROOT / path).is_file() and not path.endswith(own)]
    return [path for path in listed if not wanted or any(path.startswith(start) for start in wanted)]


def main():
    lines = relative = conditions = forbidden = 0
    paths = [argument.rstrip("/") for argument in sys.argv[1:]]
    for path in files(paths, "*.rs", "*.py", "*.js", "*.sh"):
        for number, line in comments(path):
            lines += 1
            relative += (here := len(RELATIVE.findall(line)))
            conditions += len(CONDITION.findall(line))
            forbidden += len(found := phrases(line))
            if found or (paths and here):
                print(f"{path}:{number}: {line}" + (f"   <- {', '.join(found)}" if found else ""))
        for number, line in participles(path):
            forbidden += 1
            print(f"{path}:{number}: {line}   <- a variable is a noun")
        for number, text in texts(path):
            if found := phrases(text):
                forbidden += len(found)
                print(f"{path}:{number}: {text}   <- {', '.join(found)}")
    pages, faults = page_words.check(ROOT, files(paths, "*.md"), phrases)
    if pages:
        print(f"{pages} pages: faults {faults} (none)")
    if not lines:
        sys.exit(bool(faults) if pages else "words: neither comments nor pages found")
    print(
        f"{lines} comment lines: what/where {relative / lines:.1%} (below {MOST_RELATIVE:.0%}), "
        f"if/when {conditions / lines:.1%} (above {LEAST_CONDITION:.0%}), "
        f"forbidden phrases and names {forbidden} (none)"
    )
    good = relative / lines < MOST_RELATIVE and conditions / lines > LEAST_CONDITION and not forbidden and not faults
    sys.exit(0 if good or paths else 1)


if __name__ == "__main__":
    main()
