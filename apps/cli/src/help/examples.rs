//! The verbs with their groups, pages, files and examples, in the order of the help.

/// What the help tells of a verb beside its arguments.
pub struct VerbHelp {
    /// Its name.
    pub verb: &'static str,
    /// The group that lists it.
    pub group: &'static str,
    /// The pages about it.
    pub pages: &'static str,
    /// The meaning of exit status 1; empty if it never ends with that.
    pub fault: &'static str,
    /// Files that it reads or writes without being told their names, each with its content.
    pub files: &'static [(&'static str, &'static str)],
    /// Two or three examples.
    pub examples: &'static [Example],
}

/// The meaning of exit status 1 for work that Ctrl-C stops at a point with a valid result.
const STOPPED: &str = "Ctrl-C stopped the work";
/// The same for pools of versions.
const WORSE_OR_STOPPED: &str =
    "a version is worse than the one before it, a version loses hands by offences, or Ctrl-C stopped the work";
/// The same for verbs that read hand records.
const WRONG_RECORD: &str = "a hand record is wrong";
/// The same for both.
const WRONG_RECORD_OR_STOPPED: &str = "a hand record is wrong, or Ctrl-C stopped the work";

/// A command that a reader can copy.
pub struct Example {
    /// Its purpose.
    pub about: &'static str,
    /// The command.
    pub command: &'static str,
}

const fn example(about: &'static str, command: &'static str) -> Example {
    Example { about, command }
}

/// A verb that never ends with status 1 and uses no file untold, so far without examples.
const fn verb(verb: &'static str, group: &'static str, pages: &'static str) -> VerbHelp {
    VerbHelp { verb, group, pages, fault: "", files: &[], examples: &[] }
}

impl VerbHelp {
    const fn fault(self, fault: &'static str) -> VerbHelp {
        VerbHelp { fault, ..self }
    }

    const fn files(self, files: &'static [(&'static str, &'static str)]) -> VerbHelp {
        VerbHelp { files, ..self }
    }

    const fn examples(self, examples: &'static [Example]) -> VerbHelp {
        VerbHelp { examples, ..self }
    }
}

/// The files of a run of learning.
const RUN: &[(&str, &str)] = &[
    ("DIR/nets/gen-NNNN/", "networks"),
    ("DIR/nets/best.json", "the number of the best network, if networks must win their place"),
    ("DIR/metrics.jsonl", "figures of learning and of evaluations"),
    ("DIR/checkpoint.safetensors", "the state from which a stopped run resumes"),
];

/// The files of a generation of rows.
const ROWS: &[(&str, &str)] = &[
    ("DIR/data/gen-NNNN/rows/shard-NNNNN.parquet", "rows"),
    ("DIR/data/gen-NNNN/manifest.json", "the list of shards with their hashes"),
];

