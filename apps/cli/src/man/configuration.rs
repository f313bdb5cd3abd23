//! The page docs/reference/configuration.md: every key of the configuration files, from the types that read them.

use std::collections::BTreeMap;

use schemars::{Schema, schema_for};
use serde_json::{Map, Value};
use spariglio_arena::contests::ArenaFile;
use spariglio_arena::studies::ladder::Ladder;
use spariglio_arena::tournaments::TournamentFile;
use spariglio_selfplay::SelfplayConfig;
use spariglio_train::LearnConfig;

use super::wrapped;

/// The head of the page.
const HEAD: &str = "\
# Configuration files: every key

The program writes this page (`spariglio man --markdown --configuration > docs/reference/configuration.md`). The files
are TOML, and `configs/` has examples. A relative path in a file starts at the folder of that file. Unknown keys are
refused.

A *rule set* is a preset's name, the name of a TOML file, or a table with `base` ([records](records.md), section 3). An
*agent* is a text such as `\"ismcts:simulations=400\"`, or a table with `type` and its options. A file in
`configs/agents/` is such a table. [Options of the agents](agent_options.md) explains the options.

If the default is *required*, the file must give the key. If it is *none*, the meaning says what holds without the key.
";

/// A kind of configuration file.
struct Kind {
    /// Heading on the page.
    title: &'static str,
    /// Its readers and examples, Markdown.
    about: &'static str,
    /// Its keys.
    schema: fn() -> Schema,
}

/// Every kind.
const KINDS: [Kind; 5] = [
    Kind {
        title: "Self-play",
        about: "`spariglio selfplay FILE` reads these files; examples are in `configs/selfplay/`.",
        schema: || schema_for!(SelfplayConfig),
    },
    Kind {
        title: "Learning",
        about: "`spariglio learn FILE` and `spariglio train FILE` read these files; examples are in `configs/learn/`. \
                [Learning](../explanation/learning.md) explains the method.",
        schema: || schema_for!(LearnConfig),
    },
    Kind {
        title: "Arena",
        about: "`spariglio arena FILE` reads these files; an example is `configs/arena/demo.toml`.",
        schema: || schema_for!(ArenaFile),
    },
    Kind {
        title: "Ladder",
        about: "`spariglio ladder FILE` reads these files; examples are `configs/arena/ladder_*.toml`.",
        schema: || schema_for!(Ladder),
    },
    Kind {
        title: "Tournament",
        about: "`spariglio tournament FILE` reads these files; examples are in `configs/tournament/`.",
        schema: || schema_for!(TournamentFile),
    },
];

/// The whole page.
pub fn text() -> String {
    let mut text = HEAD.to_owned();
    let mut tables = BTreeMap::new();
    for kind in &KINDS {
        let schema = (kind.schema)().to_value();
        let page = Page { title: kind.title, types: schema.get("$defs").and_then(Value::as_object) };
        text += &format!("\n## {}\n\n{}\n\n", kind.title, wrapped(kind.about));
        page.table(&mut text, &mut tables, "", &schema);
    }
    text
}

/// The schema of a file, in which tables refer to types by name.
struct Page<'a> {
    /// The kind's heading.
    title: &'static str,
    types: Option<&'a Map<String, Value>>,
}

/// A table inside another one: the heading, and the schema with its name.
type Inner<'a> = (String, &'a str, &'a Value);

