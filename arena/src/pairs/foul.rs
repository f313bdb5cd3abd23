//! The cost of a foul in a hand of a pair: an offence loses the hand, an illegal action or a failure ends the run.

use spariglio_agents::Hand;
use spariglio_agents::table::{Failure, Foul, FoulKind, Refusal};

use super::duel::Duel;
use super::figures::Hands;
use super::outcome::Outcome;
use super::place::PlayPlace;
use super::totals::Totals;
use crate::error::ArenaError;
use crate::watch::{Progress, Watch};

impl Duel<'_, Hands> {
    /// The outcome of `hand`, which ended by `foul`. Records an offence in `sums` and reports it.
    ///
    /// # Errors
    /// Fails if the foul is not a program's offence.
    pub(super) fn forfeited(
        &self,
        PlayPlace { deal, play }: PlayPlace,
        foul: Foul<Refusal>,
        hand: &Hand<'_>,
        sums: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<Outcome, ArenaError> {
        let (agent, _) = self.set[play].seats[foul.seat];
        let Foul { seat, kind } = foul.judged().map_err(|failure| self.failed(agent, deal, failure))?;
        let source = match kind {
            FoulKind::NoAction(offence) => offence,
            FoulKind::IllegalAction(action) => {
                return Err(ArenaError::IllegalAction {
                    agent: self.agents[agent].to_string(),
                    action: action.text(self.game.deck()),
                    deal,
                    seed: self.config.seed,
                    seat,
                });
            }
        };
        sums.tally.agents[agent].offences.push(&source.kind);
        self.offence(agent, format!("deal {deal}, seat {seat}: {source}"), sums, watch);
        Ok(Outcome::new(self.game, *hand.state(), Some(self.game.side(seat))))
    }

    /// The error of an agent that failed in a hand of `deal`.
    pub(super) fn failed(&self, agent: usize, deal: u64, Failure { seat, said }: Failure) -> ArenaError {
        ArenaError::Failed { agent: self.agents[agent].to_string(), said, deal, seed: self.config.seed, seat }
    }
}
