//! The data set card: a `README.md` in the folder of a generation, so that the folder can be published unchanged. It
//! explains all that its tables hold; no other text is needed to decode them.
//!
//! Its head is that of a Hugging Face data set card. Invariant: it depends only on the manifest, the game and what made
//! the data.
//!
//! | file | noun |
//! |---|---|
//! | `croissant` | the same for programs: `croissant.json` |
//! | `head` | the head of the card |
//! | `tables` | the tables, their files and their columns |
//! | `meaning`, `decode.py` | the meaning of the numbers, and a program that decodes them |
//! | `price` | the measured price of some recipes |
//! | `strength` | the measured strength of the agents |

mod croissant;
mod head;
mod inputs;
mod meaning;
mod price;
mod strength;
mod tables;

use std::fmt::Write;

use spariglio_engine::Game;
use spariglio_engine::format::plain::{markdown, plain};
use spariglio_files::Manifest;
use spariglio_files::manifest::{RecordsFile, Source};

pub(crate) use croissant::{CROISSANT_FILE, croissant};
pub use tables::SHARDS_OF_SPLITS;
use tables::extras;

/// Its file name.
pub(crate) const CARD_FILE: &str = "README.md";

/// The origin of a data set.
pub(crate) struct Made {
    /// Version and, if known, commit of the program.
    pub program: String,
    /// The command, and the configuration if it has one.
    pub command: String,
}

/// The card of a data set.
pub(crate) fn card(game: &Game, manifest: &Manifest, made: &Made) -> String {
    let mut parts = vec![
        head::head(manifest),
        summary(manifest),
        contents(manifest),
        making(manifest, made),
        rules(game),
        meaning::section(game),
        tables::section(manifest),
    ];
    if manifest.inputs {
        parts.push(inputs::section(game));
    }
    parts.extend([loading(manifest), ending(manifest, made)]);
    parts.join("\n")
}

fn summary(manifest: &Manifest) -> String {
    let fingerprint = &manifest.fingerprint;
    let agents = manifest
        .source
        .agents()
        .iter()
        .map(|agent| markdown::code(agent))
        .collect::<Vec<_>>();
    let players = if agents.is_empty() {
        String::new()
    } else {
        format!(", played by {}", agents.join(" and "))
    };
    format!(
        "# {title}\n\n{rows} decisions of {hands} hands of the rule set {rules} ({seats} seats, {sides} sides){players}. \
         It is a game of the Italian Scopa family: cards of the table are captured by value. Each row is one decision, with \
         all cards, the choices, what the agent thought of them, and how the hand ended.\n",
        title = markdown::text(&title(manifest)),
        rows = manifest.rows,
        hands = manifest.hands,
        rules = markdown::code(&fingerprint.rules),
        seats = fingerprint.players,
        sides = fingerprint.sides,
    )
}

/// The title of the data set.
fn title(manifest: &Manifest) -> String {
    let rules = &manifest.fingerprint.rules;
    match manifest.source {
        Source::Selfplay { .. } => format!("Self-play of {rules}"),
        Source::Records { .. } => format!("Hands of {rules}"),
    }
}

fn contents(manifest: &Manifest) -> String {
    let (has_games, has_records) = extras(manifest);
    let bytes: u64 = manifest.shards.iter().map(|shard| shard.bytes).sum();
    let mut text = format!(
        "## Files\n\n| file | what it is |\n|---|---|\n\
         | `rows/shard-*.parquet` | one decision per row, in {shards} files of {bytes} bytes in all |\n",
        shards = manifest.shards.len(),
    );
    if has_games {
        text.push_str(
            "| `games/shard-*.parquet` | the same hands, one hand per row, as sequences of tokens |\n\
             | `vocabulary.json` | the text of each token |\n",
        );
    }
    if has_records {
        text.push_str(
            "| `records/shard-*.jsonl.zst` | the same hands as text, one JSON object per line, packed with zstd: `dealer`, \
             `hands` by seat, `table`, `stock`, `turns` with `seat` and `action`, `result` |\n",
        );
    }
    text.push_str(
        "| `manifest.json` | size, numbers of hands and rows, and SHA-256 of every file |\n\
         | `croissant.json` | tables, columns and types for programs, as Croissant metadata |\n",
    );
    if manifest.shards.len() >= SHARDS_OF_SPLITS {
        text.push_str(
            "\nA split is whole shards, so no deal is in two of them: shards whose number ends in 8 are `validation`, in 9 \
             `test`, all others `train`. Deals are drawn independently.\n",
        );
    }
    text
}

