//! Suggestions for a mistyped name.

use crate::insertion;

/// Maximum number of suggestions.
const MOST: usize = 3;

/// The names nearest to `typed`: at most three, each at most one edit farther than the nearest.
#[must_use]
pub fn to<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names: Vec<(usize, &str)> = names.into_iter().map(|name| (distance(typed, name), name)).collect();
    insertion::sort_by(&mut names, Ord::cmp);
    names.dedup();
    let farthest = names.first().map_or(0, |(nearest, _)| nearest + 1);
    let near = names.into_iter().take(MOST).filter(|(distance, _)| *distance <= farthest);
    near.map(|(_, name)| name).collect()
}

/// A question in brackets for the end of a text that names `typed`; empty if no name is like it, which means that at
/// least two of three letters are right.
///
/// # Examples
/// ```
/// use spariglio_engine::format::nearest;
///
/// assert_eq!(nearest::hint("gredy", ["greedy", "random"]), " (did you mean `greedy`?)");
/// assert_eq!(nearest::hint("mine", ["greedy", "random"]), "");
/// ```
#[must_use]
pub fn hint<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let mut nearest = to(typed, names);
    let least = nearest.first().map_or(0, |name| distance(typed, name));
    if least > typed.chars().count() / 3 {
        return String::new();
    }
    nearest.retain(|name| distance(typed, name) == least);
    let names: Vec<String> = nearest.iter().map(|name| format!("`{name}`")).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!(" (did you mean {}?)", names.join(" or ")),
    }
}

/// Levenshtein distance: the letters to insert, delete or replace.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut costs: Vec<usize> = (0..=to.len()).collect();
    for (row, letter) in from.chars().enumerate() {
        let mut diagonal = costs[0];
        costs[0] = row + 1;
        for (column, other) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = costs[column + 1];
            costs[column + 1] = replaced.min(diagonal + 1).min(costs[column] + 1);
        }
    }
    costs[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_counted() {
        for (from, to, count) in [("", "abc", 3), ("fewst", "fewest", 1), ("sutra", "suit", 3), ("same", "same", 0)] {
            assert_eq!(distance(from, to), count, "{from} {to}");
            assert_eq!(distance(to, from), count, "{to} {from}");
        }
    }

    #[test]
    fn only_likely_names_are_asked_for() {
        assert_eq!(hint("sun", ["sum", "fun"]), " (did you mean `fun` or `sum`?)");
        assert_eq!(hint("simulation", ["millis", "simulations"]), " (did you mean `simulations`?)");
        assert_eq!(
            hint("scopone_scientifica", ["scopone", "scopone_scientifico"]),
            " (did you mean `scopone_scientifico`?)"
        );
        for (typed, names) in [("ab", &["cb", "a"][..]), ("", &["a"][..]), ("abc", &[][..])] {
            assert_eq!(hint(typed, names.iter().copied()), "", "{typed}");
        }
    }

    #[test]
    fn the_most_similar_names_come_first() {
        let names = ["mandatory", "fewest", "sum", "fifteen", "fewest"];
        assert_eq!(to("fewst", names), ["fewest"]);
        assert_eq!(to("sun", ["sum", "fun", "sum", "run", "gun"]), ["fun", "gun", "run"]);
    }
}
