//! One of the hands that are stepped together, and the agents that play in it.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use spariglio_agents::Agent;
use spariglio_agents::net::inputs::{Encoder, Refusals};
use spariglio_engine::random::{below, mix};
use spariglio_engine::{Action, Deal, Game, State, Steps, View};

use crate::work::Stop;

/// The seats of the caller: all of them, or one, with agents at the others.
pub enum Seats {
    All,
    One {
        /// The caller's seat; if `None`, a different seat in each hand.
        seat: Option<usize>,
        /// By seat; the agent at the caller's seat is not used.
        agents: Vec<Box<dyn Agent>>,
    },
}

/// A hand, its legal actions, and the source of the next deals.
pub struct Slot {
    rng: Pcg64Mcg,
    seats: Seats,
    /// Number of hands begun plus the slot's number. Decides who deals.
    begun: usize,
    /// The caller's seat, if he has only one.
    own: Option<usize>,
    deal: Deal,
    state: State,
    history: Vec<Action>,
    legal: Vec<Action>,
    /// The choices of this hand; those before `decided` have completed an action.
    choices: Vec<u16>,
    decided: usize,
    /// The decision in progress, if it is made in steps.
    pub steps: Steps,
    /// Present if inputs are shown.
    told: Option<Told>,
}

/// The inputs of a hand's decisions.
struct Told {
    encoder: Arc<Encoder>,
    /// The refusals of the seats so far.
    refusals: Refusals,
    inputs: Vec<u16>,
}

impl Slot {
    /// The hands with number `number` of a seed.
    pub fn new(game: &Game, seats: Seats, seed: u64, number: usize, encoder: Option<Arc<Encoder>>) -> Slot {
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        let deal = Deal::random(game, 0, &mut rng);
        let mut slot = Slot {
            rng,
            seats,
            begun: 0,
            own: None,
            state: State::new(game, &deal),
            deal,
            history: Vec::new(),
            legal: Vec::with_capacity(64),
            choices: Vec::with_capacity(64),
            decided: 0,
            steps: Steps::default(),
            told: encoder.map(|encoder| Told { encoder, refusals: Refusals::default(), inputs: Vec::new() }),
        };
        slot.reset(game, seed, number);
        slot
    }

    /// Restarts with the hands `number` of a seed.
    pub fn reset(&mut self, game: &Game, seed: u64, number: usize) {
        self.rng = slot_rng(seed, number);
        self.begun = number;
        self.begin(game);
    }

    /// The number of hands begun plus the slot's number, and the choices of this hand: with the seed, all that the slot
    /// has become.
    pub fn place(&self) -> (usize, &[u16]) {
        (self.begun, &self.choices)
    }

    /// Goes to the place `begun` of the hands `number` of a seed, and makes the choices again.
    ///
    /// # Errors
    /// There is no such place, or a choice is not legal.
    pub fn restore(
        &mut self,
        game: &Game,
        (seed, number): (u64, usize),
        (begun, choices): (usize, &[u16]),
        in_steps: bool,
    ) -> Result<(), String> {
        if begun <= number {
            return Err(format!("hand {number}: {begun} hands begun, expected more"));
        }
        self.rng = slot_rng(seed, number);
        self.begun = number;
        let agents = match &self.seats {
            Seats::All => 0,
            Seats::One { agents, .. } => agents.len(),
        };
        while self.begun + 1 < begun {
            Deal::random(game, self.begun % game.players(), &mut self.rng);
            // Each hand draws a seed for every agent.
            for _ in 0..agents {
                self.rng.next_u64();
            }
            self.begun += 1;
        }
        self.begin(game);
        self.steps.begin(&self.legal);
        let mut margins = vec![0.0; game.sides()];
        for &choice in choices {
            let place = usize::from(choice);
            let is_legal = if in_steps {
                self.steps.allows(place)
            } else {
                place < self.legal.len()
            };
            if !is_legal {
                return Err(format!("hand {number}: choice {choice} is not legal"));
            }
            if self.choose(game, choice, in_steps, &mut margins).is_some() {
                self.steps.begin(&self.legal);
            }
        }
        Ok(())
    }

    /// Takes the steps of the decision in progress again, after its beginning was shown.
    pub fn retake(&mut self) {
        for &choice in &self.choices[self.decided..] {
            self.steps.take(usize::from(choice)).expect("a step taken before");
        }
    }

    /// Begins the next hand.
    pub fn skip(&mut self, game: &Game) {
        self.begin(game);
    }

    /// The legal actions.
    pub fn legal(&self) -> &[Action] {
        &self.legal
    }

    /// The seat to act, always one of the caller's.
    pub fn seat(&self) -> usize {
        self.state.seat()
    }

    /// The view of the seat to act.
    pub fn view<'a>(&'a self, game: &'a Game) -> View<'a> {
        View::new(game, &self.deal, &self.state, self.state.seat(), false).with_history(&self.history)
    }

