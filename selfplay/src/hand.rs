//! One hand of self-play, from its seed to its end.

use rand_pcg::Pcg64Mcg;
use spariglio_agents::net::Critic;
use spariglio_agents::table::FoulKind;
use spariglio_agents::{Hand, Player, Seats, play_hand};
use spariglio_engine::{Action, Deal, Game};

use crate::config::DataConfig;
use crate::error::SelfplayError;
use crate::explore::{budget, choose};
use crate::filler::{Choice, Filler};
use crate::recipe::LabeledAgent;
use crate::row::{hand_id, is_policy};
use crate::seed::{Purpose, derive, stream};

/// The place of a hand in its run. All its random streams depend only on this.
#[derive(Copy, Clone, Debug)]
pub(crate) struct HandPlace {
    pub seed: u64,
    pub generation: u32,
    pub shard: u32,
    pub index: u32,
}

impl HandPlace {
    fn derive(self, purpose: Purpose, last: u64) -> u64 {
        let path = [self.generation, self.shard, self.index].map(u64::from);
        derive(self.seed, purpose, &[path[0], path[1], path[2], last])
    }
}

/// One worker's agents. Each agent has an instance per seat, so that no instance sees two seats' cards.
pub(crate) struct Instances {
    agents: Vec<Vec<Player>>,
    labels: Vec<String>,
    /// The critic of each agent with a network.
    critics: Vec<Option<Critic>>,
}

impl Instances {
    /// The instances of all entrants.
    ///
    /// # Errors
    /// If an agent cannot be built for the game.
    pub(crate) fn of(entrants: &[LabeledAgent], game: &Game) -> Result<Instances, SelfplayError> {
        let agents = entrants.iter().map(|entrant| entrant.agents(game)).collect::<Result<_, _>>()?;
        let critics = entrants.iter().map(|entrant| entrant.critic(game)).collect::<Result<_, _>>()?;
        Ok(Instances {
            agents,
            labels: entrants.iter().map(|entrant| entrant.label.clone()).collect(),
            critics,
        })
    }

    /// Plays the hand of `place` to its end and fills its rows. `turns` receives each seat and action.
    ///
    /// # Errors
    /// If an agent chooses an illegal action, fails or gives numbers that are not finite.
    pub(crate) fn play<'g>(
        &mut self,
        game: &'g Game,
        config: &DataConfig,
        place: HandPlace,
        filler: &mut Filler<'_>,
        turns: &mut Vec<(usize, Action)>,
    ) -> Result<Hand<'g>, SelfplayError> {
        let dealer = place.index as usize % game.players();
        let deal = Deal::random(game, dealer, &mut stream(place.derive(Purpose::Deal, 0)));
        let mut hand = Hand::new(game, &deal, config.partners_open);
        for seat in 0..game.players() {
            let seed = place.derive(Purpose::Agent, seat as u64);
            self.agent(game, place, seat).start_hand(seed);
        }
        turns.clear();
        let mut seats = Exploring {
            instances: self,
            config,
            place,
            explore: stream(place.derive(Purpose::Explore, 0)),
            filler,
        };
        play_hand(&mut hand, &mut seats, turns).map_err(|foul| match foul.kind {
            FoulKind::NoAction(error) => error,
            FoulKind::IllegalAction(_) => {
                SelfplayError::IllegalAction { text: format!("seat {} {}", foul.seat, foul.kind.text(game)) }
            }
        })?;
        filler.end_rows(&hand.score());
        Ok(hand)
    }

    /// The names of the agents of a hand, by seat.
    pub(crate) fn names(&self, game: &Game, index: u32) -> impl Iterator<Item = &str> {
        (0..game.players()).map(move |seat| self.labels[self.place(game, index, seat)].as_str())
    }

    /// The place of the agent of a seat in a hand.
    fn place(&self, game: &Game, index: u32, seat: usize) -> usize {
        (game.side(seat) + index as usize) % self.agents.len()
    }

    /// The instance that acts for a seat in a hand.
    fn agent(&mut self, game: &Game, place: HandPlace, seat: usize) -> &mut Player {
        let agent = self.place(game, place.index, seat);
        &mut self.agents[agent][seat]
    }
}

