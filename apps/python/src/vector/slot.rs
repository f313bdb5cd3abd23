//! One of the hands that are stepped together.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use spariglio_agents::Turn;
use spariglio_agents::net::inputs::{Encoder, Refusals};
use spariglio_agents::search::EvalBatch;
use spariglio_engine::hand::Steps;
use spariglio_engine::random::{below, mix};
use spariglio_engine::{Action, Deal, Game, State, View};

use super::opponents::{Answer, Opponents};
use crate::hand::Hand;

/// The choice of a hand that waits while others are stepped.
pub const WAIT: u16 = u16::MAX;

/// A hand, its legal actions, and the source of the next deals.
pub struct Slot {
    rng: Pcg64Mcg,
    /// The players of the seats that are not the caller's.
    opponents: Option<Opponents>,
    /// Number of hands begun plus the slot's number. Decides who deals.
    begun: usize,
    /// The caller's seats as bits, if there are opponents.
    own: Option<u8>,
    deal: Deal,
    state: State,
    history: Vec<Action>,
    legal: Vec<Action>,
    /// The choices of this hand; those before `decided` have completed an action.
    choices: Vec<u16>,
    decided: usize,
    /// The decision in progress, if it is made in steps.
    pub steps: Steps,
    /// Whether the latest choice ended the hand; `None` if it completed no action.
    pub end: Option<bool>,
    /// The reason why an opponent of Python does not play; the hand is lost then.
    pub failed: Option<String>,
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
    /// A slot without a hand.
    pub fn new(game: &Game, opponents: Option<Opponents>, encoder: Option<Arc<Encoder>>) -> Slot {
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        let deal = Deal::random(game, 0, &mut rng);
        Slot {
            rng,
            opponents,
            begun: 0,
            own: None,
            state: State::new(game, &deal),
            deal,
            history: Vec::new(),
            legal: Vec::with_capacity(64),
            choices: Vec::with_capacity(64),
            decided: 0,
            steps: Steps::default(),
            end: None,
            failed: None,
            told: encoder.map(|encoder| Told { encoder, refusals: Refusals::default(), inputs: Vec::new() }),
        }
    }

    /// Goes to the hand `begun` of the hands `number` of a seed. Opponents act until it is the caller's turn.
    pub fn go(&mut self, game: &Game, seed: u64, number: usize, begun: usize) {
        // Without the inner `mix`, slot 1 of seed 2 would repeat slot 2 of seed 1.
        self.rng = Pcg64Mcg::seed_from_u64(mix(mix(seed).wrapping_add(number as u64)));
        self.begun = number;
        while self.begun < begun {
            self.draw(game);
        }
        self.begin(game);
        self.advance(game, &mut []);
    }

    /// The number of hands begun plus the slot's number, and the choices of this hand: with the seed, all that the slot
    /// has become.
    pub fn place(&self) -> (usize, &[u16]) {
        (self.begun, &self.choices)
    }

