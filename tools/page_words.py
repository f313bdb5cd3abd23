"""The sentences of the Markdown pages: how long they are, and which ones begin with a free relative clause. The lab
notebook is checked for forbidden phrases only. Generated pages and transcripts are not checked."""

import re

MEAN_WORDS = 20
MOST_WORDS = 40

LIBRARIES = ["engine", "engine/text", "files", "agents", "selfplay", "train", "arena", "arena/stats"]
PAGES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", *(f"{folder}/README.md" for folder in LIBRARIES)]
NOTEBOOK = "docs/lab/"
UNCHECKED = [
    "docs/project/licences.md",
    "docs/reference/agent_options.md",
    "docs/reference/cli.md",
    "docs/reference/configuration.md",
    "docs/reference/inputs.md",
    "docs/reference/rule_sets.md",
    "docs/results/strength.md",
    "docs/transcripts/",
]

FENCE = re.compile(r"\s*(```|~~~)")
HEADING = re.compile(r"#+ ")
ITEM = re.compile(r"^\s*([-*+]|\d+\.)\s+")
# Markup that is no text, and the text that stands for it.
MARKUP = [
    (re.compile(r"<!--.*?-->"), ""),
    (re.compile(r"!\[[^\]]*\]\([^)]*\)"), ""),
    (re.compile(r"\[([^\]]*)\]\([^)]*\)"), r"\1"),
    (re.compile(r"(`+)[^`].*?\1"), lambda found: found[0].replace(" ", "␣")),
    (re.compile(r"</?\w[^>]*>"), ""),
    (re.compile(r"\*+"), ""),
]
# A full stop ends no sentence after an initial or one of these words.
ABBREVIATION = re.compile(r"(\b[A-Z]|\b(al|cf|vs|no|e\.g|i\.e))\.$")
SENTENCE_END = re.compile(r"[.!?][)\"']*(?=\s|$)")
FREE_RELATIVE = re.compile(r"\W*(what|who|where)(ever)?\b", re.IGNORECASE)
WORD = re.compile(r"\S*\w\S*")


def plain(line):
    """A line without its markup. Inline code counts as one word."""
    for markup, text in MARKUP:
        line = markup.sub(text, line)
    return line.strip()


def blocks(text):
    """Paragraphs and list items as lists of (number, line); tables and headings as (number, line) alone."""
    block, fence = [], None
    for number, line in enumerate(text.splitlines(), 1):
        if found := FENCE.match(line):
            fence = None if fence == found[1] else fence or found[1]
        inside = fence or found
        alone = not inside and (line.lstrip().startswith("|") or HEADING.match(line))
        if (inside or alone or not line.strip() or ITEM.match(line)) and block:
            yield block
            block = []
        if alone:
            yield number, line
        elif not inside and line.strip():
            block.append((number, plain(ITEM.sub("", line, count=1))))
    if block:
        yield block


def sentences(block):
    """The sentences of a block, each with the number of the line on which it begins."""
    text, starts = "", []
    for number, line in block:
        starts.append((len(text), number))
        text += line + " "
    begin = 0
    for end in [found.end() for found in SENTENCE_END.finditer(text)] + [len(text)]:
        sentence = text[begin:end].strip()
        if not WORD.search(sentence) or (ABBREVIATION.search(sentence) and end < len(text)):
            continue
        first = begin + len(text[begin:end]) - len(text[begin:end].lstrip())
        yield max(number for start, number in starts if start <= first), sentence
        begin = end


def faults(sentence):
    """The faults of a sentence, in words."""
    if (words := len(WORD.findall(sentence))) > MOST_WORDS:
        yield f"{words} words, at most {MOST_WORDS}"
    if FREE_RELATIVE.match(sentence) and not sentence.endswith("?"):
        yield "begins with a free relative clause"


def page_findings(text, phrases, notebook):
    """The faults of a page as (number, text, fault). `phrases` finds the forbidden phrases of a text."""
    lengths = []
    for block in blocks(text):
        alone = isinstance(block, tuple)
        for number, sentence in [block] if alone else sentences(block):
            found = [f"forbidden: {phrase}" for phrase in phrases(plain(sentence))]
            if not alone and not notebook:
                lengths.append(len(WORD.findall(sentence)))
                found += faults(sentence)
            yield from ((number, sentence, fault) for fault in found)
    if lengths and (mean := sum(lengths) / len(lengths)) > MEAN_WORDS:
        yield 1, "the whole page", f"{mean:.1f} words per sentence, at most {MEAN_WORDS}"


def is_checked(path):
    """Whether the words of this page are checked."""
    return path in PAGES or (path.startswith("docs/") and not path.startswith(tuple(UNCHECKED)))


def check(root, paths, phrases):
    """Prints the faults of the pages among `paths`; returns the numbers of pages and of faults."""
    pages = [path for path in paths if is_checked(path)]
    count = 0
    for path in pages:
        for number, text, fault in page_findings((root / path).read_text(), phrases, path.startswith(NOTEBOOK)):
            count += 1
            print(f"{path}:{number}: {text}   <- {fault}")
    return len(pages), count
