//! The price of the recipes in `configs/selfplay/release/`, as it was measured.

/// Microseconds of a core per row with its record and game: of `net`, and of a search of 400 simulations.
const PRICES: [(&str, u64, u64); 7] = [
    ("cicera", 96, 2027),
    ("cirulla", 18, 559),
    ("cirulla_4", 29, 814),
    ("cirullone", 42, 1080),
    ("scopa", 18, 513),
    ("scopone", 107, 1254),
    ("scopone_scientifico", 107, 1321),
];

/// About how many hours of a core `rows` rows of these agents take; `None` if nobody measured it, or if it is next to
/// nothing.
pub(super) fn hours(rules: &str, agents: &[String], rows: u64) -> Option<f64> {
    let [agent] = agents else { return None };
    let (_, net, search) = PRICES.iter().find(|price| price.0 == rules)?;
    let each = match agent.split(" (weights").next()? {
        "net" => net,
        "net-search:simulations=400" => search,
        _ => return None,
    };
    Some((each * rows) as f64 / 3.6e9).filter(|hours| *hours >= 0.01)
}