    /// The indices of the view inputs that are 1, for the seat to act; empty if inputs are not shown.
    pub fn inputs(&mut self, game: &Game) -> &[u16] {
        let Some(told) = &mut self.told else { return &[] };
        let view = View::new(game, &self.deal, &self.state, self.state.seat(), false);
        told.inputs.clear();
        told.encoder.view(&view, &told.refusals, &mut told.inputs);
        &told.inputs
    }

    /// Plays an action, and the agents' actions after it. If the hand ends, writes the margin of each side to `margins`
    /// and begins the next hand. Returns whether the hand ended.
    #[inline]
    fn play(&mut self, game: &Game, action: Action, margins: &mut [f32]) -> bool {
        self.apply(game, action);
        self.resume(game);
        let over = self.state.is_over();
        if over {
            let score = self.state.score(game);
            for (side, margin) in margins.iter_mut().enumerate() {
                *margin = score.margin(side) as f32;
            }
            self.begin(game);
        } else {
            self.list(game);
        }
        over
    }

    /// Takes a legal choice: the place of an action, or a step. Returns whether the hand ended (its result is then in
    /// `margins`), or `None` if the decision continues.
    #[inline]
    pub fn choose(&mut self, game: &Game, choice: u16, in_steps: bool, margins: &mut [f32]) -> Option<bool> {
        self.choices.push(choice);
        let choice = usize::from(choice);
        let action = if in_steps {
            self.steps.take(choice).expect("a legal step")?
        } else {
            self.legal[choice]
        };
        self.decided = self.choices.len();
        Some(self.play(game, action, margins))
    }

    #[inline]
    fn apply(&mut self, game: &Game, action: Action) {
        if self.own.is_some() {
            self.history.push(action);
        }
        if let Some(told) = &mut self.told {
            told.encoder.note(&mut told.refusals, game, &self.state, action);
        }
        self.state.apply(game, &self.deal, action);
    }

    fn begin(&mut self, game: &Game) {
        let players = game.players();
        self.deal = Deal::random(game, self.begun % players, &mut self.rng);
        self.state = State::new(game, &self.deal);
        self.history.clear();
        self.choices.clear();
        self.decided = 0;
        if let Some(told) = &mut self.told {
            told.refusals = Refusals::default();
        }
        if let Seats::One { seat, agents } = &mut self.seats {
            // A different seat in each hand, and after `players` hands a different distance from the dealer.
            self.own = Some(seat.unwrap_or((self.begun + self.begun / players) % players));
            for agent in agents {
                agent.start_hand(self.rng.next_u64());
            }
        }
        self.begun += 1;
        self.resume(game);
        self.list(game);
    }

    /// Lets the agents act until it is the caller's turn or the hand is over.
    #[inline]
    fn resume(&mut self, game: &Game) {
        let Some(own) = self.own else { return };
        while !self.state.is_over() && self.state.seat() != own {
            let Seats::One { agents, .. } = &mut self.seats else {
                return;
            };
            let view = View::new(game, &self.deal, &self.state, self.state.seat(), false).with_history(&self.history);
            let action = agents[self.state.seat()].act(&view);
            self.apply(game, action);
        }
    }

    /// A random legal choice: the place of an action, or a step.
    pub fn random_choice(&self, in_steps: bool, rng: &mut impl Rng) -> u16 {
        let place = below(rng, self.legal.len() as u32) as usize;
        if in_steps {
            let left = self.steps.left();
            return self.steps.next(left[place % left.len()]) as u16;
        }
        place as u16
    }

    /// Begins the decision in steps.
    pub fn begin_steps(&mut self) {
        self.steps.begin(&self.legal);
    }

    #[inline]
    fn list(&mut self, game: &Game) {
        self.state.legal_actions(game, &mut self.legal);
    }
}

/// The source of the deals `number` of a seed.
fn slot_rng(seed: u64, number: usize) -> Pcg64Mcg {
    // Without the inner `mix`, slot 1 of seed 2 would repeat slot 2 of seed 1.
    Pcg64Mcg::seed_from_u64(mix(mix(seed).wrapping_add(number as u64)))
}

/// Hands after their choices were played, and the results to write to the arrays.
pub struct Played {
    pub slots: Vec<Slot>,
    /// By hand and side.
    pub margins: Vec<f32>,
    /// The result of `Slot::choose` for each hand.
    pub ends: Vec<Option<bool>>,
}

impl Played {
    /// Plays the choices, which must be legal, until `stop` is set.
    pub fn new(game: &Game, mut slots: Vec<Slot>, choices: &[u16], in_steps: bool, stop: &Stop) -> Played {
        let mut margins = vec![0.0; slots.len() * game.sides()];
        let hands = slots.iter_mut().zip(choices).zip(margins.chunks_exact_mut(game.sides()));
        let ends = hands
            .take_while(|_| !stop.is_set())
            .map(|((slot, &choice), margins)| slot.choose(game, choice, in_steps, margins))
            .collect();
        Played { slots, margins, ends }
    }
}