impl Page<'_> {
    /// Adds a table and the tables in it. A type in `shown`, which names its table, is not repeated.
    fn table(&self, text: &mut String, tables: &mut BTreeMap<String, String>, path: &str, schema: &Value) {
        let mut inner = Vec::new();
        let mut rows = String::new();
        for (key, value) in properties(schema) {
            inner.extend(self.inner(path, key, value));
            rows += &self.row(key, value, is_required(schema, key));
        }
        *text += &format!("| key | type | default | range | meaning |\n|---|---|---|---|---|\n{rows}");
        for (heading, name, schema) in inner {
            *text += &format!("\n### `{heading}`\n\n");
            if let Some(table) = tables.get(name) {
                *text += &format!("These keys are those of {table}.\n");
            } else {
                let kind = self.title.to_lowercase();
                tables.insert(name.to_owned(), format!("the table `{heading}` of {kind}"));
                *text += &described(schema);
                self.table(text, tables, heading.trim_matches(['[', ']']), schema);
            }
        }
    }

    /// The tables that the value of a key may be.
    fn inner<'a>(&'a self, path: &str, key: &str, value: &'a Value) -> Option<Inner<'a>> {
        let place = if path.is_empty() {
            key.to_owned()
        } else {
            format!("{path}.{key}")
        };
        let forms = self.forms(value);
        forms
            .into_iter()
            .find_map(|form| match (self.named(form), self.named(&form["items"])) {
                (Some((name, schema)), _) if has_keys(schema) => Some((format!("[{place}]"), name, schema)),
                (_, Some((name, schema))) if has_keys(schema) => Some((format!("[[{place}]]"), name, schema)),
                _ => None,
            })
    }

    /// The type to which a schema refers.
    fn named<'a>(&'a self, schema: &'a Value) -> Option<(&'a str, &'a Value)> {
        let name = schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")?;
        Some((name, self.types?.get(name)?))
    }

    /// The type to which a schema refers, or the schema.
    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        self.named(schema).map_or(schema, |(_, schema)| schema)
    }

    /// The forms that a value may have, without null.
    fn forms<'a>(&'a self, value: &'a Value) -> Vec<&'a Value> {
        match self.resolved(value).get("anyOf").and_then(Value::as_array) {
            Some(forms) => {
                let forms = forms.iter().filter(|form| form["type"] != "null");
                forms.flat_map(|form| self.forms(form)).collect()
            }
            None => vec![value],
        }
    }

    /// The row of a key.
    fn row(&self, key: &str, value: &Value, is_required: bool) -> String {
        let kinds: Vec<String> = self.forms(value).into_iter().map(|form| self.words(form)).collect();
        let default = match value.get("default") {
            _ if is_required => "required".to_owned(),
            Some(Value::Object(_)) => "that of its keys".to_owned(),
            Some(default) if !default.is_null() => format!("`{}`", literal(default)),
            _ => "none".to_owned(),
        };
        let cells = [kinds.join(" or "), default, self.range(value), self.meaning(value)];
        format!("| `{key}` | {} |\n", cells.map(|cell| cell.replace('|', "\\|")).join(" | "))
    }

    /// The type of a value in words.
    fn words(&self, schema: &Value) -> String {
        let schema = self.resolved(schema);
        if let Some(title) = schema.get("title").and_then(Value::as_str) {
            return title.to_owned();
        }
        if !choices(schema).is_empty() {
            return "choice".to_owned();
        }
        if let (Some(items), None) = (schema["prefixItems"].as_array(), schema.get("items")) {
            return format!("[{}]", items.iter().map(|item| self.words(item)).collect::<Vec<_>>().join(", "));
        }
        match kind(schema) {
            "array" => match (schema["minItems"].as_u64(), self.words(&schema["items"])) {
                (Some(count), of) => format!("list of {count}: {of}"),
                (None, of) => format!("list: {of}"),
            },
            "object" if !has_keys(schema) => format!("table: {}", self.words(&schema["additionalProperties"])),
            "object" => "table".to_owned(),
            "integer" => "whole number".to_owned(),
            "boolean" => "`true` or `false`".to_owned(),
            "string" => "text".to_owned(),
            other => other.to_owned(),
        }
    }

    /// The values that a number may have.
    fn range(&self, value: &Value) -> String {
        let schema = self.resolved(value);
        if let Some(numbers) = schema.get("enum").filter(|_| kind(schema) == "integer") {
            return listed(numbers.as_array().into_iter().flatten().map(literal));
        }
        let bounds = |schema: &Value| [schema.get("minimum").map(literal), schema.get("maximum").map(literal)];
        let [low, high] = match bounds(schema) {
            [None, None] => bounds(&schema["items"]),
            bounds => bounds,
        };
        match (low, high) {
            (Some(low), Some(high)) => format!("{low} to {high}"),
            (Some(low), None) => format!("{low} or more"),
            _ => String::new(),
        }
    }

    /// The meaning of a key, with its choices.
    fn meaning(&self, value: &Value) -> String {
        let about = value.get("description").and_then(Value::as_str).unwrap_or_default();
        let forms = self.forms(value);
        let choices = forms.iter().flat_map(|form| choices(self.resolved(form)));
        let choices = choices.map(|(name, about)| format!("`\"{name}\"`: {about}"));
        let texts: Vec<String> = [about.to_owned()].into_iter().chain(choices).collect();
        texts.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// The words that a choice has, each with its meaning.
fn choices(schema: &Value) -> Vec<(&str, &str)> {
    let words = schema.get("oneOf").and_then(Value::as_array);
    let words = words.into_iter().flatten();
    words
        .filter_map(|word| Some((word["const"].as_str()?, word["description"].as_str().unwrap_or_default())))
        .collect()
}

/// The first type of a schema that is not null.
fn kind(schema: &Value) -> &str {
    match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null"),
        kind => kind.as_str(),
    }
    .unwrap_or("value")
}

fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema.get("properties").and_then(Value::as_object).into_iter().flatten()
}

fn has_keys(schema: &Value) -> bool {
    properties(schema).next().is_some()
}

fn is_required(schema: &Value, key: &str) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.is_some_and(|keys| keys.iter().any(|other| other == key))
}

/// The paragraph that describes a table.
fn described(schema: &Value) -> String {
    let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let paragraph = text.split("\n\n# Examples").next().unwrap_or_default();
    format!("{paragraph}\n\n")
}

/// A value as TOML has it. A number of single precision is the shortest text that names it.
fn literal(value: &Value) -> String {
    match value {
        Value::Array(values) => format!("[{}]", values.iter().map(literal).collect::<Vec<_>>().join(", ")),
        Value::Number(number) if number.is_f64() => {
            let double = number.as_f64().unwrap_or_default();
            let single = double as f32;
            if f64::from(single) == double {
                single.to_string()
            } else {
                double.to_string()
            }
        }
        value => value.to_string(),
    }
}

fn listed(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(", ")
}