/// Every verb.
pub const VERBS: &[VerbHelp] = &[
    verb("play", "Play", "docs/reference/games.md")
        .fault("an agent committed an offence")
        .examples(&[
            example("Scopone against three copies of the network that ships", "spariglio play --agents net"),
            example(
                "one hand of Scopa, kept as a record",
                "spariglio play --rules scopa --hands 1 --records mine.jsonl",
            ),
        ]),
    verb("serve", "Play", "docs/how-to/serve.md")
        .files(&[("~/.local/state/spariglio/serve/", "the tables, if --state names no other folder")])
        .examples(&[
            example("start and open the browser", "spariglio serve --open"),
            example("a slow, strong opponent at the tables", "spariglio serve --agents net-search:millis=2000"),
        ]),
    verb("mcp", "Play", "docs/how-to/language_models.md").examples(&[
        example("a server for a client that starts it", "spariglio mcp"),
        example("with hints at the tables", "spariglio mcp --allow-hints"),
    ]),
    verb("review", "Play", "docs/how-to/review.md")
        .fault(WRONG_RECORD_OR_STOPPED)
        .examples(&[
            example(
                "the first three hands of a file, as a page",
                "spariglio review hands.jsonl --hands 3 --out review.html",
            ),
            example("one object per decision", "spariglio review hands.jsonl --json"),
        ]),
    verb("analyse", "Play", "docs/explanation/agents.md, docs/reference/records.md, docs/reference/bot.md")
        .fault(WRONG_RECORD)
        .examples(&[
            example("the first decision of the first hand", "spariglio analyse hands.jsonl --ply 0"),
            example(
                "a later one, by a longer search",
                "spariglio analyse hands.jsonl --line 3 --ply 12 --agent ismcts:simulations=20000",
            ),
            example("the engine of an app: questions as lines of JSON", "spariglio analyse --requests --threads 2"),
        ]),
    verb("solve", "Play", "docs/reference/games.md, docs/reference/records.md")
        .fault(WRONG_RECORD)
        .examples(&[
            example("the last three cards of each seat", "spariglio solve hands.jsonl --cards-left 3"),
            example("the points lost at the end, by seat", "spariglio solve hands.jsonl --errors"),
        ]),
    verb("arena", "Compare", "docs/how-to/arena.md, docs/explanation/statistics.md, docs/how-to/matches.md")
        .fault("Ctrl-C stopped the work (an agent that loses hands by offences is no fault)")
        .examples(&[
            example("two agents, 10000 hands", "spariglio arena --agents net,formula"),
            example(
                "three agents of Scopa, resumed if stopped",
                "spariglio arena --rules scopa --agents greedy,formula,net --out a.json",
            ),
            example(
                "is the first one better by 0.1 points per hand?",
                "spariglio arena --agents cicuti,formula --sprt 0.1 --hands 100k",
            ),
            example(
                "an arena file, with the network of a run",
                "spariglio arena configs/arena/demo.toml --net runs/demo",
            ),
        ]),
    verb("report", "Compare", "docs/how-to/arena.md, docs/explanation/learning.md").examples(&[
        example("a page of an arena", "spariglio report a.json"),
        example("a page of a run of learning", "spariglio report runs/mine --out pages/mine"),
    ]),
    verb("merge", "Compare", "docs/how-to/machines.md").examples(&[
        example("two halves of an arena", "spariglio merge half-1.json half-2.json --out whole.json"),
        example("print the sum only", "spariglio merge half-1.json half-2.json --json"),
    ]),
    verb("ladder", "Compare", "docs/how-to/nightly.md, docs/results/strength.md")
        .fault(WORSE_OR_STOPPED)
        .files(&[
            ("DIR/LADDER.json", "the results of a ladder file"),
            ("DIR/pool.json, DIR/versions/", "a pool: its versions and their files"),
        ])
        .examples(&[
            example(
                "a hundredth of the hands of a table",
                "spariglio ladder configs/arena/ladder_basics.toml --out runs/ladder --hands-scale 0.01",
            ),
            example(
                "every night: is the bot better than its last version?",
                "spariglio ladder --pool runs/nightly --add formula --add bot=external:command=./bot.py",
            ),
            example("the page of all results", "spariglio ladder --page runs/ladder/page.md --from runs/ladder"),
        ]),
    verb("tournament", "Compare", "docs/how-to/tournament.md, docs/how-to/trust.md")
        .fault(STOPPED)
        .files(&[("DIR/tournament.json, DIR/tournament.md", "the result"), ("DIR/matches.jsonl", "the matches")])
        .examples(&[
            example(
                "a tournament of pairs of Scopone",
                "spariglio tournament configs/tournament/scopone_pairs.toml --out runs/cup",
            ),
            example(
                "the same with programs shut in",
                "spariglio tournament configs/tournament/scopone_pairs.toml --out runs/cup --sandbox",
            ),
        ]),
    verb("equity", "Compare", "docs/how-to/matches.md")
        .fault(STOPPED)
        .files(&[(
            "runs/equity-RULES-END.json, .svg, .png",
            "the table and its pictures, if --out names no other file",
        )])
        .examples(&[
            example(
                "the table of Cirulla",
                "spariglio equity --rules cirulla --out cirulla.json --picture cirulla.svg",
            ),
            example(
                "matches to 11 and 21, from the same hands",
                "spariglio equity --rules scopa --limit 11,21 --hands 200k",
            ),
        ]),
    verb("check-agent", "Compare", "docs/reference/protocol.md")
        .fault("the program failed a check")
        .examples(&[
            example(
                "a program in Python",
                "spariglio check-agent -- python3 notebooks/examples/agents/random_agent.py",
            ),
            example("in one game only", "spariglio check-agent --rules scopone -- ./my-agent"),
        ]),
    verb("learn", "Learn", "docs/explanation/learning.md, docs/how-to/machines.md")
        .fault(STOPPED)
        .files(RUN)
        .examples(&[
            example("a network for Scopone in minutes", "spariglio learn configs/learn/demo.toml --out runs/mine"),
            example(
                "another seed, on two cores",
                "spariglio learn configs/learn/demo.toml --out runs/two --seed 2 --threads 2",
            ),
        ]),
    verb("selfplay", "Learn", "docs/reference/data_set.md, docs/how-to/machines.md")
        .fault(STOPPED)
        .files(ROWS)
        .examples(&[
            example("a million rows of a book player", "spariglio selfplay --agents formula --rows 1M --out runs/rows"),
            example(
                "rows with inputs, and the hands as records",
                "spariglio selfplay --agents formula,greedy --hands 10k --inputs --with-records --out runs/two",
            ),
            example("by a configuration", "spariglio selfplay configs/selfplay/scopone.toml --out runs/search"),
        ]),
    verb("export", "Learn", "docs/reference/data_set.md, docs/reference/records.md")
        .fault(WRONG_RECORD_OR_STOPPED)
        .files(ROWS)
        .examples(&[
            example("rows of recorded hands", "spariglio export hands.jsonl --out runs/hands"),
            example(
                "with the inputs of networks",
                "spariglio export monday.jsonl.zst tuesday.jsonl.zst --inputs --out runs/hands",
            ),
        ]),
    verb("train", "Learn", "docs/tutorials/own_network.md, docs/explanation/learning.md")
        .fault(STOPPED)
        .files(RUN)
        .examples(&[
            example("from rows alone", "spariglio train --data runs/rows --out runs/taught"),
            example("by a configuration", "spariglio train configs/learn/rows.toml --data runs/rows --out runs/taught"),
        ]),
    verb("inputs", "Learn", "docs/reference/inputs.md").examples(&[
        example("the blocks of Scopone's inputs", "spariglio inputs"),
        example("one column", "spariglio inputs 46 --rules cirulla"),
        example("the inputs of a decision, with logits", "spariglio inputs --example --seed 7"),
    ]),
    verb("exploit", "Learn", "docs/how-to/exploit.md")
        .fault(STOPPED)
        .files(RUN)
        .examples(&[
            example(
                "exactly, in a small game",
                "spariglio exploit --rules mini_scopone --agents random,greedy --solve 1000",
            ),
            example("by a pool of opponents", "spariglio exploit --rules cirullone --agents net --out runs/hunt"),
            example(
                "by a search that knows the agent",
                "spariglio exploit --agents formula --pool net-search:simulations=1600:others=formula",
            ),
        ]),
    verb("gain", "Compare", "docs/how-to/arena.md").examples(&[
        example(
            "a search that the network guides, over the network",
            "spariglio gain --agents net-search:simulations=400",
        ),
        example(
            "two ways to play the end of a hand",
            "spariglio gain --rules cicera --agents net,net:hidden=3 --hands 5000",
        ),
    ]),
    verb("score", "Compare", "docs/how-to/score.md")
        .fault("the score does not hold (`--verify`), or Ctrl-C stopped the work")
        .files(&[
            ("DIR/commitment.json", "the hash of the secret, before the first hand"),
            ("DIR/secret.txt", "the secret; the score publishes it"),
            ("DIR/answers.jsonl", "every answer of the agent"),
            ("DIR/score.json", "the score"),
            ("DIR/report.html", "its page"),
        ])
        .examples(&[
            example("an agent", "spariglio score net --out runs/score-net"),
            example("does it hold?", "spariglio score --verify runs/score-net"),
            example("several", "spariglio score --table runs/score-net runs/score-formula"),
            example("the set that everybody knows", "spariglio score net --suite public --out runs/net"),
            example("which of two is better?", "spariglio score --compare runs/net runs/formula"),
        ]),
    verb("rules", "Games", "docs/reference/rule_sets.md, docs/reference/rules.md, docs/reference/games.md").examples(
        &[
            example("the presets", "spariglio rules list"),
            example("one in full, to begin your own", "spariglio rules show scopa"),
            example("a field", "spariglio rules explain capture.fewest"),
            example("a new game", "spariglio rules random --like scopa --distance 3 --seed 7"),
        ],
    ),
    verb(
        "agents",
        "Games",
        "docs/explanation/agents.md, docs/reference/agent_options.md, docs/results/strength.md",
    )
    .examples(&[
        example("all types", "spariglio agents"),
        example("the options of one", "spariglio agents net-search"),
    ]),
    verb("deal", "Games", "docs/reference/records.md").examples(&[
        example("a deal of Scopone", "spariglio deal"),
        example("ten deals of Cicera that anybody can repeat", "spariglio deal --rules cicera --hands 10 --seed 1"),
    ]),
    verb("replay", "Games", "docs/reference/records.md")
        .fault(WRONG_RECORD)
        .examples(&[
            example("check two files", "spariglio replay hands.jsonl more.jsonl.zst"),
            example("add legal actions and results", "spariglio replay hands.jsonl --fill"),
        ]),
    verb("conform", "Games", "docs/how-to/conform.md, docs/reference/records.md")
        .fault("an answer of the engine is wrong, or Ctrl-C stopped the work")
        .examples(&[
            example("all hands of the suite", "spariglio conform -- ./my-engine"),
            example(
                "an engine in Python, the first ten hands of Scopa and Cirulla",
                "spariglio conform --only scopa,cirulla --hands 10 -- python3 notebooks/examples/conform_engine.py",
            ),
            example("questions and answers as files", "spariglio conform --out runs/suite"),
        ]),
    verb("perft", "Games", "docs/reference/rules.md")
        .fault(WRONG_RECORD)
        .examples(&[
            example("from a random deal of Scopa", "spariglio perft --rules scopa --depth 5"),
            example("from the end of a record", "spariglio perft hands.jsonl --line 2"),
            example("the information sets of a small game", "spariglio perft --rules mini_scopa --info-sets"),
        ]),
    verb("bench", "Program", "docs/explanation/speed.md").examples(&[
        example("everything", "spariglio bench"),
        example("the speed of play only", "spariglio bench --only random_hands"),
    ]),
    verb("completions", "Program", "docs/start/install.md, docs/reference/cli.md").examples(&[
        example(
            "for bash; write it to ~/.local/share/bash-completion/completions/spariglio",
            "spariglio completions bash",
        ),
        example("for fish; write it to ~/.config/fish/completions/spariglio.fish", "spariglio completions fish"),
    ]),
    verb("man", "Program", "docs/start/install.md, docs/reference/cli.md, docs/reference/configuration.md").examples(
        &[
            example("the main page; show it with `man -l -`", "spariglio man"),
            example("all pages, for `man spariglio-arena`", "spariglio man --out ~/.local/share/man/man1"),
            example("the keys of configuration files, as Markdown", "spariglio man --markdown --configuration"),
        ],
    ),
];
