//! What was done before a decision, done again in a world of it.

use spariglio_engine::{Action, State, View, World};

/// What the worlds of a decision have seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    history: Vec<Action>,
    round: usize,
    observer: usize,
}

impl Seen {
    /// How many actions.
    pub(super) fn len(&self) -> usize {
        self.history.len()
    }

    /// Whether a view continues it, for the same observer in the same deal-round.
    pub(super) fn is_continued_by(&self, view: &View<'_>) -> bool {
        (view.deal_round(), view.seat()) == (self.round, self.observer) && view.history().starts_with(&self.history)
    }

    /// Becomes what a view shows.
    pub(super) fn note(&mut self, view: &View<'_>) {
        self.history.clear();
        self.history.extend_from_slice(view.history());
        self.round = view.deal_round();
        self.observer = view.seat();
    }
}

/// Does a view's history again in a world, from its action `from` on; from the first action on, the world's own state is not looked
/// at. `look` sees the world before each action, the action's place in the history, and whether the action tells of the cards that
/// are hidden now: somebody else's did, of this deal-round. None where `look` gives none, or the history is impossible in the world.
pub(super) fn retrace(
    view: &View<'_>,
    world: &mut World,
    from: usize,
    mut look: impl FnMut(&World, usize, bool) -> Option<()>,
) -> Option<()> {
    let game = view.game();
    if from == 0 {
        world.state = State::new(game, &world.deal);
    }
    for (place, &action) in view.history().iter().enumerate().skip(from) {
        let state = &world.state;
        let tells = state.deal_round_index() == view.deal_round() && !view.sees(state.seat());
        look(world, place, tells)?;
        world.state.try_apply(game, &world.deal, action).ok()?;
    }
    let state = &world.state;
    let agrees = !state.is_over()
        && state.seat() == view.to_act()
        && state.is_declaring() == view.is_declaring()
        && state.hand_cards(view.seat()) == view.hand_cards()
        && (0..game.players()).all(|seat| state.hand_cards(seat).contains_all(view.known(seat)));
    agrees.then_some(())
}