/// The sources of the rows, and the strength of the agents.
fn making(manifest: &Manifest, made: &Made) -> String {
    let rules_hash = &manifest.fingerprint.rules_hash;
    let mut text = format!("## How it was made\n\nSpariglio {}. {}\n", markdown::text(&made.program), made.command);
    match &manifest.source {
        Source::Selfplay { seed, generation, agents, recipe } => {
            for agent in agents {
                let _ = writeln!(text, "- agent: {}", markdown::code(agent));
            }
            let _ = writeln!(text, "- seed {seed}, generation {generation}, recipe {recipe}");
            if let Some(hours) = price::hours(&manifest.fingerprint.rules, agents, manifest.rows) {
                let _ = writeln!(text, "- price: about {hours:.2} hours of a core (Xeon), with records and games");
            }
        }
        Source::Records { files, partners_open, .. } => {
            for RecordsFile { name, sha256 } in files {
                let _ = writeln!(text, "- hand records: {}, SHA-256 {sha256}", markdown::code(name));
            }
            let open = if *partners_open { "saw" } else { "did not see" };
            let _ = writeln!(
                text,
                "- `policy` is 1 for the action that was played, `root_value` null, `full_search` false\n\
                 - partners {open} each other's hand cards"
            );
        }
    }
    let _ = writeln!(text, "- run {}, hash of the rules {rules_hash}", manifest.run);
    let measured = strength::measured(&manifest.fingerprint.rules, manifest.source.agents());
    if !measured.is_empty() {
        text.push_str(
            "\nMeasured strength of the agents, without exploration, on duplicate deals:\n\n\
             | agent | against | points per hand more | 95 % interval | hands |\n|---|---|---|---|---|\n",
        );
        for one in measured {
            let (agent, against) = (markdown::code(&one.agent), markdown::code(&one.against));
            let [low, high] = one.interval;
            let _ = writeln!(text, "| {agent} | {against} | {:.2} | {low:.2} to {high:.2} | {} |", one.mean, one.hands);
        }
    }
    text
}

fn rules(game: &Game) -> String {
    format!(
        "## Rules\n\nThe rule set as data; its fields are explained in the documentation of Spariglio.\n\n{}\n",
        markdown::fenced("toml", &game.rules().to_toml())
    )
}

fn loading(manifest: &Manifest) -> String {
    let games = if extras(manifest).0 {
        "\ngames = load_dataset(\".\", \"games\")"
    } else {
        ""
    };
    format!(
        "## Loading\n\nIn this folder:\n\n```python\nimport polars as pl\n\nrows = pl.read_parquet(\"rows\")\n```\n\n\
         ```python\nfrom datasets import load_dataset\n\nrows = load_dataset(\".\"){games}\n```\n\n\
         pandas, pyarrow and DuckDB (`rows/*.parquet`) read the folder `rows` too.\n"
    )
}

fn ending(manifest: &Manifest, made: &Made) -> String {
    format!(
        "## Licence and citation\n\n\
         The authors of Spariglio claim no rights in what the program makes. Whoever publishes this folder may name another \
         licence here, above and in `croissant.json`, and another author of the data below.\n\n{}\n",
        markdown::fenced("bibtex", &citation(manifest, made))
    )
}

