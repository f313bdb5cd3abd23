//! The data set card: a `README.md` in the folder of a generation, so that the folder can be published unchanged. It
//! explains all that its tables hold; no other text is needed to decode them.
//!
//! Its head is that of a Hugging Face data set card. Invariant: it depends only on the manifest, the game and what made
//! the data.
//!
//! | file | noun |
//! |---|---|
//! | `croissant` | the same for programs: `croissant.json` |
//! | `decode.py` | the program that decodes rows |
//! | `price` | the measured price of some recipes |
//! | `strength` | the measured strength of the agents |

mod croissant;
mod inputs;
mod price;
mod strength;

use std::fmt::Write;

use arrow_schema::{DataType, FieldRef};
use spariglio_engine::format::plain::{markdown, plain};
use spariglio_engine::hand::UTILITY_SCALE;
use spariglio_engine::{Card, Game, PointKind};
use spariglio_files::Manifest;
use spariglio_files::manifest::{RecordsFile, Source};

use crate::games;
use crate::row::{MEANINGS, Shape};
use crate::schema::{columns, told};

pub(crate) use croissant::{CROISSANT_FILE, croissant};

/// Its file name.
pub(crate) const CARD_FILE: &str = "README.md";

/// A data set has splits if it has this many shards: the last digit of a shard's number says which.
pub const SHARDS_OF_SPLITS: usize = 10;

/// The sizes that a card may state: each up to its number of rows.
const SIZES: [(u64, &str); 7] = [
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
    (100_000_000, "10M<n<100M"),
    (1_000_000_000, "100M<n<1B"),
];

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
        head(manifest),
        summary(manifest),
        contents(manifest),
        making(manifest, made),
        rules(game),
        meaning(game),
        tables(manifest),
    ];
    if manifest.inputs {
        parts.push(inputs::section(game));
    }
    parts.extend([loading(manifest), ending(manifest, made)]);
    parts.join("\n")
}

/// Whether the shards of a data set also have games, and records.
fn extras(manifest: &Manifest) -> (bool, bool) {
    let any = |is_there: fn(&spariglio_files::manifest::ShardEntry) -> bool| manifest.shards.iter().any(is_there);
    (any(|shard| shard.games_sha256.is_some()), any(|shard| shard.records_sha256.is_some()))
}

/// The files of a table by split, as patterns.
fn splits(manifest: &Manifest, folder: &str) -> Vec<(&'static str, String)> {
    let files = |digit: &str| format!("{folder}/shard-{digit}.parquet");
    if manifest.shards.len() < SHARDS_OF_SPLITS {
        return vec![("train", files("*"))];
    }
    vec![("train", files("*[0-7]")), ("validation", files("*8")), ("test", files("*9"))]
}

/// A table of a data set: its folder, and its columns with their meanings.
struct Table {
    name: &'static str,
    columns: Vec<(FieldRef, &'static str)>,
}

impl Table {
    fn new(name: &'static str, columns: Vec<FieldRef>, meanings: &[(&str, &'static str)]) -> Table {
        let columns = columns.into_iter().map(|column| {
            let meaning = meanings.iter().find(|(name, _)| name == column.name());
            let meaning = meaning.map_or("", |(_, meaning)| meaning.trim());
            (column, meaning)
        });
        Table { name, columns: columns.collect() }
    }
}

/// The tables of a data set: the rows, and the games if it has them.
fn tables_of(manifest: &Manifest) -> Vec<Table> {
    let shape = Shape::new(&manifest.fingerprint, manifest.inputs);
    let named = [
        ("rules", "Name of the rule set."),
        ("run", "Name of the run: all its generations have the same one."),
    ];
    let meanings: Vec<(&str, &str)> = named.into_iter().chain(MEANINGS.iter().copied()).collect();
    let mut tables = vec![Table::new("rows", columns(shape), &meanings)];
    if extras(manifest).0 {
        tables.push(Table::new("games", games::columns(shape), &games::MEANINGS));
    }
    tables
}

fn head(manifest: &Manifest) -> String {
    let size = SIZES
        .iter()
        .find(|(most, _)| manifest.rows < *most)
        .map_or("1B<n<10B", |(_, size)| size);
    let mut text = format!(
        r#"---
license: cc0-1.0
pretty_name: {name}
tags: [card-games, scopa, {tag}, imperfect-information]
size_categories: ["{size}"]
task_categories: [reinforcement-learning]
configs:
"#,
        name = serde_json::to_string(&plain(&title(manifest))).expect("a text has a JSON form"),
        tag = match manifest.source {
            Source::Selfplay { .. } => "self-play",
            Source::Records { .. } => "game-records",
        },
    );
    let tables = tables_of(manifest);
    for (place, Table { name, .. }) in tables.iter().enumerate() {
        let _ = writeln!(text, "  - config_name: {name}");
        if place == 0 {
            text.push_str("    default: true\n");
        }
        text.push_str("    data_files:\n");
        for (split, files) in splits(manifest, name) {
            let _ = writeln!(text, "      - split: {split}\n        path: \"{files}\"");
        }
    }
    text.push_str("dataset_info:\n");
    for Table { name, columns } in &tables {
        let _ = writeln!(text, "  - config_name: {name}\n    features:");
        for (column, _) in columns {
            let _ = writeln!(text, "      - name: {}\n        {}", column.name(), feature(column.data_type()));
        }
    }
    text.push_str("---\n");
    text
}

