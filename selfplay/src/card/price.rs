//! The price of the recipes in `configs/selfplay/release/`, as it was measured.

/// Microseconds of a core per row with its record and game: of `net`, and of a search of 400 simulations.
const PRICES: [(&str, u64, u64); 7] = [
    ("cicera", 126, 2547),
    ("cirulla", 22, 707),
    ("cirulla_4", 38, 1016),
    ("cirullone", 56, 1314),
    ("scopa", 24, 619),
    ("scopone", 132, 1513),
    ("scopone_scientifico", 137, 1485),
];

/// About how many hours of a core `rows` rows of these agents take; `None` if nobody measured it.
pub(super) fn hours(rules: &str, agents: &[String], rows: u64) -> Option<f64> {
    let [agent] = agents else { return None };
    let (_, net, search) = PRICES.iter().find(|price| price.0 == rules)?;
    let each = match agent.split(" (weights").next()? {
        "net" => net,
        "net-search:simulations=400" => search,
        _ => return None,
    };
    Some((each * rows) as f64 / 3.6e9)
}
