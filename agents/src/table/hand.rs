//! A hand from its deal on: the state, the actions that led to it, and the view of the seat to act.
//!
//! Invariant: the state is the deal with the history applied to it.

use spariglio_engine::hand::canonical_place;
use spariglio_engine::{Action, Deal, Game, HandScore, IllegalAction, State, View, World};

/// A hand in progress, or over.
#[derive(Clone, Debug)]
pub struct Hand<'a> {
    game: &'a Game,
    world: World,
    history: Vec<Action>,
    partners_open: bool,
}

impl<'a> Hand<'a> {
    /// The start of the hand of `deal`. If `partners_open` is set, partners see each other's hand cards.
    #[must_use]
    pub fn new(game: &'a Game, deal: &Deal, partners_open: bool) -> Hand<'a> {
        Hand {
            game,
            world: World { deal: *deal, state: State::new(game, deal) },
            history: Vec::new(),
            partners_open,
        }
    }

    /// The hand of `deal` after `actions`.
    ///
    /// # Errors
    /// Fails if one of the actions is not legal.
    ///
    /// # Examples
    /// ```
    /// use spariglio_agents::Hand;
    /// use spariglio_engine::{Action, Card, Deal, Game};
    ///
    /// let game = Game::preset("mini_scopa").expect("a preset");
    /// let cards: Vec<Card> = game.pack().iter().collect();
    /// let deal = Deal::new(&game, 0, &cards).expect("the whole pack");
    /// let actions = ["Ad", "Ac x Ad"].map(|text| Action::parse(text, game.deck()).expect("an action"));
    /// let hand = Hand::after(&game, &deal, actions, false)?;
    /// assert_eq!(hand.state().tally(0).sweeps, 1);
    /// assert_eq!(hand.view().history(), actions);
    /// # Ok::<(), spariglio_engine::IllegalAction>(())
    /// ```
    pub fn after(
        game: &'a Game,
        deal: &Deal,
        actions: impl IntoIterator<Item = Action>,
        partners_open: bool,
    ) -> Result<Hand<'a>, IllegalAction> {
        let mut hand = Hand::new(game, deal, partners_open);
        for action in actions {
            hand.act(action)?;
        }
        Ok(hand)
    }

    /// Starts the hand of another deal at the same table. Allocates nothing after the longest hand was played.
    pub fn restart(&mut self, deal: &Deal) {
        self.world.deal = *deal;
        self.world.state = State::new(self.game, deal);
        self.history.clear();
    }

    /// The game.
    #[inline]
    #[must_use]
    pub fn game(&self) -> &'a Game {
        self.game
    }

    /// The deal and the state, including hidden cards.
    #[inline]
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The deal.
    #[inline]
    #[must_use]
    pub fn deal(&self) -> &Deal {
        &self.world.deal
    }

    /// The state.
    #[inline]
    #[must_use]
    pub fn state(&self) -> &State {
        &self.world.state
    }

    /// All actions so far, oldest first; the declarations of a seat are in canonical order.
    #[inline]
    #[must_use]
    pub fn history(&self) -> &[Action] {
        &self.history
    }

    /// The seat to act, if the hand is not over.
    #[inline]
    #[must_use]
    pub fn seat(&self) -> usize {
        self.world.state.seat()
    }

    /// Whether the hand is over.
    #[inline]
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.world.state.is_over()
    }

    /// The points, if the hand is over.
    #[must_use]
    pub fn score(&self) -> HandScore {
        self.world.state.score(self.game)
    }

    /// The view of the seat to act, with the history, if the hand is not over.
    #[inline]
    #[must_use]
    pub fn view(&self) -> View<'_> {
        let World { deal, state } = &self.world;
        View::new(self.game, deal, state, state.seat(), self.partners_open).with_history(&self.history)
    }

    /// Applies the action of the seat to act.
    ///
    /// # Errors
    /// Fails if the action is not legal; the hand is then unchanged.
    #[inline]
    pub fn act(&mut self, action: Action) -> Result<(), IllegalAction> {
        let World { deal, state } = &mut self.world;
        state.try_apply(self.game, deal, action)?;
        let at = canonical_place(&self.history, action);
        self.history.insert(at, action);
        Ok(())
    }
}
