//! `spariglio rules explain`: explains the fields of a rule set, from the engine's table of them.

use anyhow::{Result, bail};
use clap::Args as ClapArgs;
use serde_json::{Value, json};
use spariglio_engine::format::nearest;
use spariglio_engine::rules::RuleField;

use super::page;
use crate::{Status, common};

/// Words of players, each with the path of its field.
const WORDS: [(&str, &str); 30] = [
    ("accuso", "declarations.hands"),
    ("asso_piglia_tutto", "capture.ace"),
    ("barsega", "declarations.three_points"),
    ("barsegon", "declarations.ten_points"),
    ("bussare", "declarations.mode"),
    ("cappotto", "score.shutout"),
    ("carte", "score.cards"),
    ("coins", "score.suit_points"),
    ("decino", "declarations.ten_points"),
    ("denari", "score.suit_points"),
    ("grande", "score.high_meld"),
    ("mata", "score.single"),
    ("mazziere", "declarations.dealer_bonus"),
    ("monte", "deal.misdeal"),
    ("napola", "score.low_meld"),
    ("napoleone", "score.shutout"),
    ("napoli", "score.low_meld"),
    ("napolone", "score.shutout"),
    ("napula", "score.low_meld"),
    ("picchiata", "score.picada"),
    ("piccola", "score.low_meld"),
    ("poncin", "declarations.matta"),
    ("primiera", "score.prime"),
    ("quindici", "capture.fifteen"),
    ("re_bello", "score.single"),
    ("scopa", "sweep.points"),
    ("settanta", "score.prime"),
    ("settebello", "score.single"),
    ("spariglio", "capture.sum"),
    ("tavola", "deal.table"),
];

/// Arguments of `rules explain`.
#[derive(ClapArgs)]
pub struct Args {
    /// Field by its path or name (capture.fewest, fewest), a table (capture), or a word of players (napola) [default: all fields, one per line]
    #[arg(value_name = "FIELD")]
    field: Option<String>,
    /// Print JSON: one object per field
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// Print the reference page: docs/reference/rule_sets.md
    #[arg(long, conflicts_with = "field")]
    markdown: bool,
}

/// Runs `spariglio rules explain`.
pub fn run(args: &Args) -> Result<Status> {
    if args.markdown {
        return common::print_page(&page::text());
    }
    let fields = match &args.field {
        Some(name) => named(name)?,
        None => RuleField::all().iter().collect(),
    };
    common::print_list(fields.into_iter().map(|field| match (args.json, &args.field) {
        (true, _) => object(field).to_string(),
        (false, Some(_)) => paragraph(field),
        (false, None) => format!("{:<28} {}", field.path, field.meaning),
    }))
}

/// The fields with this path or name, or in this table. Fails if there are none.
fn named(name: &str) -> Result<Vec<&'static RuleField>> {
    let table = format!("{name}.");
    let word = name.to_lowercase().replace([' ', '-', '\''], "_");
    let of_word = WORDS.iter().find(|(known, _)| *known == word).map(|(_, path)| *path);
    let is_meant = |field: &&RuleField| {
        field.path == name || field.name() == name || field.path.starts_with(&table) || Some(field.path) == of_word
    };
    let fields: Vec<&RuleField> = RuleField::all().iter().filter(is_meant).collect();
    if fields.is_empty() {
        let names = RuleField::all().iter().flat_map(|field| [field.path, field.name()]);
        bail!(
            "FIELD: expected a field of a rule set, found `{name}`; nearest: {} (`spariglio rules explain` lists \
             all)",
            nearest::to(name, names).join(", ")
        );
    }
    Ok(fields)
}

/// A field with all its facts, in lines.
fn paragraph(field: &RuleField) -> String {
    let mut lines = vec![
        field.path.to_owned(),
        format!("  meaning  {}", field.meaning),
        format!("  value    {}", field.kind.text()),
    ];
    let values = field.kind.values();
    let width = values.iter().map(|value| value.text.len()).max().unwrap_or(0);
    lines.extend(
        values
            .iter()
            .map(|value| format!("    {:<width$}  {}", value.text, value.meaning)),
    );
    lines.push(format!("  default  {}", field.default));
    lines.push(format!("  rules    docs/reference/rules.md {}", field.rules));
    for (value, presets) in field.presets_by_value() {
        lines.push(format!("  {value} in {}", presets.join(", ")));
    }
    lines.join("\n") + "\n"
}

/// A field with all its facts, as JSON.
fn object(field: &RuleField) -> Value {
    let values: Vec<Value> = field
        .kind
        .values()
        .iter()
        .map(|value| json!({"value": value.text, "meaning": value.meaning}))
        .collect();
    let presets: Vec<Value> = field
        .presets_by_value()
        .iter()
        .map(|(value, names)| json!({"value": value, "presets": names}))
        .collect();
    json!({
        "field": field.path,
        "meaning": field.meaning,
        "type": field.kind.text(),
        "values": values,
        "default": field.default,
        "rules": field.rules,
        "presets": presets,
    })
}
