//! The player of the other sides, known by its earlier hands.
//!
//! Nearly all cards of a hand are public at its end. So the other sides' decisions can be made again by some models, with
//! the cards that these seats had. One of the models learns from them ([`HabitLearner`]). The model that most often does
//! the same plays the other sides of the next hands' worlds, as often as it did the same. If no model fits, the search
//! thinks for all sides.

use spariglio_engine::{Action, Deal, Game, View};

use super::beliefs::is_whole;
use super::known::Guess;
use super::mcts::generator;
use crate::agent::Agent;
use crate::book::{Book, HabitLearner};
use crate::table::{Models, Opponent};

/// The random stream of the cards that are still hidden at a seat's last decision.
const LAST_STREAM: u64 = u64::MAX - 3;

/// The weight of a hand's decisions when the next hand has ended.
const MEMORY: f64 = 0.95;

/// No model is believed before as many decisions are compared.
const LEAST_DECISIONS: f64 = 6.0;

/// No model is believed that does the same less often.
const LEAST_SHARE: f32 = 0.6;

/// What a seat knows of the other sides' player.
#[derive(Debug)]
pub(super) struct Stranger {
    models: Models,
    /// The last model.
    learner: HabitLearner,
    /// The hand in progress, or the last one.
    last: Option<LastHand>,
}

/// A hand as far as a seat saw it.
#[derive(Debug)]
struct LastHand {
    /// The deal; cards that the seat never saw have any of their places.
    deal: Deal,
    history: Vec<Action>,
    /// The seat's side.
    own: usize,
    is_over: bool,
}

impl Stranger {
    /// The models are `others`, and what is learnt from its decisions.
    pub(super) fn new(game: &Game, mut others: Vec<Opponent>) -> Stranger {
        let learner = HabitLearner::new(game);
        others.push(opponent(game, &learner));
        Stranger { models: Models::new(others), learner, last: None }
    }

    /// The model that learns, at the seats of another search.
    pub(super) fn learning(&self, game: &Game) -> Opponent {
        opponent(game, &self.learner)
    }

    /// Notes the end of a hand.
    pub(super) fn start_hand(&mut self) {
        if let Some(last) = &mut self.last {
            last.is_over = true;
        }
    }

    /// Notes the view of a decision. If it is the first one of a hand, returns what the hands before say.
    pub(super) fn note(&mut self, view: &View<'_>, seed: u64) -> Option<Option<Guess>> {
        let ended = self.last.take_if(|last| last.is_over);
        let guess = ended.map(|last| self.learn(view, &last));
        if is_whole(view, seed) {
            self.last = Some(LastHand {
                deal: view.sample_world(&mut generator(seed, LAST_STREAM)).deal,
                history: view.history().to_vec(),
                own: view.game().side(view.seat()),
                is_over: false,
            });
        }
        guess
    }

    fn learn(&mut self, view: &View<'_>, last: &LastHand) -> Option<Guess> {
        let game = view.game();
        self.models.fade(MEMORY);
        let Stranger { models, learner, .. } = self;
        let sits = |seat| game.side(seat) != last.own;
        models.compare(game, &last.deal, &last.history, sits, |view, legal, place| learner.note(view, legal, place));
        learner.learn();
        let (model, same) = self.models.best()?;
        let (decisions, share) = (self.models.decisions(), (same / self.models.decisions()) as f32);
        (decisions >= LEAST_DECISIONS && share >= LEAST_SHARE).then_some(Guess { model, share })
    }
}

fn opponent(game: &Game, learner: &HabitLearner) -> Opponent {
    let seat = |_| Box::new(Book::new(learner.habits())) as Box<dyn Agent>;
    Opponent::new((0..game.players()).map(seat).collect())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use spariglio_engine::Card;

    use super::*;
    use crate::book::BookPolicy;
    use crate::{AgentSpec, Hand};

    /// Seats `player` everywhere for a hand; a seat of side 0 notes its views. Returns the first guess.
    fn watch(stranger: &mut Stranger, game: &Game, player: &mut dyn Agent, seed: u64) -> Option<Option<Guess>> {
        player.start_hand(seed);
        stranger.start_hand();
        let deal = Deal::random(game, 0, &mut Pcg64Mcg::seed_from_u64(seed));
        let mut hand = Hand::new(game, &deal, false);
        let mut first = None;
        while !hand.is_over() {
            if hand.seat() == 2 {
                first = first.or(stranger.note(&hand.view(), seed));
            }
            let action = player.act(&hand.view());
            hand.act(action).expect("a legal action");
        }
        first
    }

    fn built(game: &Game, agent: &str) -> Box<dyn Agent> {
        AgentSpec::parse(agent).expect("an agent").build(game).expect("it plays")
    }

    /// What is thought of a player after some hands, if `greedy` and `formula` are the models.
    fn guess_after(hands: u64, player: impl Fn(&Game) -> Box<dyn Agent>) -> Option<Guess> {
        let game = Game::preset("scopone").expect("a preset");
        let model = |name| AgentSpec::parse(name).expect("an agent").opponent(&game).expect("it plays");
        let mut stranger = Stranger::new(&game, ["greedy", "formula"].map(model).into());
        let mut player = player(&game);
        assert_eq!(watch(&mut stranger, &game, &mut *player, 1), None, "no hand before");
        let guesses = (1..=hands).map(|seed| watch(&mut stranger, &game, &mut *player, 10 * seed));
        guesses
            .last()
            .expect("a hand")
            .expect("a guess at the first decision of each hand")
    }

    #[test]
    fn some_hands_tell_who_the_others_are() {
        for (model, name) in ["greedy", "formula"].into_iter().enumerate() {
            let guess = guess_after(4, |game| built(game, name)).expect("it is one of the models");
            assert!(guess.model == model && guess.share > 0.8, "{name}: {guess:?}");
        }
    }

    #[test]
    fn nobody_plays_as_chance_does() {
        assert_eq!(guess_after(6, |game| built(game, "random")), None);
    }

    /// Plays high cards, whatever they take.
    struct High;
    impl BookPolicy for High {
        fn choose_play(&self, _view: &View<'_>, actions: &[Action]) -> usize {
            let ranks = actions.iter().map(|action| action.card().map(Card::rank));
            ranks.enumerate().max_by_key(|(_, rank)| *rank).map_or(0, |(place, _)| place)
        }
    }

    #[test]
    fn the_habits_of_a_stranger_are_learnt() {
        let guess = guess_after(20, |_| Box::new(Book::new(High))).expect("its habits");
        assert!(guess.model == 2 && guess.share > 0.7, "{guess:?}");
    }
}
