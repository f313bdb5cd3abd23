//! Many hands in step: each tick asks the back end once about the seats to act of all of them.
//!
//! Invariant: the hands are a function of the step's seed, the weights and the back end; not of threads.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use spariglio_agents::inputs::{Encoder, Refusals};
use spariglio_agents::net::softmax;
use spariglio_engine::random::mix;
use spariglio_engine::{Action, Deal, Game, State, View};

use crate::actor::{Teaches, Trace, sample};
use crate::lessons::Lesson;
use crate::rows::Rows;
use crate::shard::{Part, Setting, Shard};

/// A hand under way.
#[derive(Clone, Debug)]
struct Table {
    deal: Deal,
    state: State,
    refusals: Refusals,
    history: Vec<Action>,
    legal: Vec<Action>,
    rng: Pcg64Mcg,
    trace: Trace,
}

/// The tables of a shard. Their buffers are kept from step to step.
#[derive(Debug)]
pub(crate) struct Tables {
    encoder: Encoder,
    tables: Vec<Table>,
    /// Hands under way or over: the first so many tables.
    len: usize,
    rows: Rows,
}

impl Tables {
    pub(crate) fn new(game: &Game) -> Tables {
        Tables {
            encoder: Encoder::new(game),
            tables: Vec::new(),
            len: 0,
            rows: Rows::default(),
        }
    }

    /// Starts a hand.
    fn begin(&mut self, game: &Game, deal: Deal, rng: Pcg64Mcg) {
        if self.len == self.tables.len() {
            self.tables.push(Table {
                deal,
                state: State::new(game, &deal),
                refusals: Refusals::default(),
                history: Vec::new(),
                legal: Vec::new(),
                rng: rng.clone(),
                trace: Trace::default(),
            });
        }
        let table = &mut self.tables[self.len];
        table.state = State::new(game, &deal);
        (table.deal, table.rng, table.refusals) = (deal, rng, Refusals::default());
        table.history.clear();
        table.trace.clear();
        self.len += 1;
    }

    /// Puts the seats to act into rows. `lessons` are those of the first tables.
    fn look(&mut self, setting: Setting<'_>, lessons: &[&Lesson]) {
        self.rows.clear();
        for (place, table) in self.tables[..self.len].iter_mut().enumerate() {
            if !table.state.is_over() {
                table.look(setting, &mut self.encoder, lessons.get(place).copied(), &mut self.rows);
            }
        }
    }

    /// The answers to the rows, from the front of those that are given.
    fn take<'a>(&self, logits: &mut &'a [f32], values: &mut &'a [f32]) -> (&'a [f32], &'a [f32]) {
        let split = |answers: &mut &'a [f32], len| {
            let (own, others) = answers.split_at(len);
            *answers = others;
            own
        };
        let own = split(logits, self.rows.actions().len());
        (own, split(values, self.rows.worlds().len()))
    }

    /// Plays on by the answers to the rows.
    fn act(&mut self, game: &Game, lessons: &[&Lesson], logits: &[f32], values: &[f32]) {
        let (mut logits, mut values) = (logits.iter(), values.iter());
        for (place, table) in self.tables[..self.len].iter_mut().enumerate() {
            if !table.state.is_over() {
                table.act(
                    game,
                    &self.encoder,
                    lessons.get(place).copied(),
                    &mut logits,
                    &mut values,
                );
            }
        }
    }
}

impl Table {
    fn look(&mut self, setting: Setting<'_>, encoder: &mut Encoder, lesson: Option<&Lesson>, rows: &mut Rows) {
        let Table { deal, state, .. } = self;
        let view = View::new(setting.game, deal, state, state.seat(), false).with_history(&self.history);
        view.legal_actions(&mut self.legal);
        let turn = self.history.len();
        let step = self.trace.next();
        step.look(encoder, &view, state, &self.refusals);
        rows.push_world(&step.inputs);
        step.teaches = match lesson {
            Some(lesson) if lesson.turn(turn).1.is_empty() => Teaches::Nothing,
            Some(_) => Teaches::Label,
            None if self.legal.len() == 1 => Teaches::Nothing,
            None => Teaches::Advantage,
        };
        if step.teaches != Teaches::Nothing {
            step.look_at_actions(encoder, &view, &self.legal, setting.nets.residual);
            rows.push_decision(&step.inputs[..step.view_len], &step.actions);
        }
    }

