//! The schema of a shard: its columns in files, and the metadata that define the meaning of the numbers.
//!
//! Invariant: [`crate::row::SCHEMA_VERSION`] changes if any column changes. `docs/reference/data_set.md` describes the
//! columns to users.

use arrow_schema::{DataType, FieldRef};

use crate::column::{field, field_with};
use crate::row::{Shape, ShardRows};

/// Metadata key of the schema version.
pub(crate) const KEY_SCHEMA: &str = "spariglio.schema_version";
/// Metadata key of the fingerprint, a JSON object.
pub(crate) const KEY_FINGERPRINT: &str = "spariglio.fingerprint";
/// Metadata key of the shard's place and origin, a JSON object.
pub(crate) const KEY_ORIGIN: &str = "spariglio.origin";

/// The column that names the rule set.
pub(crate) const RULES: &str = "rules";
/// The column that names the run.
pub(crate) const RUN: &str = "run";

/// The columns of a shard with this shape: the names of rule set and run, then those of the rows.
pub(crate) fn columns(shape: Shape) -> Vec<FieldRef> {
    let mut rows = ShardRows::new(shape);
    let columns = rows.columns().into_iter();
    let types = columns.filter_map(|(name, column)| Some(field_with(name, &column.data_type()?, column.has_nulls())));
    [RULES, RUN]
        .map(|name| field(name, &DataType::Utf8))
        .into_iter()
        .chain(types)
        .collect()
}

/// A type in the words of `docs/reference/data_set.md`.
pub(crate) fn told(kind: &DataType) -> String {
    match kind {
        DataType::Utf8 => "string".to_owned(),
        DataType::Boolean => "bool".to_owned(),
        DataType::List(item) => format!("list of {}", told(item.data_type())),
        DataType::FixedSizeList(item, _) => format!("fixed-size list of {}", told(item.data_type())),
        other => other.to_string().to_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::{SCHEMA_VERSION, SCHEMAS};
    use spariglio_engine::Game;
    use spariglio_files::Fingerprint;
    use spariglio_files::hash::short_hash;

    fn shown() -> Vec<FieldRef> {
        let fingerprint = Fingerprint::of(&Game::preset("cirulla").expect("a preset"));
        columns(Shape::new(&fingerprint, true))
    }

    #[test]
    fn changed_columns_have_a_new_version() {
        let lines = shown()
            .iter()
            .map(|column| format!("{} {}\n", column.name(), told(column.data_type())))
            .collect::<String>();
        assert_eq!(
            SCHEMAS.last(),
            Some(&short_hash(&lines).as_str()),
            "the columns have changed: add this hash to SCHEMAS"
        );
    }

    #[test]
    fn the_documented_columns_are_those_of_a_shard() {
        let docs = include_str!("../../docs/reference/data_set.md");
        let heading = format!("## Training rows (schema version {SCHEMA_VERSION})\n");
        assert!(docs.contains(&heading), "expected the heading {heading}");
        let table = docs.split("| column | type | meaning |").nth(1).expect("the table of columns");
        let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
        let documented: Vec<(&str, &str)> = rows
            .map(|line| {
                let mut cells = line.split('|').map(str::trim).skip(1);
                let name = cells.next().expect("a name").trim_matches('`');
                (name, cells.next().expect("a type"))
            })
            .collect();
        let columns = shown();
        let names: Vec<&str> = columns.iter().map(|column| column.name().as_str()).collect();
        assert_eq!(documented.iter().map(|row| row.0).collect::<Vec<_>>(), names);
        for ((name, found), column) in documented.iter().zip(&columns) {
            let expected = told(column.data_type());
            assert!(found.starts_with(&expected), "{name}: expected {expected}, found {found}");
        }
    }
}
