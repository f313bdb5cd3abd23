//! Suggestions for a mistyped name.

/// Maximum number of suggestions.
const MOST: usize = 3;

/// The names nearest to `typed`: at most three, each at most one edit farther than the nearest.
pub fn to<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names: Vec<&str> = names.into_iter().collect();
    names.sort_by_key(|name| (distance(typed, name), *name));
    names.dedup();
    names.truncate(MOST);
    let nearest = names.first().map_or(0, |name| distance(typed, name));
    names.retain(|name| distance(typed, name) <= nearest + 1);
    names
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
    fn the_most_similar_names_come_first() {
        let names = ["mandatory", "fewest", "sum", "fifteen", "fewest"];
        assert_eq!(to("fewst", names), ["fewest"]);
        assert_eq!(to("sun", ["sum", "fun", "sum", "run", "gun"]), ["fun", "gun", "run"]);
    }
}
