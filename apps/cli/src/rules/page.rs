//! The page docs/reference/rule_sets.md: every field of a rule set, from the engine's table of them.

use spariglio_engine::RuleSet;
use spariglio_engine::rules::RuleField;

/// The head of the page.
const HEAD: &str = "\
# Rule sets: every field

A rule set is a TOML file. This page lists its fields: the values of each, their meaning, and the presets that use them. The program writes the page
(`spariglio rules explain --markdown > docs/reference/rule_sets.md`) and explains single fields too: `spariglio rules explain capture.fewest`.
[records.md](records.md), section 3, says how files are read and which fields fit together; [rules.md](rules.md) has the rules themselves.

If a file begins with `base = \"NAME\"`, it gives only the fields that differ from that preset. Without `base` every field is required.
";

/// If at least this many presets share the most frequent value, they are not named.
const MANY: usize = 8;

/// The whole page.
pub fn text() -> String {
    let mut text = HEAD.to_owned();
    let mut table = None;
    for field in RuleField::all() {
        let of = field.path.split_once('.').map_or("", |(table, _)| table);
        // The fields of a deck belong with the field `deck` itself.
        let of = if of == "deck" { "" } else { of };
        if table != Some(of) {
            table = Some(of);
            text += &match of {
                "" => "\n## Outside of all tables\n".to_owned(),
                of => format!("\n## `[{of}]`\n"),
            };
        }
        text += &section(field);
    }
    text
}

fn section(field: &RuleField) -> String {
    let mut text = format!("\n### `{}`\n\n{}\n\n", field.path, field.meaning);
    text += &format!("- Value: {}.\n", field.kind.text());
    text += &format!("- Default: {}.\n", field.default);
    text += &format!("- Rules: docs/reference/rules.md {}.\n", field.rules);
    let used = field.presets_by_value();
    let values = field.kind.values();
    if !values.is_empty() {
        text += "\n| value | meaning | presets |\n|---|---|---|\n";
        for value in &values {
            let presets = used.iter().find(|(used, _)| used.trim_matches('"') == value.text);
            let presets = presets.map_or_else(|| "none".to_owned(), |(_, presets)| names(presets, &used));
            text += &format!("| `{}` | {} | {presets} |\n", value.text, value.meaning);
        }
    } else if (1..RuleSet::preset_names().len()).contains(&used.len()) {
        text += "\n| value | presets |\n|---|---|\n";
        for (value, presets) in &used {
            text += &format!("| `{value}` | {} |\n", names(presets, &used));
        }
    }
    text
}

/// The presets of a value. If it is the most frequent value and has at least `MANY`, they are "all others".
fn names(presets: &[&str], used: &[(String, Vec<&'static str>)]) -> String {
    let most = used.iter().map(|(_, presets)| presets.len()).max().unwrap_or(0);
    let all = RuleSet::preset_names().len();
    if presets.len() == all {
        return "all".to_owned();
    }
    if presets.len() == most && presets.len() >= MANY {
        return format!("all others ({})", presets.len());
    }
    let quoted: Vec<String> = presets.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
