#!/usr/bin/env python3
"""Makes the page that plays without a server: the pages of `spariglio serve`, with a host of their own.

The styles, the cards and the first page come from the server itself. `apps/web/alone` has the host, dist/bot the module
of WebAssembly and the networks, which `tools/bot.sh` makes.
"""

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ASSETS = ROOT / "apps" / "web" / "assets"
ALONE = ROOT / "apps" / "web" / "alone"
BOT = ROOT / "dist" / "bot"
# Files of dist/bot, and their names beside the page.
MODULE = {"npm/index.js": "bot.js", "play.wasm": "play.wasm"}
LANGUAGES = ("en", "it")


def main():
    """Makes the page; exit status 1 if something is missing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spariglio", type=Path, default=ROOT / "target/release/spariglio")
    parser.add_argument("--out", type=Path, required=True, help="folder to write; what is there is removed")
    arguments = parser.parse_args()
    try:
        make(arguments.spariglio, arguments.out)
    except FileNotFoundError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def make(program, out):
    """Makes the page in a folder, which is emptied first."""
    for name in (*MODULE, "npm/networks"):
        if not (BOT / name).exists():
            raise FileNotFoundError(f"{BOT / name}: missing: run tools/bot.sh")
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    for path in (*ASSETS.glob("*.js*"), *ASSETS.glob("*.woff2")):
        shutil.copy(path, out)
    served(program, out)
    for path in ALONE.glob("*.js"):
        shutil.copy(path, out)
    for name, copy in MODULE.items():
        shutil.copy(BOT / name, out / copy)
    shutil.copytree(BOT / "npm" / "networks", out / "networks")
    networks = sorted(path.stem for path in (out / "networks").glob("*.safetensors"))
    (out / "networks.json").write_text(json.dumps(networks), encoding="utf-8")
    keeper(out)


def served(program, out):
    """Writes the files that the server makes: the page, its styles and the cards."""
    with tempfile.TemporaryDirectory() as state:
        words = [program, "serve", "--port", "0", "--state", state]
        server = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
        try:
            url = next(line.split()[1] for line in server.stderr if line.startswith("open "))
            opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
            # The address with the token gives the cookie.
            opener.open(url)
            origin = url.split("/?")[0]
            page = opener.open(f"{origin}/").read().decode()
            base = re.search(r'"(/assets/\w+)/', page)[1]
            styles = re.findall(rf'"{base}/(\w+\.css)"', page)
            decks = re.search(r"STYLES = \[(.*?)\]", (ASSETS / "deck.js").read_text(encoding="utf-8"))[1]
            cards = [f"cards-{style}-{code}.svg" for style in re.findall(r"\w+", decks) for code in LANGUAGES]
            for name in (*styles, *cards):
                (out / name).write_bytes(opener.open(f"{origin}{base}/{name}").read())
            (out / "index.html").write_text(page.replace(base, "."), encoding="utf-8")
        finally:
            server.terminate()
            server.wait()


def keeper(out):
    """Tells the file that keeps the others which there are."""
    names = sorted(str(path.relative_to(out)) for path in out.rglob("*") if path.is_file())
    later = [name for name in names if name.startswith("networks/")]
    files = ["./", *(name for name in names if name not in later and name != "keeper.js")]
    contents = hashlib.sha256()
    for name in names:
        contents.update((out / name).read_bytes())
    text = (out / "keeper.js").read_text(encoding="utf-8")
    for name, value in {"files": files, "later": later}.items():
        text = text.replace(f"{{{{{name}}}}}", json.dumps(value))
    text = text.replace("{{version}}", f"spariglio-{contents.hexdigest()[:16]}")
    (out / "keeper.js").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
