//! The players of the seats that are not the caller's.

use std::sync::Arc;

use spariglio_agents::{Agent, AgentSpec, CustomAgent, Player};
use spariglio_engine::random::mix;
use spariglio_engine::{Action, Game, MAX_SEATS, View};

/// The agents that may play, and how they are seated.
pub struct Pool {
    pub agents: Vec<AgentSpec>,
    /// Whether each agent decides many turns at once.
    pub waves: Vec<bool>,
    pub lineups: Vec<Lineup>,
}

/// An agent for each seat, and how often they play.
pub struct Lineup {
    /// The share of hands of this and all earlier line-ups.
    pub until: f64,
    /// By seat: the number of the agent.
    pub seats: Vec<usize>,
}

/// The opponents of one of the hands that are stepped together.
pub struct Opponents {
    pool: Arc<Pool>,
    own: Own,
    /// By line-up, empty if it has not played; by seat.
    made: Vec<Vec<Seated>>,
    lineup: usize,
    seeds: [u64; MAX_SEATS],
}

/// The seats of the caller.
#[derive(Copy, Clone)]
pub struct Own {
    /// His seat; if `None`, a different seat in each hand.
    pub seat: Option<usize>,
    /// Whether he plays all seats of its side.
    pub whole_side: bool,
}

impl Own {
    /// The seats of the hand with a number in a series, as bits.
    fn seats(self, game: &Game, number: usize) -> u8 {
        let players = game.players();
        // After `players` hands another seat has another distance from the dealer.
        let own = self.seat.unwrap_or((number + number / players) % players);
        let is_own = |seat: usize| seat == own || self.whole_side && game.side(seat) == game.side(own);
        (0..players)
            .filter(|&seat| is_own(seat))
            .fold(0, |seats, seat| seats | 1 << seat)
    }
}

enum Seated {
    /// The caller's.
    Nobody,
    Alone(Box<dyn Agent>),
    Custom(Box<dyn CustomAgent>),
    /// The number of an agent that decides many turns at once.
    Wave(usize),
}

/// The answer of an opponent.
pub enum Answer {
    Action(Action),
    /// It decides many turns at once, and is asked elsewhere.
    Later,
    Failed(String),
}

impl Opponents {
    /// The opponents of a pool.
    pub fn new(pool: &Arc<Pool>, own: Own) -> Opponents {
        Opponents {
            own,
            made: pool.lineups.iter().map(|_| Vec::new()).collect(),
            lineup: 0,
            seeds: [0; MAX_SEATS],
            pool: Arc::clone(pool),
        }
    }

    /// Draws the line-up of the hand with a number in a series. Returns the seats of the caller, as bits.
    ///
    /// # Errors
    /// An agent cannot be made.
    pub fn start_hand(&mut self, game: &Game, number: usize, seed: u64) -> Result<u8, String> {
        let own = self.own.seats(game, number);
        let share = (mix(seed) >> 11) as f64 / (1_u64 << 53) as f64;
        let lineups = &self.pool.lineups;
        self.lineup = lineups
            .iter()
            .position(|lineup| share < lineup.until)
            .unwrap_or(lineups.len() - 1);
        self.seeds = std::array::from_fn(|seat| mix(seed.wrapping_add(seat as u64 + 1)));
        let made = &mut self.made[self.lineup];
        made.resize_with(game.players(), || Seated::Nobody);
        for (seat, seated) in made.iter_mut().enumerate().filter(|(seat, _)| own >> seat & 1 == 0) {
            let number = lineups[self.lineup].seats[seat];
            if matches!(seated, Seated::Nobody) {
                *seated = if self.pool.waves[number] {
                    Seated::Wave(number)
                } else {
                    Seated::of(&self.pool.agents[number], game)?
                };
            }
            match seated {
                Seated::Alone(agent) => agent.start_hand(self.seeds[seat]),
                Seated::Custom(agent) => agent.start_hand(self.seeds[seat]),
                Seated::Wave(_) | Seated::Nobody => {}
            }
        }
        Ok(own)
    }

    /// The action of the seat of `view`, which is to act.
    #[inline]
    pub fn act(&mut self, seat: usize, view: &View<'_>) -> Answer {
        match self.made[self.lineup].get_mut(seat) {
            Some(Seated::Alone(agent)) => Answer::Action(agent.act(view)),
            Some(Seated::Custom(agent)) => agent.act(view).map_or_else(Answer::Failed, Answer::Action),
            Some(Seated::Wave(_)) => Answer::Later,
            Some(Seated::Nobody) | None => Answer::Failed("no player was made".to_owned()),
        }
    }

    /// The number of the agent at a seat, if it decides many turns at once.
    pub fn wave_at(&self, seat: usize) -> Option<usize> {
        match self.made[self.lineup].get(seat)? {
            Seated::Wave(number) => Some(*number),
            _ => None,
        }
    }

    /// The seed of a seat in this hand.
    pub fn seed(&self, seat: usize) -> u64 {
        self.seeds[seat]
    }
}

impl Seated {
    fn of(spec: &AgentSpec, game: &Game) -> Result<Seated, String> {
        match spec.build_honest(game).map_err(|error| error.to_string())? {
            Player::Fair(agent) => Ok(Seated::Alone(agent)),
            Player::Custom(agent) => Ok(Seated::Custom(agent)),
            Player::Cheating(_) | Player::Program(_) => Err(format!("{spec}: expected an agent that sees views")),
        }
    }
}