/// How to cite the data set and the program, as BibTeX.
fn citation(manifest: &Manifest, made: &Made) -> String {
    format!(
        "@misc{{spariglio_{run},\n  title = {{{title}}},\n  author = {{{{the Spariglio authors}}}},\n  \
         note = {{Made by Spariglio {version}, run {run}}}\n}}\n\
         @software{{spariglio,\n  title = {{Spariglio}},\n  author = {{{{the Spariglio authors}}}},\n  \
         version = {{{version}}},\n  url = {{{address}}}\n}}",
        title = plain(&title(manifest)),
        run = manifest.run,
        version = made.program.split(' ').next().unwrap_or_default(),
        address = env!("CARGO_PKG_REPOSITORY"),
    )
}

#[cfg(test)]
mod tests {
    use spariglio_files::Fingerprint;
    use spariglio_files::manifest::ShardEntry;

    use super::head::feature;
    use super::*;
    use crate::games;
    use crate::row::Shape;
    use crate::schema::{columns, told};

    fn made() -> Made {
        Made { program: "0.0.0 (1a2b3c4d5)".to_owned(), command: "Some command.\n".to_owned() }
    }

    fn manifest(game: &Game, source: Source, shards: u64) -> Manifest {
        let shard = |number: u64| ShardEntry {
            file: format!("rows/shard-{number:05}.parquet"),
            hands: 10,
            rows: 320,
            bytes: 1000 + number,
            sha256: String::new(),
            records_sha256: Some(String::new()),
            games_sha256: Some(String::new()),
        };
        let fingerprint = Fingerprint::of(game);
        Manifest {
            schema_version: 1,
            run: source.run(&fingerprint, false),
            fingerprint,
            inputs: false,
            source,
            hands: 10 * shards,
            rows: 320 * shards,
            shards: (0..shards).map(shard).collect(),
        }
    }

    fn selfplay(agents: &[&str]) -> Source {
        let agents = agents.iter().map(|&agent| agent.to_owned()).collect();
        Source::Selfplay { seed: 7, generation: 0, agents, recipe: "0123456789abcdef".to_owned() }
    }

    #[test]
    fn names_on_the_card_stay_text() {
        let name = "<script>|`a`*b*\u{1b}[31m\n# c\u{202e}";
        let game = Game::preset("scopone").expect("a preset");
        let file = RecordsFile { name: name.to_owned(), sha256: String::new() };
        let records = Source::Records { files: vec![file], partners_open: false, hands_per_shard: 1 };
        for source in [selfplay(&[name]), records] {
            let mut manifest = manifest(&game, source, 0);
            manifest.fingerprint.rules = name.to_owned();
            let text = card(&game, &manifest, &made());
            let is_bad = |letter: char| letter.is_control() && letter != '\n' || letter == '\u{202e}';
            assert!(!text.contains(is_bad) && !text.contains("\n# c"), "{text:?}");
            assert!(text.contains(" of &lt;script>\\|\\`a\\`\\*b\\*\\\\u{1b}\\[31m # c"), "{text}");
            assert!(text.contains("`<script>|'a'*b*\\u{1b}[31m # c\\u{202e}`"), "{text}");
        }
    }

