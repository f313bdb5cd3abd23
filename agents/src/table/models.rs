//! Models of a player: agents that may play as it does, and how often each did the same.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, Deal, Game, State, View};

use super::Opponent;

/// Agents that are compared with a player in its past decisions.
#[derive(Debug)]
pub struct Models {
    opponents: Vec<Opponent>,
    /// Decisions in which each agent does as the player did.
    same: Vec<f64>,
    /// Decisions with a choice.
    decisions: f64,
}

impl Models {
    /// Agents without a comparison yet.
    #[must_use]
    pub fn new(opponents: Vec<Opponent>) -> Models {
        Models { same: vec![0.0; opponents.len()], opponents, decisions: 0.0 }
    }

    /// Compares all agents with the player in the actions of a hand, at the seats for which `sits` holds. `look` is given
    /// each of its decisions with a choice: its view, the legal actions, and the place of its action among these.
    pub fn compare(
        &mut self,
        game: &Game,
        deal: &Deal,
        history: &[Action],
        sits: impl Fn(usize) -> bool,
        mut look: impl FnMut(&View<'_>, &[Action], usize),
    ) {
        let Models { opponents, same, decisions } = self;
        for opponent in &mut *opponents {
            opponent.start_hand(0, &mut Pcg64Mcg::seed_from_u64(1));
        }
        let mut state = State::new(game, deal);
        let mut legal = Vec::new();
        for (turn, &action) in history.iter().enumerate() {
            let seat = state.seat();
            state.legal_actions(game, &mut legal);
            let place = legal.iter().position(|&other| other == action);
            if let Some(place) = place.filter(|_| sits(seat) && legal.len() > 1) {
                let view = View::new(game, deal, &state, seat, false).with_history(&history[..turn]);
                *decisions += 1.0;
                for (opponent, same) in opponents.iter_mut().zip(&mut *same) {
                    *same += f64::from(u8::from(opponent.answer(&view) == action));
                }
                look(&view, &legal, place);
            }
            state.apply(game, deal, action);
        }
    }

    /// Makes all earlier decisions weigh `share` of what they weigh now.
    pub fn fade(&mut self, share: f64) {
        self.same.iter_mut().for_each(|same| *same *= share);
        self.decisions *= share;
    }

    /// The agent that most often does as the player did, the first of equal ones, and how often; `None` if there are
    /// no agents.
    #[must_use]
    pub fn best(&self) -> Option<(usize, f64)> {
        let numbered = self.same.iter().copied().enumerate();
        numbered.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }

    /// The number of decisions compared.
    #[must_use]
    pub fn decisions(&self) -> f64 {
        self.decisions
    }
}

#[cfg(test)]
mod tests {
    use spariglio_engine::{Deal, Game};

    use super::*;
    use crate::{AgentSpec, Hand, play_hand};

    #[test]
    fn a_player_does_as_itself() {
        let game = Game::preset("scopone").expect("a preset");
        let agent = |name| AgentSpec::parse(name).expect("an agent");
        let models = ["greedy", "formula", "random"].map(|name| agent(name).opponent(&game).expect("it plays"));
        let mut models = Models::new(models.into());
        let deal = Deal::random(&game, 0, &mut Pcg64Mcg::seed_from_u64(4));
        let mut hand = Hand::new(&game, &deal, false);
        let mut seats: Vec<_> = (0..4)
            .map(|_| agent("formula").build_player(&game).expect("it plays"))
            .collect();
        play_hand(&mut hand, &mut seats[..], &mut Vec::new()).expect("legal actions");
        let mut looks = 0;
        models.compare(
            &game,
            &deal,
            hand.history(),
            |seat| seat % 2 == 1,
            |view, legal, place| {
                assert!(view.seat() % 2 == 1 && legal.len() > 1 && place < legal.len());
                looks += 1;
            },
        );
        assert!(looks > 10);
        assert_eq!((models.best(), models.decisions()), (Some((1, f64::from(looks))), f64::from(looks)));
        assert!(models.same[2] < 0.7 * f64::from(looks), "{models:?}");
        models.fade(0.5);
        assert_eq!(models.best(), Some((1, f64::from(looks) / 2.0)));
    }
}
