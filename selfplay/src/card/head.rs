//! The head of a card, for Hugging Face: names, sizes, files and types of the columns, as YAML.

use std::fmt::Write;

use arrow_schema::DataType;
use spariglio_engine::format::plain::plain;
use spariglio_files::Manifest;
use spariglio_files::manifest::Source;

use super::tables::{Table, splits, tables_of};
use super::title;
use crate::schema::told;

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

/// The head, with its lines of dashes.
pub(super) fn head(manifest: &Manifest) -> String {
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
pub(super) fn feature(kind: &DataType) -> String {
    match kind {
        DataType::List(item) => format!("list: {}", told(item.data_type())),
        DataType::FixedSizeList(item, length) => format!("list: {}\n        length: {length}", told(item.data_type())),
        plain => format!("dtype: {}", told(plain)),
    }
}
