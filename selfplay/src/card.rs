//! The data set card: a `README.md` beside the shards, so that their folder can be published unchanged.
//!
//! Its head is that of a Hugging Face data set card. Invariant: it depends only on the manifest and the program's
//! version.

use std::fmt::Write;

use spariglio_engine::plain::{markdown, plain};
use spariglio_files::{Manifest, RecordsFile, Source};

use crate::row::{MEANINGS, Shape};
use crate::schema::{columns, told};

/// Its file name.
pub(crate) const CARD_FILE: &str = "README.md";

/// The card of a data set.
pub(crate) fn card(manifest: &Manifest) -> String {
    let fingerprint = &manifest.fingerprint;
    let rules = &fingerprint.rules;
    let mut text = format!(
        r#"---
license: cc0-1.0
pretty_name: {name}
tags: [card-games, scopa, {tag}, imperfect-information]
configs:
  - config_name: default
    data_files: "*.parquet"
---

# {title}

{rows} decisions of {hands} hands of the rule set {rules} ({players} seats, {sides} sides), made by Spariglio {version}.

## How it was made

"#,
        name = serde_json::to_string(&plain(&title(manifest))).expect("a text has a JSON form"),
        tag = match manifest.source {
            Source::Selfplay { .. } => "self-play",
            Source::Records { .. } => "game-records",
        },
        title = markdown::text(&title(manifest)),
        rules = markdown::code(rules),
        rows = manifest.rows,
        hands = manifest.hands,
        players = fingerprint.players,
        sides = fingerprint.sides,
        version = env!("CARGO_PKG_VERSION"),
    );
    text.push_str(&making(&manifest.source));
    let _ = write!(
        text,
        "- hash of the rules {hash}

If program and inputs are the same, so are the bytes. `manifest.json` has the size ({bytes} bytes in all) and a hash of every shard.

## Columns

One row is one decision, in the order of the hands and of the decisions in a hand. No column has nulls. Fields that begin with `oracle_` hold cards that
the seat to act cannot see. The columns hold the cards; sweeps, other points in play and the last capture follow from the `action`s of the earlier rows of the
same `hand`.

| column | type | meaning |
|---|---|---|
",
        bytes = manifest.shards.iter().map(|shard| shard.bytes).sum::<u64>(),
        hash = fingerprint.rules_hash,
    );
    for column in columns(Shape::new(fingerprint, manifest.inputs)) {
        let meaning = MEANINGS.iter().find(|(name, _)| name == column.name());
        let meaning = meaning.map_or("Name of the rule set.", |(_, meaning)| meaning.trim());
        let meaning = meaning.replace("[`", "`").replace("`]", "`");
        let _ = writeln!(text, "| `{}` | {} | {meaning} |", column.name(), told(column.data_type()));
    }
    text.push_str(
        r#"
## Loading

```python
import polars as pl

rows = pl.read_parquet("*.parquet")
```

```python
from datasets import load_dataset

rows = load_dataset("parquet", data_files="*.parquet")
```

## Licence

The authors of Spariglio claim no rights in what the program makes. Whoever publishes this folder may name another licence here and above.
"#,
    );
    text
}

/// The title of the data set.
fn title(manifest: &Manifest) -> String {
    let rules = &manifest.fingerprint.rules;
    match manifest.source {
        Source::Selfplay { .. } => format!("Self-play of {rules}"),
        Source::Records { .. } => format!("Hands of {rules}"),
    }
}

/// The sources of the rows, as items of a list.
fn making(source: &Source) -> String {
    match source {
        Source::Selfplay { seed, generation, agents, recipe } => {
            let agents: String = agents
                .iter()
                .map(|agent| format!("- agent: {}\n", markdown::code(agent)))
                .collect();
            format!("{agents}- seed {seed}, generation {generation}, recipe {recipe}\n")
        }
        Source::Records { files, partners_open } => {
            let item = |file: &RecordsFile| {
                format!("- hand records: {}, SHA-256 {}\n", markdown::code(&file.name), file.sha256)
            };
            let files: String = files.iter().map(item).collect();
            let open = if *partners_open { "saw" } else { "did not see" };
            format!(
                "{files}- `policy` is 1 for the action that was played, `root_value` 0, `full_search` false\n\
                 - partners {open} each other's hand cards\n"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use spariglio_engine::Game;
    use spariglio_files::{Fingerprint, ShardEntry};

    use super::*;

    #[test]
    fn names_on_the_card_stay_text() {
        let name = "<script>|`a`*b*\u{1b}[31m\n# c\u{202e}";
        let mut fingerprint = Fingerprint::of(&Game::preset("scopone").expect("a preset"));
        fingerprint.rules = name.to_owned();
        let file = RecordsFile { name: name.to_owned(), sha256: String::new() };
        let agents = vec![name.to_owned()];
        for source in [
            Source::Selfplay { seed: 7, generation: 0, agents, recipe: String::new() },
            Source::Records { files: vec![file], partners_open: false },
        ] {
            let fingerprint = fingerprint.clone();
            let manifest = Manifest {
                schema_version: 1,
                fingerprint,
                inputs: false,
                source,
                hands: 0,
                rows: 0,
                shards: vec![],
            };
            let text = card(&manifest);
            let is_bad = |letter: char| letter.is_control() && letter != '\n' || letter == '\u{202e}';
            assert!(!text.contains(is_bad) && !text.contains("\n# c"), "{text:?}");
            assert!(text.contains(" of &lt;script>\\|\\`a\\`\\*b\\*\\\\u{1b}\\[31m # c"), "{text}");
            assert!(text.contains("`<script>|'a'*b*\\u{1b}[31m # c\\u{202e}`"), "{text}");
        }
    }

    #[test]
    fn the_card_tells_what_every_column_means_and_how_it_was_made() {
        let shard = |number: u64| ShardEntry {
            file: format!("shard-{number:05}.parquet"),
            hands: 10,
            rows: 320,
            bytes: 1000 + number,
            sha256: String::new(),
            records_sha256: None,
        };
        let fingerprint = Fingerprint::of(&Game::preset("scopone").expect("a preset"));
        let manifest = Manifest {
            schema_version: 1,
            fingerprint: fingerprint.clone(),
            inputs: false,
            source: Source::Selfplay {
                seed: 7,
                generation: 0,
                agents: vec!["ismcts:simulations=64".to_owned()],
                recipe: "0123456789abcdef".to_owned(),
            },
            hands: 20,
            rows: 640,
            shards: vec![shard(0), shard(1)],
        };
        let text = card(&manifest);
        assert!(text.starts_with("---\nlicense: "), "{text}");
        for part in ["640 decisions of 20 hands", "`ismcts:simulations=64`", "seed 7", "2001 bytes", "4 seats"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        for column in columns(Shape::new(&fingerprint, false)) {
            let row = text.lines().find(|line| line.starts_with(&format!("| `{}` |", column.name())));
            let cells: Vec<&str> = row.expect("a row of the table").split('|').map(str::trim).collect();
            assert!(cells[2] == told(column.data_type()) && cells[3].len() > 5, "{cells:?}");
        }
    }
}
