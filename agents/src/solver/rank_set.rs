//! Captures of games that go by the table's set of ranks: equals first, then sums, and no two table cards of a rank.
//!
//! A set of ranks has a bit for each rank from the ace. A play changes the set of the table: it takes ranks out, or puts
//! its own in. Source: `rules.md` B11, B12, G.

use std::sync::LazyLock;

const RANKS: usize = 10;
const SETS: usize = 1 << RANKS;

/// What every rank does on one set of ranks.
#[derive(Copy, Clone, Debug, Default)]
#[repr(align(64))]
pub(super) struct Row {
    /// Place of the first change of each rank.
    first: [u16; RANKS],
    /// Number of changes of each rank: its captures, or the lay alone.
    count: [u8; RANKS],
}

/// The tables of all games.
#[derive(Debug)]
pub(super) struct RankSets {
    rows: Vec<Row>,
    changes: Vec<u16>,
    /// All cards of the ranks of a set.
    pub cards: Vec<u64>,
    /// All cards of the rank that takes the whole set at once, if there is one.
    pub sweepers: Vec<u64>,
}

static TABLES: LazyLock<RankSets> = LazyLock::new(RankSets::new);

impl RankSets {
    /// The tables, made at first use.
    pub(super) fn get() -> &'static RankSets {
        &TABLES
    }

    fn new() -> RankSets {
        let mut rows = vec![Row::default(); SETS];
        let mut changes = Vec::new();
        for (set, row) in rows.iter_mut().enumerate() {
            for rank in 0..RANKS {
                let first = changes.len();
                push_changes(set, rank, &mut changes);
                row.first[rank] = first as u16;
                row.count[rank] = (changes.len() - first) as u8;
            }
        }
        RankSets {
            rows,
            changes,
            cards: (0..SETS).map(cards_of).collect(),
            sweepers: (0..SETS)
                .map(|set| {
                    if (1..=RANKS).contains(&sum(set)) {
                        cards_of(1 << (sum(set) - 1))
                    } else {
                        0
                    }
                })
                .collect(),
        }
    }

    /// What a rank (from 0) may change a set by.
    #[inline(always)]
    pub(super) fn changes(&self, set: u16, rank: usize) -> &[u16] {
        let row = &self.rows[usize::from(set)];
        let first = usize::from(row.first[rank]);
        &self.changes[first..first + usize::from(row.count[rank])]
    }
}

fn push_changes(set: usize, rank: usize, changes: &mut Vec<u16>) {
    let before = changes.len();
    if set >> rank & 1 != 0 {
        changes.push(1 << rank);
    } else {
        let sums = (1..=set).filter(|subset| subset & !set == 0 && sum(*subset) == rank + 1);
        changes.extend(sums.map(|subset| subset as u16));
    }
    if changes.len() == before {
        changes.push(1 << rank);
    }
}

/// Sum of the ranks of a set.
fn sum(set: usize) -> usize {
    (0..RANKS)
        .filter(|rank| set >> rank & 1 != 0)
        .map(|rank| rank + 1)
        .sum()
}

fn cards_of(set: usize) -> u64 {
    (0..RANKS)
        .filter(|rank| set >> rank & 1 != 0)
        .fold(0, |cards, rank| cards | 0xF << (4 * rank))
}

/// The ranks of cards of the 40-card pack.
pub(super) fn ranks_of(cards: u64) -> u16 {
    (0..RANKS)
        .filter(|rank| cards >> (4 * rank) & 0xF != 0)
        .fold(0, |set, rank| set | 1 << rank)
}
