"""How strong agents are in games that nobody has seen: a search, the network of the nearest preset, a new network.

Makes new games near presets that have a network, with the preset's pack, seats and deal. In each game plays, against
`formula`: the preset's network as it is, `ismcts`, and a network that learnt there for some decisions. Writes
transfer.json, transfer.md and transfer.svg. What is there is not played again.

    python3 tools/transfer.py --spariglio target/release/spariglio --games 8 --out runs/transfer
"""

import argparse
import json
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIKE = ["scopa", "scopone", "cirulla", "cicera", "scopone_scientifico", "cirulla_4", "cirullone"]
LEARN = """rules = "{rules}"
seed = 1

[gradient]
decisions = {decisions}
residual = "none"
pull = [0.05, 0.03]
batch = [512, 1024]
shards = 4
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spariglio", default="target/release/spariglio")
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--distance", type=int, default=3)
    parser.add_argument("--decisions", type=int, default=6_000_000)
    parser.add_argument("--hands", type=int, default=4000)
    parser.add_argument("--out", type=Path, default=Path("runs/transfer"))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    games = [played(args, number) for number in range(args.games)]
    (args.out / "transfer.json").write_text(json.dumps(games, indent=1) + "\n", encoding="utf-8")
    (args.out / "transfer.md").write_text(table(games), encoding="utf-8")
    draw(games, args.out / "transfer.svg")


def played(args, number):
    """The figures of one new game; made unless they are there."""
    like = LIKE[number % len(LIKE)]
    folder = args.out / f"{number + 1}-{like}"
    found = folder / "figures.json"
    if found.exists():
        return json.loads(found.read_text(encoding="utf-8"))
    folder.mkdir(exist_ok=True)
    rules, changes = new_game(args, like, folder, number)
    near = ROOT / "agents/nets" / like
    config = folder / "learn.toml"
    config.write_text(LEARN.format(rules=rules.name, decisions=args.decisions), encoding="utf-8")
    run(args, "learn", config, "--out", folder / "learnt")
    agents = {
        "near": (f"net:net={near}:rules=other", args.hands),
        "ismcts": ("ismcts:simulations=1000", max(200, args.hands // 10)),
        "learnt": (f"net:net={folder / 'learnt'}", args.hands),
    }
    figures = {"like": like, "changes": changes}
    for name, (agent, hands) in agents.items():
        words = ["arena", "--rules", rules, "--agents", f"{agent},formula", "--hands", hands, "--json"]
        pair = json.loads(run(args, *words))["pairs"][0]
        margin = pair["figures"]["margin"]
        figures[name] = [margin["mean"], *margin["interval"]]
    found.write_text(json.dumps(figures), encoding="utf-8")
    print(json.dumps(figures), flush=True)
    return figures


def new_game(args, like, folder, number):
    """A new game whose pack, seats and deal are the preset's: the first seed that gives one."""
    for seed in range(1000 * number + 1, 1000 * number + 1000):
        words = ["rules", "random", "--like", like, "--distance", args.distance, "--seed", seed]
        made = json.loads(run(args, *words, "--json"))
        if all(field != "deal" for field, _, _ in made["changes"]):
            rules = folder / "rules.toml"
            rules.write_text(run(args, *words), encoding="utf-8")
            return rules, [f"{field}: {old} -> {new}" for field, old, new in made["changes"]]
    raise SystemExit(f"no game near {like} has its deal")


def run(args, *words):
    done = subprocess.run([str(word) for word in (args.spariglio, *words)], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}: {done.stderr}")
    return done.stdout


def table(games):
    head = f"| like | changes | {' | '.join(SERIES.values())} |\n|---|---|---|---|---|\n"

    def cell(found):
        return f"{found[0]:+.2f} ({found[1]:+.2f} to {found[2]:+.2f})"

    rows = [
        f"| {game['like']} | {'; '.join(game['changes'])} | " + " | ".join(cell(game[name]) for name in SERIES) + " |\n"
        for game in games
    ]
    return head + "".join(rows)


SERIES = {"near": "network of the preset", "ismcts": "ismcts, 1000 simulations", "learnt": "network learnt there"}


def draw(games, path):
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 0.6 * len(games) + 1.4))
    for offset, (name, label) in zip((-0.2, 0, 0.2), SERIES.items(), strict=True):
        means = [game[name][0] for game in games]
        errors = [[game[name][0] - game[name][1] for game in games], [game[name][2] - game[name][0] for game in games]]
        places = [place + offset for place in range(len(games))]
        axes.errorbar(means, places, xerr=errors, fmt="o", label=label, markersize=5)
    axes.axvline(0, color="grey", linewidth=1)
    axes.set_yticks(range(len(games)), [f"{number + 1}: like {game['like']}" for number, game in enumerate(games)])
    axes.invert_yaxis()
    axes.set_xlabel("points per hand above formula, 95 % intervals")
    figure.legend(loc="upper center", ncols=3, frameon=False)
    figure.tight_layout(rect=(0, 0, 1, 0.94))
    figure.savefig(path)


if __name__ == "__main__":
    main()
