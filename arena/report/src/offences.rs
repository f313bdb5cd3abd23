//! Offences of programs, in an arena of hands or of matches.

use spariglio_arena::pairs::offences::Offences;

use crate::figures;
use crate::page::{Block, Cell, Section, Table};

/// Explains the section.
const NOTE: &str = "An offence loses the hand or the match: no answer in time, a crash, an action that is not legal, a breach of the protocol. \
    The first offence of each agent is shown with the program's last words.";

/// An agent in a pair: its name, its opponent's, its offences and the first of them.
pub type Offender<'a> = (&'a str, &'a str, Offences, Option<&'a str>);

/// Both agents of a pair, with their offences and the first of each.
pub fn of_pair<'a>(names: [&'a str; 2], offences: [Offences; 2], first: &'a [Option<String>; 2]) -> [Offender<'a>; 2] {
    [0, 1].map(|agent| (names[agent], names[1 - agent], offences[agent], first[agent].as_deref()))
}

/// Every agent that committed an offence; `None` if nobody did.
pub fn section<'a>(agents: impl Iterator<Item = Offender<'a>>) -> Option<Section> {
    let mut table = Table::new(["agent", "against", "offences", "the first"]);
    table.words = vec!["against", "offences"];
    for (agent, opponent, offences, first) in agents.filter(|(_, _, offences, _)| offences.total() > 0) {
        table.push([
            Cell::from(agent),
            Cell::from(opponent),
            Cell::from(kinds(&offences)),
            Cell::typed(first.unwrap_or_default()),
        ]);
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
