//! The tables of a data set: their files by split, and their columns with what they mean.

use std::fmt::Write;

use arrow_schema::FieldRef;
use spariglio_files::Manifest;
use spariglio_files::manifest::ShardEntry;

use crate::games;
use crate::row::{MEANINGS, Shape};
use crate::schema::{columns, told};

/// A data set has splits if it has this many shards: the last digit of a shard's number says which.
pub const SHARDS_OF_SPLITS: usize = 10;

/// Whether the shards of a data set also have games, and records.
pub(super) fn extras(manifest: &Manifest) -> (bool, bool) {
    let any = |is_there: fn(&ShardEntry) -> bool| manifest.shards.iter().any(is_there);
    (any(|shard| shard.games_sha256.is_some()), any(|shard| shard.records_sha256.is_some()))
}

/// The files of a table by split, as patterns.
pub(super) fn splits(manifest: &Manifest, folder: &str) -> Vec<(&'static str, String)> {
    let files = |digit: &str| format!("{folder}/shard-{digit}.parquet");
    if manifest.shards.len() < SHARDS_OF_SPLITS {
        return vec![("train", files("*"))];
    }
    vec![("train", files("*[0-7]")), ("validation", files("*8")), ("test", files("*9"))]
}

/// A table of a data set: its folder, and its columns with their meanings.
pub(super) struct Table {
    pub name: &'static str,
    pub columns: Vec<(FieldRef, &'static str)>,
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
pub(super) fn tables_of(manifest: &Manifest) -> Vec<Table> {
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

/// The part of the card about them.
pub(super) fn section(manifest: &Manifest) -> String {
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