/// The agents of one hand with exploration. Every decision starts a row.
struct Exploring<'a, 'g> {
    instances: &'a mut Instances,
    config: &'a DataConfig,
    place: HandPlace,
    explore: Pcg64Mcg,
    filler: &'a mut Filler<'g>,
}

impl Seats for Exploring<'_, '_> {
    type Refusal = SelfplayError;

    fn act(&mut self, hand: &Hand<'_>) -> Result<Action, SelfplayError> {
        let (game, state, place) = (hand.game(), hand.state(), self.place);
        let view = hand.view();
        let choices = || state.count_actions(game);
        let (budget, full_budget) = budget(self.config.playout_cap.as_ref(), choices, &mut self.explore);
        let decision = self.instances.agent(game, place, view.seat()).decide(hand, budget);
        let decision = decision.map_err(|refusal| SelfplayError::Failed {
            generation: place.generation,
            shard: place.shard,
            hand: place.index,
            seat: view.seat(),
            said: refusal.to_string(),
        })?;
        if !(decision.value.is_none_or(f32::is_finite) && is_policy(&decision.policy)) {
            return Err(SelfplayError::NotFinite {
                generation: place.generation,
                shard: place.shard,
                hand: place.index,
                seat: view.seat(),
                policy: decision.policy,
                value: decision.value.unwrap_or_default(),
            });
        }
        let action = choose(&decision, &self.config.exploration, state.ply(), &mut self.explore);
        let agent = self.instances.place(game, place.index, view.seat());
        let oracle_value = self.instances.critics[agent].as_mut().map(|critic| critic.value(hand));
        let choice = Choice {
            agent: &self.instances.labels[agent],
            actions: &decision.actions,
            policy: &decision.policy,
            action,
            value: decision.value,
            oracle_value,
            tried: &decision.tried,
            stats: decision.stats,
            full_budget,
        };
        let id = hand_id(place.generation, place.shard, place.index);
        self.filler.start_row(id, hand, &view, &choice);
        Ok(action)
    }
}

#[cfg(test)]
mod tests {
    use spariglio_agents::{Agent, Budget, Decision};
    use spariglio_engine::View;
    use spariglio_files::{Config, Fingerprint};

    use super::*;
    use crate::config::SelfplayConfig;
    use crate::row::Shape;

    /// An agent with this share for the first action in its policy, and this value.
    struct Overflown(f32, f32);

    impl Agent for Overflown {
        fn start_hand(&mut self, _: u64) {}

        fn decide(&mut self, view: &View<'_>, _: Budget) -> Decision {
            let mut actions = Vec::new();
            view.legal_actions(&mut actions);
            let mut decision = Decision::certain(actions[0], actions);
            decision.policy[0] = self.0;
            decision.value = Some(self.1);
            decision
        }
    }

    #[test]
    fn non_finite_numbers_never_become_a_row() {
        let game = Game::preset("mini_scopa").expect("a preset");
        let text = "rules = \"mini_scopa\"\nseed = 1\n[data]\nagents = [\"random\"]\nshards = 1\nhands_per_shard = 1\n";
        let data = SelfplayConfig::from_toml(text).expect("a configuration").data;
        let place = HandPlace { seed: 1, generation: 2, shard: 3, index: 4 };
        for (share, value, part) in [(f32::NAN, 0.0, "[NaN"), (1.0, f32::INFINITY, "value inf"), (0.5, 0.0, "[0.5")] {
            let agents = || [(); 2].map(|()| Player::Fair(Box::new(Overflown(share, value)))).into();
            let mut filler = Filler::new(&game, Shape::new(&Fingerprint::of(&game), true));
            let mut instances = Instances {
                agents: vec![agents()],
                labels: vec!["overflown".to_owned()],
                critics: vec![None],
            };
            let played = instances.play(&game, &data, place, &mut filler, &mut Vec::new());
            let error = played.expect_err("refused").to_string();
            assert!(error.contains(part) && error.contains("generation 2, shard 3, hand 4"), "{error}");
            assert_eq!(filler.rows(), 0);
        }
    }
}