    fn act<'a>(
        &mut self,
        game: &Game,
        encoder: &Encoder,
        lesson: Option<&Lesson>,
        logits: &mut impl Iterator<Item = &'a f32>,
        values: &mut impl Iterator<Item = &'a f32>,
    ) {
        let turn = self.history.len();
        let step = self.trace.last_mut();
        step.value += values.next().expect("a value for each world");
        if step.teaches != Teaches::Nothing {
            for logit in &mut step.policy {
                *logit += logits.next().expect("a logit for each action");
            }
            softmax(&mut step.policy);
        }
        let action = match (step.teaches, lesson) {
            (_, Some(lesson)) => {
                let (action, label) = lesson.turn(turn);
                step.label.clear();
                step.label.extend_from_slice(label);
                action
            }
            (Teaches::Nothing, None) => self.legal[0],
            (_, None) => {
                step.chosen = sample(&step.policy, &mut self.rng);
                self.legal[step.chosen]
            }
        };
        encoder.note(&mut self.refusals, game, &self.state, action);
        self.state.apply(game, &self.deal, action);
        self.history.push(action);
        if self.state.is_over() {
            self.trace.end(game, &self.state);
        }
    }
}

/// Plays and learns the parts of some shards, whose questions are answered together: first the lessons beside as many hands as
/// have at most the decisions that are asked for, then more hands until there are enough.
pub(crate) fn play(setting: Setting<'_>, shards: &mut [&mut Shard], parts: &[Part<'_>]) {
    let mut is_first = true;
    loop {
        let is_over = shards.par_iter_mut().zip(parts).map(|(shard, part)| {
            let lessons = if is_first { &part.lessons[..] } else { &[] };
            deal(setting.game, shard, part, lessons);
            shard.tables.len == 0
        });
        if is_over.collect::<Vec<_>>().into_iter().all(|is_over| is_over) {
            return;
        }
        let lessons = |part: &'_ Part<'_>| if is_first { part.lessons.len() } else { 0 };
        let mut rows = Rows::default();
        loop {
            shards.par_iter_mut().zip(parts).for_each(|(shard, part)| {
                shard.tables.look(setting, &part.lessons[..lessons(part)]);
            });
            rows.clear();
            shards.iter().for_each(|shard| rows.append(&shard.tables.rows));
            if rows.worlds().is_empty() {
                break;
            }
            let outputs = setting.backend.outputs(setting.nets, &rows);
            let (logits, values) = (outputs.logits.to_vec(), outputs.values.to_vec());
            let (mut logits, mut values) = (&logits[..], &values[..]);
            let answers: Vec<_> = shards
                .iter()
                .map(|shard| shard.tables.take(&mut logits, &mut values))
                .collect();
            let asked = shards.par_iter_mut().zip(parts).zip(answers);
            asked.for_each(|((shard, part), (logits, values))| {
                let lessons = &part.lessons[..lessons(part)];
                shard.tables.act(setting.game, lessons, logits, values);
            });
        }
        shards.par_iter_mut().zip(parts).for_each(|(shard, part)| {
            let Shard {
                tables, work, stats, ..
            } = &mut **shard;
            for table in &mut tables.tables[..tables.len] {
                setting.learn(&mut table.trace, work, stats);
            }
            stats.hands += (tables.len - lessons(part)) as u64;
        });
        is_first = false;
    }
}

/// Starts the lessons, and new hands for the decisions that a shard still lacks.
fn deal(game: &Game, shard: &mut Shard, part: &Part<'_>, lessons: &[&Lesson]) {
    shard.tables.len = 0;
    for lesson in lessons {
        shard.tables.begin(game, lesson.deal, Pcg64Mcg::seed_from_u64(0));
    }
    let stats = &shard.stats;
    let wanted = part.decisions.saturating_sub(stats.decisions);
    // A hand has at most one decision per turn; later it has as many as those before had.
    let each = match stats.hands {
        0 => game.plies() as u64,
        hands => (stats.decisions / hands).max(1),
    };
    for hand in stats.hands..stats.hands + wanted.div_ceil(each) {
        let mut rng = Pcg64Mcg::seed_from_u64(mix(part.seed ^ mix(hand)));
        let deal = Deal::random(game, hand as usize % game.players(), &mut rng);
        shard.tables.begin(game, deal, rng);
    }
}
