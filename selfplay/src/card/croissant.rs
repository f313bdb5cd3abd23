//! Croissant metadata beside the card: a program reads the tables by them without knowing the data set.
//!
//! Invariant: they depend on nothing but what the card depends on. So they have no date: whoever publishes the data adds
//! `datePublished`.

use arrow_schema::DataType;
use serde_json::{Value, json};
use spariglio_engine::format::plain::plain;
use spariglio_files::Manifest;

use super::tables::{Table, tables_of};
use super::{Made, citation, title};

/// Their file name.
pub(crate) const CROISSANT_FILE: &str = "croissant.json";

/// The names that the format defines, as it wants them in each file.
const CONTEXT: &str = include_str!("croissant_context.json");

/// The metadata of a data set, as JSON-LD.
pub(crate) fn croissant(manifest: &Manifest, made: &Made) -> String {
    let context: Value = serde_json::from_str(CONTEXT).expect("the context is JSON");
    let tables = tables_of(manifest);
    let metadata = json!({
        "@context": context,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        "name": plain(&title(manifest)),
        "description": format!(
            "{} decisions of {} hands of a card game of the Scopa family. README.md explains all numbers.",
            manifest.rows, manifest.hands,
        ),
        "license": "https://creativecommons.org/publicdomain/zero/1.0/",
        "url": env!("CARGO_PKG_REPOSITORY"),
        "version": "1.0.0",
        "creator": { "@type": "Organization", "name": "the Spariglio authors" },
        "citeAs": citation(manifest, made),
        "distribution": tables.iter().map(files).collect::<Vec<_>>(),
        "recordSet": tables.iter().map(record_set).collect::<Vec<_>>(),
    });
    format!("{metadata:#}\n")
}

/// The files of a table.
fn files(table: &Table) -> Value {
    json!({
        "@type": "cr:FileSet",
        "@id": format!("{}-files", table.name),
        "name": format!("{}-files", table.name),
        "encodingFormat": "application/x-parquet",
        "includes": format!("{}/*.parquet", table.name),
    })
}

fn record_set(table: &Table) -> Value {
    let fields = table.columns.iter().map(|(column, meaning)| {
        let mut field = json!({
            "@type": "cr:Field",
            "@id": format!("{}/{}", table.name, column.name()),
            "name": column.name(),
            "description": meaning,
            "source": { "fileSet": { "@id": format!("{}-files", table.name) }, "extract": { "column": column.name() } },
        });
        let (item, shape) = match column.data_type() {
            DataType::List(item) => (item.data_type(), Some("-1".to_owned())),
            DataType::FixedSizeList(item, length) => (item.data_type(), Some(length.to_string())),
            plain => (plain, None),
        };
        field["dataType"] = kind(item).into();
        if let Some(shape) = shape {
            field["isArray"] = true.into();
            field["arrayShape"] = shape.into();
        }
        field
    });
    json!({ "@type": "cr:RecordSet", "@id": table.name, "name": table.name, "field": fields.collect::<Vec<_>>() })
}

/// A type without lists, in the words of Croissant.
fn kind(kind: &DataType) -> String {
    match kind {
        DataType::Utf8 => "sc:Text".to_owned(),
        DataType::Boolean => "sc:Boolean".to_owned(),
        number => format!("cr:{number}"),
    }
}
