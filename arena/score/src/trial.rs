//! Trial hands of built-in agents, which tell how much a game varies and whether it is worth playing.

use spariglio_agents::{AgentSpec, Hand, Player};
use spariglio_engine::{Deal, Game};

/// A table for trial hands. Its players are made once and serve all hands.
pub(crate) struct Trial<'g> {
    game: &'g Game,
    players: Vec<Player>,
}

/// A hand of a trial.
pub(crate) struct Played {
    /// Margin of the dealer's side in points.
    pub dealer: f64,
    /// Margin of side 0 in points.
    pub first: f64,
    /// Mean number of legal actions.
    pub choices: f64,
}

impl<'g> Trial<'g> {
    /// A table of built-in agents of two sides, by side.
    pub fn new(game: &'g Game, agents: [&str; 2]) -> Trial<'g> {
        let player = |seat| {
            let spec = AgentSpec::parse(agents[game.side(seat)]).expect("an agent type");
            spec.build_player(game).expect("an agent of every game")
        };
        Trial { game, players: (0..game.players()).map(player).collect() }
    }

    /// Plays the hand of `deal`; the seeds of the seats follow from `seed`.
    pub fn play(&mut self, deal: &Deal, seed: u64) -> Played {
        let game = self.game;
        for (seat, player) in self.players.iter_mut().enumerate() {
            player.start_hand(seed << 4 | seat as u64);
        }
        let mut hand = Hand::new(game, deal, false);
        let (mut actions, mut legal) = (Vec::new(), 0);
        while !hand.is_over() {
            hand.view().legal_actions(&mut actions);
            legal += actions.len();
            let action = self.players[hand.seat()].act(&hand).expect("an agent of this program");
            hand.act(action).expect("a legal action");
        }
        let margin = |side| f64::from(hand.state().margin(game, side));
        Played {
            dealer: margin(game.side(deal.dealer())),
            first: margin(0),
            choices: legal as f64 / hand.history().len().max(1) as f64,
        }
    }
}
