"""The commands whose files are tested: their inputs, and the bytes that may differ from run to run."""

from __future__ import annotations

from dataclasses import dataclass, field

RECORDS = "data/gen-0000/records/shard-00000.jsonl.zst"
SELFPLAY = """
rules = "cirulla"
seed = 7
[data]
agents = ["ismcts:simulations=20"]
shards = 5
hands_per_shard = 6
records = true
"""

GRADIENT = """
rules = "mini_scopone"
seed = 1
[gradient]
critic_decisions = 500
decisions = 3_000
batch = [100, 200]
width = 32
critic_width = 32
shards = 2
checkpoint = 400
[labels]
agents = ["net-search:net=RUN"]
shards = 2
hands_per_shard = 10
[labels.playout_cap]
share = 0.5
full = 20
cheap = 4
[distil]
rounds = 2
window = 2
passes = 1
batch = 100
fresh = 0.5
rate = 5e-4
[evaluation]
opponents = ["formula"]
hands = 20
every = 1_000
"""

TORCH = (
    GRADIENT.replace("[gradient]", 'device = "cpu"\n[gradient]\nblocks = 1', 1)
    + """
[gate]
agent = "net:net=RUN"
hands = 20
threshold = 0.0
"""
)

TOURNAMENT = """
name = "Four"
rules = "cirulla"
seed = 3
secret = "0123456789abcdef"
[[team]]
name = "Greedy"
agent = "greedy"
[[team]]
name = "Search"
agent = "ismcts:simulations=15"
[[team]]
name = "Formula"
agent = "formula"
[[team]]
name = "Leaves"
[team.agent]
type = "external"
command = ["sh", "-c", '''
read hello; echo '{"id":0,"type":"ready","protocol":1,"name":"brief"}'; read act''']
[[stage]]
format = "round_robin"
rounds = 1
[[stage]]
format = "knock_out"
"""

LADDER = """
title = "A ladder"
rules = "scopa"
seed = 1
[[row]]
name = "first"
agents = ["greedy", "random", "formula"]
hands = 200
[[row]]
name = "second"
agents = ["ismcts:simulations=8", "random"]
hands = 100
"""
PLAYED_LADDER = ["ladder", "ROOT/ladder_x.toml", "--out", "ROOT/out"]
LADDER_TIMES = frozenset({"time", "clocked", "seal"})

ARENA = ["arena", "--rules", "scopa", "--agents", "greedy,formula,ismcts:simulations=4", "--seed", "5"]
HANDS = [*ARENA, "--hands", "400"]


@dataclass(frozen=True)
class Work:
    """A command. `ROOT` in its words is the folder of all its files."""

    name: str
    words: list[str]
    files: dict[str, str] = field(default_factory=dict)
    # Commands that make its inputs.
    before: list[list[str]] = field(default_factory=list)
    # JSON fields that measure time, and endings of files that contain only such data.
    times: frozenset[str] = frozenset()
    timed_files: tuple[str, ...] = ()
    # Speed of its clock. If a command saves at intervals, a faster clock makes it save often in a short run.
    rate: float = 1
    # Whether the command resumes from existing files; otherwise it makes its result in one go.
    resumes: bool = True


WORKS = [
    Work("selfplay", ["selfplay", "ROOT/config.toml", "--out", "ROOT/run"], {"config.toml": SELFPLAY}),
    Work(
        "gradient",
        ["learn", "ROOT/config.toml", "--out", "ROOT/run"],
        {"config.toml": GRADIENT},
        times=frozenset({"time", "decisions_per_second", "hash"}),
        timed_files=(".spariglio",),
    ),
    Work("arena", [*HANDS, "--out", "ROOT/result.json"], rate=60),
    Work(
        "records",
        [*HANDS, "--records-hands", "300", "--records", "ROOT/hands.jsonl.zst", "--out", "ROOT/result.json"],
        rate=60,
    ),
    Work("matches", [*ARENA, "--matches", "12", "--out", "ROOT/result.json"], rate=60),
    Work("tournament", ["tournament", "ROOT/four.toml", "--out", "ROOT/out"], {"four.toml": TOURNAMENT}),
    Work("ladder", PLAYED_LADDER, {"ladder_x.toml": LADDER}, times=LADDER_TIMES, rate=60),
    Work("part of a ladder", [*PLAYED_LADDER, "--part", "1/2"], {"ladder_x.toml": LADDER}, times=LADDER_TIMES),
    Work(
        "sum of parts",
        PLAYED_LADDER,
        {"ladder_x.toml": LADDER},
        before=[[*PLAYED_LADDER, "--part", f"{part}/2"] for part in (1, 2)],
        times=LADDER_TIMES,
    ),
    Work(
        "merge",
        ["merge", "ROOT/part1.json", "ROOT/part2.json", "--out", "ROOT/whole.json"],
        before=[[*HANDS, "--part", f"{part}/2", "--out", f"ROOT/part{part}.json"] for part in (1, 2)],
        resumes=False,
    ),
    Work(
        "export",
        [
            "export",
            "ROOT/given/data/gen-0000/records/shard-00000.jsonl.zst",
            "--out",
            "ROOT/run",
            "--hands-per-shard",
            "2",
        ],
        {"config.toml": SELFPLAY},
        before=[["selfplay", "ROOT/config.toml", "--out", "ROOT/given"]],
    ),
    Work(
        "equity",
        ["equity", "--rules", "scopa", "--hands", "2000", "--out", "ROOT/e.json", "--picture", "ROOT/e.svg"],
        rate=60,
    ),
    Work(
        "report",
        ["report", "ROOT/result.json", "--out", "ROOT/page"],
        before=[[*HANDS, "--out", "ROOT/result.json"]],
        resumes=False,
    ),
]

# Only if the program has libtorch.
TRAINED = [
    Work(
        "torch",
        ["learn", "ROOT/config.toml", "--out", "ROOT/run"],
        {"config.toml": TORCH},
        times=frozenset({"time", "decisions_per_second", "hash"}),
        timed_files=(".spariglio",),
    )
]