    /// Whether a choice is legal: the place of an action, or a step.
    pub fn allows(&self, choice: u16, in_steps: bool) -> bool {
        let place = usize::from(choice);
        if in_steps {
            self.steps.allows(place)
        } else {
            place < self.legal.len()
        }
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
        self.advance(game, &mut []);
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

    /// The hand in progress, with all cards.
    pub fn hand(&self, game: &Arc<Game>, in_steps: bool) -> Hand {
        let mut hand = Hand::new(Arc::clone(game), self.deal);
        // Without opponents the choices are the whole history.
        self.history.iter().for_each(|&action| hand.apply(action));
        let choices = if self.own.is_some() {
            &self.choices[self.decided..]
        } else {
            &self.choices
        };
        for &choice in choices {
            let place = usize::from(choice);
            if in_steps {
                hand.step(place).expect("a step taken before");
            } else {
                hand.apply_at(place);
            }
        }
        hand
    }

    /// The indices of the view inputs that are 1, for the seat to act; empty if inputs are not shown.
    pub fn inputs(&mut self, game: &Game) -> &[u16] {
        let Some(told) = &mut self.told else { return &[] };
        let view = View::new(game, &self.deal, &self.state, self.state.seat(), false);
        told.inputs.clear();
        told.encoder.view(&view, &told.refusals, &mut told.inputs);
        &told.inputs
    }

    /// Adds the decision to a batch, with the inputs of the world if `with_world` is set.
    pub fn push(&self, game: &Game, encoder: &mut Encoder, rows: &mut EvalBatch, with_world: bool) {
        let view = View::new(game, &self.deal, &self.state, self.state.seat(), false);
        let Some(Told { refusals, .. }) = &self.told else {
            return;
        };
        if with_world {
            rows.push_world(encoder, &view, &self.state, refusals, &self.legal);
        } else {
            rows.push(encoder, &view, refusals, &self.legal);
        }
    }

    /// Takes a legal choice: the place of an action, or a step. Sets `end`. If the hand ends, writes the margin of each
    /// side to `margins` and begins the next hand. Takes nothing if the choice is to `WAIT`.
    #[inline]
    pub fn choose(&mut self, game: &Game, choice: u16, in_steps: bool, margins: &mut [f32]) {
        self.end = None;
        if choice == WAIT {
            return;
        }
        self.choices.push(choice);
        let choice = usize::from(choice);
        let action = match in_steps {
            true => self.steps.take(choice).expect("a legal step"),
            false => Some(self.legal[choice]),
        };
        let Some(action) = action else { return };
        self.decided = self.choices.len();
        self.end = Some(false);
        self.apply(game, action);
        self.advance(game, margins);
    }

    /// The number of the opponent that the hand waits for, because it decides many turns at once.
    pub fn waits_for(&self) -> Option<usize> {
        match &self.opponents {
            Some(opponents) if !self.is_own_turn() => opponents.wave_at(self.state.seat()),
            _ => None,
        }
    }

    /// The turn of the opponent that the hand waits for.
    pub fn turn<'a>(&'a self, game: &'a Game) -> Turn<'a> {
        let seed = self.opponents.as_ref().map_or(0, |opponents| opponents.seed(self.state.seat()));
        Turn { view: self.view(game), seed, standing: None }
    }

    /// Plays the action of the opponent that the hand waits for.
    pub fn answer(&mut self, game: &Game, action: Action, margins: &mut [f32]) {
        self.apply(game, action);
        self.advance(game, margins);
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

    /// Draws the next deal; returns the seed of the opponents, if there are any.
    fn draw(&mut self, game: &Game) -> u64 {
        self.deal = Deal::random(game, self.begun % game.players(), &mut self.rng);
        self.begun += 1;
        self.opponents.as_ref().map_or(0, |_| self.rng.next_u64())
    }

    fn begin(&mut self, game: &Game) {
        let number = self.begun;
        let seed = self.draw(game);
        self.state = State::new(game, &self.deal);
        self.history.clear();
        self.choices.clear();
        self.decided = 0;
        if let Some(told) = &mut self.told {
            told.refusals = Refusals::default();
        }
        if let Some(opponents) = &mut self.opponents {
            match opponents.start_hand(game, number, seed) {
                Ok(own) => self.own = Some(own),
                Err(reason) => self.failed = Some(reason),
            }
        }
    }

    #[inline]
    fn is_own_turn(&self) -> bool {
        self.own.is_none_or(|own| own >> self.state.seat() & 1 == 1)
    }

    /// Goes on until the caller is to act, or an opponent that decides many turns at once. If the hand ends, writes the
    /// margins and begins the next one.
    #[inline]
    fn advance(&mut self, game: &Game, margins: &mut [f32]) {
        loop {
            if self.state.is_over() {
                let score = self.state.score(game);
                for (side, margin) in margins.iter_mut().enumerate() {
                    *margin = score.margin(side) as f32;
                }
                self.begin(game);
                self.end = Some(true);
            }
            if self.is_own_turn() {
                break;
            }
            let Some(opponents) = &mut self.opponents else { break };
            let seat = self.state.seat();
            let view = View::new(game, &self.deal, &self.state, seat, false).with_history(&self.history);
            match opponents.act(seat, &view) {
                Answer::Action(action) => self.apply(game, action),
                Answer::Later => return,
                Answer::Failed(reason) => {
                    self.failed.get_or_insert(reason);
                    return;
                }
            }
        }
        self.state.legal_actions(game, &mut self.legal);
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
}
