//! The cost of a foul in a hand of a pair: an offence loses the hand, an illegal action or a failure ends the run.

use spariglio_agents::{Failure, Foul, FoulKind, Hand, Refusal};

use super::duel::Duel;
use super::outcome::Outcome;
use super::totals::Totals;
use crate::error::ArenaError;
use crate::watch::{Progress, Watch};

impl Duel<'_> {
    /// The outcome of `hand`, play `number` of deal `index`, which ended by `foul`. Records an offence in `found` and
    /// reports it.
    ///
    /// # Errors
    /// Fails if the foul is not a program's offence.
    pub(super) fn forfeited(
        &self,
        [index, number]: [u64; 2],
        foul: Foul<Refusal>,
        hand: &Hand<'_>,
        found: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<Outcome, ArenaError> {
        let (agent, _) = self.set[number as usize].seats[foul.seat];
        let Foul { seat, kind } = foul.judged().map_err(|failure| self.failed(agent, index, failure))?;
        let source = match kind {
            FoulKind::NoAction(offence) => offence,
            FoulKind::IllegalAction(action) => {
                return Err(ArenaError::IllegalAction {
                    agent: self.agents[agent].to_string(),
                    action: action.text(self.game.deck()),
                    deal: index,
                    seed: self.config.seed,
                    seat,
                });
            }
        };
        found.tally.agents[agent].offences.push(&source.kind);
        let what = format!("deal {index}, seat {seat}: {source}");
        self.told.tell(agent, &self.agents[agent].to_string(), &what, watch);
        found.first_offence[agent].get_or_insert(what);
        Ok(Outcome::new(self.game, *hand.state(), Some(self.game.side(seat))))
    }

    /// The error of an agent that failed in a hand of `deal`.
    pub(super) fn failed(&self, agent: usize, deal: u64, Failure { seat, said }: Failure) -> ArenaError {
        ArenaError::Failed { agent: self.agents[agent].to_string(), said, deal, seed: self.config.seed, seat }
    }
}
