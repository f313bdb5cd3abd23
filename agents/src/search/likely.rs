//! The likelihood of the hidden seats' plays under a network's policy, softened and mixed with uniform play.
//!
//! Declarations are no evidence here beyond the constraint on worlds, [`spariglio_engine::View::bonuses_agree`]. Plays
//! of declared cards are none either: these cards are known, and must be played first (rule CR5).

use spariglio_engine::hand::PublicAction;
use spariglio_engine::{Action, CardSet, State, View, World};

use super::choice::PlayModel;
use super::retrace::tells;
use crate::net::inputs::Refusals;
use crate::net::{SparseJudge, exp, ln};

/// Logits are divided by this. Against the formula's inference at 2 ms, over 3,000 hands of Cirulla, 3 gains +0.25
/// ±0.15 points per hand and 11 gains +0.04 ±0.13 (4,000 hands); 3.3 and 6.6 are equal in Scopone.
const SOFTENED: f32 = 3.0;

/// A network's policy, and its estimates for the plays of a deal-round.
#[derive(Clone, Debug)]
pub(super) struct PlayLikelihood {
    judge: SparseJudge,
    /// Share of uniform play.
    doubt: f32,
    /// The network is queried about a play until each card that the seat may have had was in this many hands on average.
    asked_per_card: usize,
    /// Refusals of the seats before each action of the history.
    refusals: Vec<Refusals>,
    /// The plays of hidden seats in this deal-round, by their place in the history.
    choices: Vec<Option<PlayModel>>,
    actions: Vec<Action>,
    logits: Vec<f32>,
}

impl PlayLikelihood {
    pub(super) fn new(judge: SparseJudge, doubt: f32, asked_per_card: usize) -> PlayLikelihood {
        PlayLikelihood {
            judge,
            doubt,
            asked_per_card,
            refusals: Vec::new(),
            choices: Vec::new(),
            actions: Vec::new(),
            logits: Vec::new(),
        }
    }

    /// Forgets the deal-round.
    pub(super) fn clear(&mut self) {
        self.choices.clear();
    }

    /// Notes the actions of a view's history that follow the last view's.
    pub(super) fn note_view(&mut self, view: &View<'_>) {
        self.judge.refusals_before(view, &mut self.refusals);
        let (old, mut place) = (self.choices.len(), 0);
        view.replay(|public| {
            if place >= old {
                self.note_action(view, &public);
            }
            place += 1;
        });
    }

    /// Notes the history's next action.
    fn note_action(&mut self, view: &View<'_>, public: &PublicAction) {
        let (seat, card) = (public.seat, public.action.card());
        let tells = tells(view, public.deal_round, seat);
        let free = card.filter(|&card| tells && !view.declared(seat).contains(card));
        self.choices.push(free.map(|card| PlayModel::new(seat, card)));
        let own = self.choices.iter_mut().flatten().filter(|choice| choice.seat == seat);
        if let Some(card) = card {
            own.for_each(|choice| choice.note_played(card));
        }
    }

    /// Whether no play of the deal-round is evidence about hidden cards.
    pub(super) fn is_silent(&self) -> bool {
        self.choices.iter().all(Option::is_none)
    }

    /// Queries the network about the hand of the seat to act in a world of the observed view, before the history's
    /// action at `place`. Returns `false`, without a query, if the action is no evidence or impossible, if the hand has
    /// one card, or if enough hands were queried. The answer counts from the next [`PlayLikelihood::learn`] on.
    pub(super) fn ask(&mut self, observed: &View<'_>, world: &World, place: usize) -> bool {
        let World { deal, state } = world;
        let (seat, open) = (state.seat(), observed.partners_open());
        let hand = state.hand_cards(seat);
        let Some(choice) = &mut self.choices[place] else {
            return false;
        };
        let may_have_had = (observed.unseen() | hand).len() as usize;
        let is_asked_often = choice.asked() * hand.len() as usize >= self.asked_per_card * may_have_had;
        if hand.len() == 1 || is_asked_often {
            return false;
        }
        let view = View::new(observed.game(), deal, state, seat, open);
        view.legal_actions(&mut self.actions);
        let done = observed.history()[place];
        let Some(index) = self.actions.iter().position(|&action| action == done) else {
            return false;
        };
        let refusals = &self.refusals[place];
        self.judge.logits(&view, refusals, &self.actions, &mut self.logits);
        for logit in &mut self.logits {
            *logit /= SOFTENED;
        }
        let logs = logs_of_cards(hand, &self.actions, &self.logits);
        choice.note_asked(hand, logs, self.logits[index]);
        true
    }

    /// Fits the models of the plays from `place` on to all answers.
    pub(super) fn learn(&mut self, place: usize) {
        self.choices[place..].iter_mut().flatten().for_each(PlayModel::learn);
    }

    /// Likelihood of the hidden seats' plays in this deal-round if they now hold the hand cards of `state`.
    pub(super) fn likelihood(&self, state: &State) -> f64 {
        let choices = self.choices.iter().flatten();
        let chances = choices.map(|choice| {
            let hand = choice.hand(state.hand_cards(choice.seat));
            f64::from(choice.chance(hand, self.doubt))
        });
        chances.product()
    }
}

