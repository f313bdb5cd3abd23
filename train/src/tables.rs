//! The tables of a shard: hands in progress, their queries, and the actions that the answers lead to.

use rand_pcg::Pcg64Mcg;
use spariglio_agents::net::inputs::{Encoder, Refusals};
use spariglio_agents::net::softmax;
use spariglio_engine::{Action, Deal, Game, State, View};

use crate::actor::{Signal, Trace, sample};
use crate::labeled::LabeledHand;
use crate::rows::Rows;
use crate::setting::Setting;

/// A hand in progress.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    deal: Deal,
    state: State,
    refusals: Refusals,
    history: Vec<Action>,
    legal: Vec<Action>,
    rng: Pcg64Mcg,
    pub(crate) trace: Trace,
}

/// The tables of a shard. Their buffers are reused in later steps.
#[derive(Debug)]
pub(crate) struct Tables {
    encoder: Encoder,
    pub(crate) tables: Vec<Table>,
    /// Number of tables that are in use, from the first.
    pub(crate) len: usize,
    pub(crate) rows: Rows,
}

impl Tables {
    pub(crate) fn new(game: &Game) -> Tables {
        Tables { encoder: Encoder::new(game), tables: Vec::new(), len: 0, rows: Rows::default() }
    }

    /// Starts a hand.
    pub(crate) fn begin(&mut self, game: &Game, deal: Deal, rng: Pcg64Mcg) {
        let (state, refusals) = (State::new(game, &deal), Refusals::default());
        if let Some(table) = self.tables.get_mut(self.len) {
            (table.deal, table.state, table.refusals, table.rng) = (deal, state, refusals, rng);
            table.history.clear();
            table.trace.clear();
        } else {
            let (history, legal, trace) = (Vec::new(), Vec::new(), Trace::default());
            self.tables.push(Table { deal, state, refusals, history, legal, rng, trace });
        }
        self.len += 1;
    }

    /// Puts the seats to act into rows. The first tables follow `lessons`.
    pub(crate) fn look(&mut self, setting: Setting<'_>, lessons: &[&LabeledHand]) {
        self.rows.clear();
        for (place, table) in self.tables[..self.len].iter_mut().enumerate() {
            if !table.state.is_over() {
                table.look(setting, &mut self.encoder, lessons.get(place).copied(), &mut self.rows);
            }
        }
    }

    /// Takes the answers to this shard's rows from the front of the given ones.
    pub(crate) fn take<'a>(&self, logits: &mut &'a [f32], values: &mut &'a [f32]) -> (&'a [f32], &'a [f32]) {
        let split = |answers: &mut &'a [f32], len| {
            let (own, others) = answers.split_at(len);
            *answers = others;
            own
        };
        let own = split(logits, self.rows.actions().len());
        (own, split(values, self.rows.worlds().len()))
    }

    /// Acts at all tables, with the answers to the rows.
    pub(crate) fn act(&mut self, game: &Game, lessons: &[&LabeledHand], logits: &[f32], values: &[f32]) {
        let (mut logits, mut values) = (logits.iter(), values.iter());
        for (place, table) in self.tables[..self.len].iter_mut().enumerate() {
            if !table.state.is_over() {
                table.act(game, &self.encoder, lessons.get(place).copied(), &mut logits, &mut values);
            }
        }
    }
}

impl Table {
    fn look(&mut self, setting: Setting<'_>, encoder: &mut Encoder, lesson: Option<&LabeledHand>, rows: &mut Rows) {
        let Table { deal, state, .. } = self;
        let view = View::new(setting.family.first(), deal, state, state.seat(), false).with_history(&self.history);
        view.legal_actions(&mut self.legal);
        let turn = self.history.len();
        let step = self.trace.next();
        step.look(encoder, &view, state, &self.refusals);
        rows.push_world(&step.inputs);
        step.signal = match lesson {
            Some(lesson) if lesson.turn(turn).1.is_empty() => Signal::Nothing,
            Some(_) => Signal::Label,
            None if self.legal.len() == 1 => Signal::Nothing,
            None => Signal::Advantage,
        };
        if step.signal != Signal::Nothing {
            step.look_at_actions(encoder, &view, &self.legal, setting.nets.residual);
            rows.push_decision(&step.inputs[..step.view_len], &step.actions);
        }
    }

    fn act<'a>(
        &mut self,
        game: &Game,
        encoder: &Encoder,
        lesson: Option<&LabeledHand>,
        logits: &mut impl Iterator<Item = &'a f32>,
        values: &mut impl Iterator<Item = &'a f32>,
    ) {
        let turn = self.history.len();
        let step = self.trace.last_mut();
        step.value += values.next().expect("a value for each world");
        if step.signal != Signal::Nothing {
            for logit in &mut step.policy {
                *logit += logits.next().expect("a logit for each action");
            }
            softmax(&mut step.policy);
        }
        let action = match (step.signal, lesson) {
            (_, Some(lesson)) => {
                let (action, label) = lesson.turn(turn);
                step.label.clear();
                step.label.extend_from_slice(label);
                action
            }
            (Signal::Nothing, None) => self.legal[0],
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
