//! The luck of one hand as it is played: called by whoever plays it, at its start and around every action.

use spariglio_agents::agent::Draw;
use spariglio_engine::{Action, Game, State};

use crate::seating::Seating;
use crate::variance::hand_luck::HandLuck;
use crate::variance::play_luck::PlayLuck;

/// Gathers the luck of hands, from the point of view of agent 0 of a pair.
#[derive(Clone, Debug)]
pub struct Luck<'a> {
    game: &'a Game,
    hands: HandLuck,
    plays: PlayLuck,
    /// What a side's gain is for agent 0's counted margin, seat by seat; the sum is 0.
    signs: Vec<f64>,
    /// The deal-round whose distribution was seen last.
    round: Option<usize>,
    /// Sums of the luck figures: those of hand cards, then those of draws.
    figures: Vec<f64>,
}

impl<'a> Luck<'a> {
    /// How many luck figures hands of `game` have.
    #[must_use]
    pub fn figures_of(game: &Game) -> usize {
        HandLuck::figures(game) + PlayLuck::FIGURES
    }

    /// No luck yet.
    #[must_use]
    pub fn new(game: &'a Game) -> Luck<'a> {
        Luck {
            game,
            hands: HandLuck::default(),
            plays: PlayLuck::default(),
            signs: Vec::new(),
            round: None,
            figures: vec![0.0; Luck::figures_of(game)],
        }
    }

    /// Begins a hand, `state` its first.
    pub fn start(&mut self, play: &Seating, state: &State) {
        let others = -1.0 / (self.game.sides() - 1) as f64;
        let own = if play.alone_agent == 0 { 1.0 } else { -1.0 };
        let sign = |seat| {
            own * if self.game.side(seat) == play.alone {
                1.0
            } else {
                others
            }
        };
        self.signs.clear();
        self.signs.extend((0..self.game.players()).map(sign));
        self.round = None;
        self.on_deal_round(state);
    }

    /// Takes note of an action before it is done, where the agent says how it was drawn.
    pub fn on_action(&mut self, before: &State, action: Action, draw: Option<Draw<'_>>) {
        let Some(draw) = draw else { return };
        let sign = self.signs[before.seat()];
        let figures = &mut self.figures[HandLuck::figures(self.game)..];
        self.plays.add(self.game, before, (action, draw), sign, figures);
    }

    /// Takes note of the state after an action: new hand cards may have been dealt.
    pub fn on_deal_round(&mut self, state: &State) {
        let round = state.deal_round_index();
        if self.round == Some(round) || state.is_over() {
            return;
        }
        self.round = Some(round);
        let figures = &mut self.figures[..HandLuck::figures(self.game)];
        self.hands.add(self.game, state, &self.signs, figures);
    }

    /// The sums since the last call; each has expectation 0.
    pub fn take(&mut self) -> Vec<f64> {
        let none = vec![0.0; self.figures.len()];
        std::mem::replace(&mut self.figures, none)
    }
}

#[cfg(test)]
mod tests {
    use spariglio_agents::AgentSpec;
    use spariglio_engine::Game;

    use crate::pair::ArenaConfig;
    use crate::seeds::Source;
    use crate::stats::linear::dot;
    use crate::variance::series::Series;

    #[test]
    fn every_figure_has_mean_zero_and_most_of_them_vary() {
        for (preset, least) in [("cirulla", 27), ("scopa", 25), ("scopone_messina", 30), ("cicera", 25)] {
            let game = Game::preset(preset).expect("a preset");
            let [first, second] = ["greedy", "random"].map(|text| AgentSpec::parse(text).expect("an agent"));
            let mut series =
                Series::new(&game, [&first, &second], Source::Test, &ArenaConfig::default()).expect("built");
            // One play of a deal: in the others its luck comes back with the other sign.
            let hands = (0..3000).map(|deal| series.play(deal).expect("plays").swap_remove((deal % 2) as usize));
            let hands: Vec<Vec<f64>> = hands.map(|hand| hand.luck).collect();
            let mut varying = 0;
            for figure in 0..hands[0].len() {
                let column: Vec<f64> = hands.iter().map(|luck| luck[figure]).collect();
                let error = dot(&column, &column).sqrt();
                let mean: f64 = column.iter().sum();
                assert!(mean.abs() <= 4.5 * error, "{preset}, figure {figure}: {}", mean / error);
                varying += usize::from(error > 0.0);
            }
            assert!(varying >= least, "{preset}: {varying} of {}", hands[0].len());
        }
    }
}
