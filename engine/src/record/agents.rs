//! The names of a record's agents by seat, kept in its note. Source: `docs/reference/records.md` section 4.

use super::HandRecord;

/// The start of such a note, and the separator between names.
const HEAD: &str = "agents: ";
const BETWEEN: &str = " | ";

impl HandRecord {
    /// Writes the names of the agents, one per seat, into the record's note. A bar in a name becomes a slash.
    pub fn note_agents<'n>(&mut self, names: impl IntoIterator<Item = &'n str>) {
        let names: Vec<String> = names.into_iter().map(|name| name.replace('|', "/")).collect();
        self.note = Some(format!("{HEAD}{}", names.join(BETWEEN)));
    }

    /// The names of the agents by seat; `None` if the note does not give them.
    #[must_use]
    pub fn agents(&self) -> Option<Vec<&str>> {
        let names: Vec<&str> = self.note.as_ref()?.strip_prefix(HEAD)?.split(BETWEEN).collect();
        (names.len() == self.game().players()).then_some(names)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand_pcg::Pcg64Mcg;

    use crate::record::{HandRecord, Replayer};
    use crate::{Deal, Game};

    #[test]
    fn names_survive_the_line() {
        let game = Arc::new(Game::preset("scopa").expect("a preset"));
        let deal = Deal::random(&game, 0, &mut Pcg64Mcg::new(1));
        let mut record = HandRecord::new(game, deal);
        assert_eq!(record.agents(), None);
        record.note_agents(["ismcts:simulations=40", "a|b"]);
        let line = record.to_line();
        let read = Replayer::new(false).feed(line.as_bytes()).expect("a record");
        assert_eq!(read.agents(), Some(vec!["ismcts:simulations=40", "a/b"]));
        record.note = Some("agents: one".to_owned());
        assert_eq!(record.agents(), None);
    }
}