    #[test]
    fn the_card_tells_what_every_column_means_and_how_it_was_made() {
        let game = Game::preset("scopone").expect("a preset");
        let manifest = manifest(&game, selfplay(&["greedy", "ismcts:simulations=64"]), 2);
        let text = card(&game, &manifest, &made());
        assert!(text.starts_with("---\nlicense: "), "{text}");
        for part in [
            "640 decisions of 20 hands",
            "`ismcts:simulations=64`",
            "seed 7",
            "2001 bytes",
            "4 seats",
            "size_categories: [\"n<1K\"]",
            "task_categories: [reinforcement-learning]",
            "Spariglio 0.0.0 (1a2b3c4d5)",
            "Some command.",
            "| `greedy` | `random` | ",
            "KINDS = [\"cards\", ",
            "RANKS = \"A234567JQK\"",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(
            !text.contains("split: test") && !text.replace("{{the Spariglio authors}}", "").contains("{{"),
            "{text}"
        );
        let shape = Shape::new(&manifest.fingerprint, false);
        for column in columns(shape).into_iter().chain(games::columns(shape)) {
            let row = text.lines().find(|line| line.starts_with(&format!("| `{}` |", column.name())));
            let cells: Vec<&str> = row.expect("a row of the table").split('|').map(str::trim).collect();
            assert!(cells[2] == told(column.data_type()) && cells[3].len() > 5, "{cells:?}");
            let typed = format!("      - name: {}\n        {}\n", column.name(), feature(column.data_type()));
            assert!(text.contains(&typed), "{typed}: {text}");
        }
        assert!(text.contains("      - name: piles\n        list: uint64\n        length: 2\n"), "{text}");
    }

    /// `tools/check_dataset.py` reads the rows by this file.
    #[test]
    fn croissant_has_every_column_of_every_table() {
        let game = Game::preset("scopone").expect("a preset");
        let manifest = manifest(&game, selfplay(&["greedy"]), 2);
        let text = croissant(&manifest, &made());
        let metadata: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(metadata["recordSet"].as_array().map(Vec::len), Some(2));
        let shape = Shape::new(&manifest.fingerprint, false);
        for (place, columns) in [columns(shape), games::columns(shape)].into_iter().enumerate() {
            let fields = metadata["recordSet"][place]["field"].as_array().expect("fields");
            let names: Vec<&str> = fields.iter().filter_map(|field| field["name"].as_str()).collect();
            assert_eq!(names, columns.iter().map(|column| column.name().as_str()).collect::<Vec<_>>());
        }
        let fields = metadata["recordSet"][0]["field"].as_array().expect("fields");
        let points = fields.iter().find(|field| field["name"] == "points").expect("a column");
        assert_eq!(points["dataType"], "cr:Int32");
        assert_eq!(points["arrayShape"], "24");
        assert_eq!(metadata["distribution"][0]["includes"], "rows/*.parquet");
    }

    #[test]
    fn the_card_states_the_price_if_it_was_measured() {
        let game = Game::preset("scopone").expect("a preset");
        let of = |agents: &[&str]| {
            let manifest = Manifest { rows: 10_000_000, ..manifest(&game, selfplay(agents), 1) };
            card(&game, &manifest, &made())
        };
        assert!(of(&["net (weights 3380a031a05ddbfc)"]).contains("- price: about 0."));
        assert!(of(&["net-search:simulations=400 (weights 3380a031a05ddbfc)"]).contains("- price: about 3."));
        for agents in [&["greedy"][..], &["net", "greedy"]] {
            assert!(!of(agents).contains("- price:"), "{agents:?}");
        }
    }

    /// Whoever downloads the data has no Rust to look a name up in.
    #[test]
    fn the_card_names_nothing_of_the_code() {
        let game = Game::preset("cirulla").expect("a preset");
        let text = card(&game, &manifest(&game, selfplay(&["greedy"]), 1), &made());
        for name in ["hand_id", "NO_SHUTOUT", "UTILITY_SCALE", "[`", "`]", "::"] {
            assert!(!text.contains(name), "{name}: {text}");
        }
    }

    #[test]
    fn network_inputs_are_explained_if_there_are_any() {
        let game = Game::preset("scopa").expect("a preset");
        let manifest = Manifest { inputs: true, ..manifest(&game, selfplay(&["greedy"]), 1) };
        let text = card(&game, &manifest, &made());
        for row in ["| view | `table` | 40 | cards (40) | ", "| view | `known` | 200 | other seats (1) x cards (40) | "]
        {
            assert!(text.contains(row), "{row}: {text}");
        }
        assert!(text.contains("| action | `card` | ") && !text.contains("| world | "), "{text}");
    }

    #[test]
    fn ten_shards_make_splits() {
        let game = Game::preset("scopa").expect("a preset");
        let text = card(&game, &manifest(&game, selfplay(&["greedy"]), 10), &made());
        for part in ["split: validation\n        path: \"rows/shard-*8.parquet\"", "\"games/shard-*[0-7].parquet\""] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