/// The log weight of each card of a hand, in order: the logarithm of the sum of its actions' weights.
fn logs_of_cards(hand: CardSet, actions: &[Action], logs: &[f32]) -> Vec<f32> {
    let logs_of_cards = hand.iter().map(|card| {
        let of_card = || {
            let all = actions.iter().zip(logs);
            all.filter(move |(action, _)| action.card() == Some(card)).map(|(_, &log)| log)
        };
        let most = of_card().fold(f32::MIN, f32::max);
        let weight: f32 = of_card().map(|log| exp(log - most)).sum();
        most + ln(weight)
    });
    logs_of_cards.collect()
}

#[cfg(test)]
mod tests {

    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use spariglio_engine::Game;
    use spariglio_engine::random::below;

    use super::super::played::Played;
    use super::super::retrace::retrace;
    use super::*;
    use crate::net::softmax;

    const DOUBT: f32 = 0.05;

    fn judge(game: &Game) -> SparseJudge {
        SparseJudge::load(&Default::default(), game).expect("a network that ships")
    }

    /// The log likelihood by its definition: the network is queried about every hand of the world.
    fn defined(view: &View<'_>, judge: &mut SparseJudge, world: &World) -> f64 {
        let (mut legal, mut chances, mut log, mut refusals) = (Vec::new(), Vec::new(), 0.0, Vec::new());
        judge.refusals_before(view, &mut refusals);
        let mut world = *world;
        let done = retrace(view, &mut world, 0, |world, place, tells| {
            let World { deal, state } = world;
            let action = view.history()[place];
            if !tells || action.card().is_none() {
                return;
            }
            let view = View::new(view.game(), deal, state, state.seat(), false);
            view.legal_actions(&mut legal);
            judge.logits(&view, &refusals[place], &legal, &mut chances);
            chances.iter_mut().for_each(|logit| *logit /= SOFTENED);
            softmax(&mut chances);
            let index = legal.iter().position(|&other| other == action).expect("it was legal");
            let uniform = DOUBT / state.hand_cards(state.seat()).len() as f32;
            log += f64::from((1.0 - DOUBT) * chances[index] + uniform).ln();
        });
        assert!(done.is_some());
        log
    }

    /// Declared cards must be played first: a play is evidence only if all hand cards were playable.
    #[test]
    fn plays_that_are_forced_tell_nothing() {
        let game = Game::preset("cirullone").expect("a preset");
        let mut rng = Pcg64Mcg::seed_from_u64(12);
        let mut counts = [0; 2];
        for _ in 0..20 {
            let played = Played::new(&game, 0, 20, &mut rng);
            let view = played.view(&game, false);
            let mut likely = PlayLikelihood::new(judge(&game), DOUBT, 10);
            likely.note_view(&view);
            retrace(&view, &mut view.sample_world(&mut rng), 0, |World { state, .. }, place, tells| {
                let (hand, is_play) = (state.hand_cards(state.seat()), view.history()[place].card().is_some());
                let is_free = state.playable() == hand;
                if tells && is_play {
                    counts[usize::from(is_free)] += 1;
                    assert_eq!(likely.choices[place].is_some(), is_free);
                }
            });
        }
        assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
    }

    fn variance(values: &[f64]) -> f64 {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64
    }

    /// Checks the explained share of the variance of log likelihoods over worlds.
    #[test]
    fn some_hands_tell_of_all() {
        for (name, least) in [
            ("scopone", 0.75),
            ("scopone_scientifico", 0.75),
            ("cicera", 0.65),
            ("cirulla", 0.85),
            ("cirulla_4", 0.85),
            ("cirullone", 0.65),
        ] {
            let game = Game::preset(name).expect("a preset");
            let mut judge = judge(&game);
            let mut rng = Pcg64Mcg::seed_from_u64(5);
            let (mut all, mut rest) = (0.0, 0.0);
            for _ in 0..12 {
                let actions = 8 + below(&mut rng, 20) as usize;
                let played = Played::new(&game, 0, actions, &mut rng);
                let view = played.view(&game, false);
                let mut likely = PlayLikelihood::new(judge.clone(), DOUBT, 10);
                likely.note_view(&view);
                for _ in 0..200 {
                    let mut world = view.sample_world(&mut rng);
                    retrace(&view, &mut world, 0, |world, place, _| {
                        likely.ask(&view, world, place);
                    });
                }
                likely.learn(0);
                let worlds: Vec<World> = (0..60).map(|_| view.sample_world(&mut rng)).collect();
                let defined: Vec<f64> = worlds.iter().map(|world| defined(&view, &mut judge, world)).collect();
                let estimates = worlds.iter().map(|world| likely.likelihood(&world.state).ln());
                let errors: Vec<f64> = estimates.zip(&defined).map(|(estimate, defined)| estimate - defined).collect();
                all += variance(&defined);
                rest += variance(&errors);
            }
            let explained = 1.0 - rest / all;
            assert!(explained > least, "{name}: {explained}");
        }
    }
}
