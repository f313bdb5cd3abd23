//! Seatings: the plays of one duplicate set.
//!
//! Agent 0 and agent 1 of a pair share a table; all seats of a side belong to one agent.
//!
//! - **Two sides**: two plays, both ways round.
//! - **Three and more sides**: one agent sits *alone* at one side against the other agent at all the others. Each agent
//!   sits alone at every side once, so a set has `2 * sides` plays. A hand's margin is always that of the side that
//!   sits alone: its points minus the best other side's. Its sign is reversed if agent 1 sits alone. So the pair (B, A)
//!   has exactly the figures of (A, B) with the opposite sign, and an agent against itself is centred on zero. The
//!   margin of one side against the best of several others is not centred on zero. With two sides this is the same
//!   definition: both agents sit alone, and one play gives both margins.

use spariglio_engine::Game;

/// One play of a set: the agent at every side.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Seating {
    /// The side whose margin is counted.
    pub alone: usize,
    /// The agent (0 or 1) that sits alone.
    pub alone_agent: usize,
    /// The agent at each seat, and the number of its instance. Each seat has its own, so that partners share nothing.
    pub seats: Vec<(usize, usize)>,
    /// The agent at each side.
    pub sides: Vec<usize>,
}

impl Seating {
    fn new(game: &Game, alone: usize, alone_agent: usize) -> Seating {
        let agent = |side: usize| if side == alone { alone_agent } else { 1 - alone_agent };
        let mut used = [0usize; 2];
        let seats = (0..game.players())
            .map(|seat| {
                let agent = agent(game.side(seat));
                used[agent] += 1;
                (agent, used[agent] - 1)
            })
            .collect();
        Seating { alone, alone_agent, seats, sides: (0..game.sides()).map(agent).collect() }
    }

    /// Number of plays in a set of `game`.
    #[must_use]
    pub fn count(game: &Game) -> usize {
        if game.sides() == 2 { 2 } else { 2 * game.sides() }
    }

    /// The plays of a set of `game`, in their fixed order.
    ///
    /// # Examples
    /// ```
    /// use spariglio_arena::deals::seating::Seating;
    /// use spariglio_engine::Game;
    ///
    /// let set = Seating::set(&Game::preset("scopone").expect("a preset"));
    /// let agents = |play: &Seating| play.seats.iter().map(|seat| seat.0).collect::<Vec<_>>();
    /// assert_eq!([agents(&set[0]), agents(&set[1])], [[0, 1, 0, 1], [1, 0, 1, 0]]);
    /// ```
    #[must_use]
    pub fn set(game: &Game) -> Vec<Seating> {
        if game.sides() == 2 {
            return (0..2).map(|side| Seating::new(game, side, 0)).collect();
        }
        (0..2)
            .flat_map(|agent| (0..game.sides()).map(move |side| (side, agent)))
            .map(|(side, agent)| Seating::new(game, side, agent))
            .collect()
    }

    /// The number of the play of `set` that comes first on the deal `index`. Seatings take turns, and dealers rotate
    /// within each, so that the first plays of many deals alone are a fair comparison.
    #[must_use]
    pub fn first(game: &Game, set: &[Seating], index: u64) -> usize {
        (index / game.players() as u64 % set.len() as u64) as usize
    }

    /// How many instances of each agent the plays of `set` need at most.
    #[must_use]
    pub fn instances(set: &[Seating]) -> [usize; 2] {
        [0, 1].map(|agent| {
            let held = |play: &Seating| play.seats.iter().filter(|seat| seat.0 == agent).count();
            set.iter().map(held).max().unwrap_or(0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Seating;
    use spariglio_engine::Game;

    #[test]
    fn two_sides_sit_both_ways_round_and_partners_stay_together() {
        let set = Seating::set(&Game::preset("scopone").expect("a preset"));
        let agents: Vec<Vec<usize>> = set.iter().map(|play| play.seats.iter().map(|seat| seat.0).collect()).collect();
        assert_eq!(agents, [[0, 1, 0, 1], [1, 0, 1, 0]]);
        assert_eq!(Seating::instances(&set), [2, 2]);
        assert_eq!(Seating::count(&Game::preset("scopone").expect("a preset")), set.len());
        assert!(set.iter().all(|play| play.alone_agent == 0 && play.sides[play.alone] == 0));
    }

    #[test]
    fn three_sides_let_each_agent_sit_alone_everywhere() {
        let set = Seating::set(&Game::preset("scopone_messina").expect("a preset"));
        let sides: Vec<Vec<usize>> = set.iter().map(|play| play.sides.clone()).collect();
        let first = [[0, 1, 1], [1, 0, 1], [1, 1, 0]];
        let second = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
        assert_eq!(sides, [first, second].concat());
        assert_eq!(Seating::count(&Game::preset("scopone_messina").expect("a preset")), set.len());
        assert_eq!(Seating::instances(&set), [2, 2]);
        assert_eq!(set[1].seats, [(1, 0), (0, 0), (1, 1)]);
    }
}
