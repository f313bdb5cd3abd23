//! Offences of programs, in an arena of hands or of matches.

use spariglio_arena::pairs::figures::Forfeits;
use spariglio_arena::pairs::offences::Offences;
use spariglio_arena::{ContestResult, Unit};

use super::named;
use crate::figures;
use crate::page::{Block, Cell, Section, Table};

/// Explains the section.
const NOTE: &str = "An offence loses the hand or the match: no answer in time, a crash, an action that is not legal, a breach of the protocol. \
    The first offence of each agent is shown with the program's last words.";

/// Every agent that committed an offence; `None` if nobody did.
pub(crate) fn section<U: Unit>(result: &ContestResult<U>, forfeits: fn(&U::Figures) -> &Forfeits) -> Option<Section> {
    let mut table = Table::new(["agent", "against", "offences", "the first"]);
    table.words = vec!["against", "offences"];
    for (pair, names) in named(result) {
        let Forfeits { offences, first_offence, .. } = forfeits(&pair.figures);
        for agent in [0, 1].into_iter().filter(|&agent| offences[agent].total() > 0) {
            let [own, other] = [agent, 1 - agent].map(|agent| Cell::from(names[agent]));
            let first = first_offence[agent].as_deref().unwrap_or_default();
            table.push([own, other, Cell::from(kinds(&offences[agent])), Cell::typed(first)]);
        }
    }
    (!table.rows.is_empty()).then(|| Section::new("Forfeits", NOTE, vec![Block::Table(table)]))
}

fn kinds(offences: &Offences) -> String {
    let kinds = offences.kinds().into_iter().filter(|(_, count)| *count > 0);
    let phrases = kinds.map(|([one, several], count)| {
        let what = if count == 1 { one } else { several };
        format!("{} {what}", figures::thousands(count))
    });
    phrases.collect::<Vec<_>>().join(", ")
}