/// The type of a column in the words of Hugging Face.
fn feature(kind: &DataType) -> String {
    match kind {
        DataType::List(item) => format!("list: {}", told(item.data_type())),
        DataType::FixedSizeList(item, length) => format!("list: {}\n        length: {length}", told(item.data_type())),
        plain => format!("dtype: {}", told(plain)),
    }
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

/// What the numbers mean, and a program that decodes them.
fn meaning(game: &Game) -> String {
    let deck = game.deck();
    let ranks: String = (0..deck.ranks()).map(|rank| rank_letter(game, rank)).collect();
    let names: Vec<&str> = PointKind::ALL.iter().map(|kind| kind.name()).collect();
    let kinds = serde_json::to_string(&names)
        .expect("texts have a JSON form")
        .replace(',', ", ");
    let code = include_str!("card/decode.py")
        .replace("{ranks}", &ranks)
        .replace("{kinds}", &kinds)
        .replace("{{", "{")
        .replace("}}", "}");
    let mut text = format!(
        "## What the numbers mean\n\n\
         **Cards.** A card is the number 4 x (rank - 1) + suit. Ranks are 1 (ace) to {count}, written {ranks}; suits are 0 \
         coins `d`, 1 cups `c`, 2 swords `s`, 3 batons `b`. The seven of coins, the settebello, is `7d`: number 24. The \
         deck has {size} cards: {cards}.\n\n\
         **Card sets** have one bit per card, at its number: bit 24 is `7d`.\n\n\
         **Actions.** Bits 0 to 51 are a card set: what is captured or declared. Bits 52 to 57 are the card that is played; \
         in a declaration, the value of the matta. Bits 58 and up are the kind: 0 a play, 1 a declaration, 2 a pass. A play \
         that captures nothing lays its card on the table.\n\n\
         **Seats** are numbered from 0 in the order of play. Side `seat % sides` owns a seat's captures and points. The \
         first row of a hand is that of the seat after the dealer.\n\n\
         **Utility** is points by {UTILITY_SCALE}: 0.3 is three points more than the best other side.",
        count = deck.ranks(),
        size = deck.size(),
        cards = deck
            .cards()
            .iter()
            .map(|card| deck.card_text(card))
            .collect::<Vec<_>>()
            .join(" "),
    );
    if game.rules().score.shutout {
        let _ = write!(
            text,
            " A shutout (all cards of the scoring suit in one pile) wins the match at once; it counts as {} points to 0.",
            game.shutout_value()
        );
    }
    text.push_str("\n\n**Kinds of points**, in the order of `points`:\n\n| kind | what it counts |\n|---|---|\n");
    for kind in PointKind::ALL {
        let _ = writeln!(text, "| `{}` | {} |", kind.name(), kind.meaning().trim());
    }
    let _ = write!(text, "\nThis program in plain Python decodes all of it:\n\n```python\n{code}```\n");
    text
}

/// The letter of the rank after `rank` others. A deck may lack the rank, so its pack is asked.
fn rank_letter(game: &Game, rank: u8) -> char {
    let whole = spariglio_engine::Deck::whole(game.deck().pack());
    whole.card_text(Card::new(4 * rank)).chars().next().unwrap_or('?')
}

fn tables(manifest: &Manifest) -> String {
    let mut text = "## Columns of the rows\n\n\
         One row is one decision, in the order of the hands and of the decisions in a hand. No column has nulls. Fields \
         that begin with `oracle_` hold cards that the seat to act cannot see. Sweeps, other points in play and the last \
         capture follow from the `action`s of the earlier rows of the same hand.\n\n"
        .to_owned();
    for one in tables_of(manifest) {
        if one.name == "games" {
            text.push_str("\n## Columns of the games\n\nOne row is one hand, in the order of the rows.\n\n");
        }
        text.push_str(&table(&one));
        if one.name == "games" {
            text.push_str(GAMES);
        }
    }
    text
}

/// How to read the tokens of the games.
const GAMES: &str = "\n\
    Tokens 0 to 168 are steps. An action is a few of them: 0 to 51 play this card, 52 to 103 take this table card next, 104 \
    take no more, 105 to 156 declare this card next, 157 to 167 the value of the matta in the declaration, 168 pass. Cards \
    are taken and declared in the order of their numbers. The first step of an action is always there; a later one that all \
    remaining legal actions share is left out. Then come `pad`, `start`, `end`, a token for each dealer and one for each \
    seat; `vocabulary.json` has their numbers. `deal` is hidden from the seats, the tokens are what all have seen.\n";

/// A table of columns.
fn table(table: &Table) -> String {
    let mut text = "| column | type | meaning |\n|---|---|---|\n".to_owned();
    for (column, meaning) in &table.columns {
        let _ = writeln!(text, "| `{}` | {} | {meaning} |", column.name(), told(column.data_type()));
    }
    text
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

    use super::*;

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
