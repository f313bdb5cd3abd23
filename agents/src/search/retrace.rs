//! A history, replayed in a sampled world.

use spariglio_engine::{Action, Deal, Game, State, View, World};

/// The history, deal-round and observer of a decision, which its worlds and its tree agree with.
#[derive(Clone, Debug, Default)]
pub(super) struct Track {
    history: Vec<Action>,
    round: usize,
    observer: usize,
}

impl Track {
    /// The history.
    pub(super) fn history(&self) -> &[Action] {
        &self.history
    }

    /// Whether a view continues it, for the same observer.
    pub(super) fn is_continued_by(&self, view: &View<'_>) -> bool {
        view.seat() == self.observer && view.history().starts_with(&self.history)
    }

    /// Whether a view continues it in the same deal-round.
    pub(super) fn is_continued_in_deal_round_by(&self, view: &View<'_>) -> bool {
        view.deal_round() == self.round && self.is_continued_by(view)
    }

    /// Notes the history, deal-round and observer of a view.
    pub(super) fn note(&mut self, view: &View<'_>) {
        self.history.clear();
        self.history.extend_from_slice(view.history());
        self.round = view.deal_round();
        self.observer = view.seat();
    }
}

/// Whether a seat's actions in a deal-round are evidence about the cards that are hidden from a view's observer now.
pub(super) fn tells(view: &View<'_>, deal_round: usize, seat: usize) -> bool {
    deal_round == view.deal_round() && !view.sees(seat)
}

/// The state after `actions` in a deal; `None` if one of them is impossible.
pub(super) fn led_to(game: &Game, deal: &Deal, actions: &[Action]) -> Option<State> {
    let mut state = State::new(game, deal);
    let mut actions = actions.iter();
    actions
        .all(|&action| state.try_apply(game, deal, action).is_ok())
        .then_some(state)
}

/// Replays a view's history in a world, from its action `from` on; if `from` is 0, the world's own state is ignored.
/// `look` receives the world before each action, the action's place in the history, and whether the action is evidence
/// about the cards that are hidden now. `None` if the history is impossible in the world.
pub(super) fn retrace(
    view: &View<'_>,
    world: &mut World,
    from: usize,
    mut look: impl FnMut(&World, usize, bool),
) -> Option<()> {
    let game = view.game();
    if from == 0 {
        world.state = State::new(game, &world.deal);
    }
    for (place, &action) in view.history().iter().enumerate().skip(from) {
        let state = &world.state;
        let tells = tells(view, state.deal_round_index(), state.seat());
        look(world, place, tells);
        world.state.try_apply(game, &world.deal, action).ok()?;
    }
    agrees(view, &world.state).then_some(())
}

/// Whether a state, reached by a view's history, agrees with the view.
pub(super) fn agrees(view: &View<'_>, state: &State) -> bool {
    !state.is_over()
        && state.seat() == view.to_act()
        && state.is_declaring() == view.is_declaring()
        && state.hand_cards(view.seat()) == view.hand_cards()
        && (0..view.game().players()).all(|seat| state.hand_cards(seat).contains_all(view.known(seat)))
        && view.bonuses_agree(state)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use spariglio_engine::Card;
    use spariglio_engine::random::below;

    use super::super::played::Played;
    use super::*;

    /// After two hidden cards have changed places, a world is one of the view if it shows its observer the same.
    #[test]
    fn worlds_show_the_same() {
        let presets =
            ["scopa", "scopone", "cirulla", "cirilla", "cirulla_platform", "cirulla_4", "cirullone", "cicera"];
        let mut rng = Pcg64Mcg::seed_from_u64(12);
        let mut counts = [0; 2];
        for game in presets.map(|name| Game::preset(name).expect("a preset")) {
            for hand in 0..60 {
                let actions = 1 + below(&mut rng, 25) as usize;
                let played = Played::new(&game, hand % game.players(), actions, &mut rng);
                let (view, history) = (played.view(&game, false), &played.history);
                let unseen: Vec<Card> = view.unseen().iter().collect();
                for _ in 0..30 {
                    let world = view.sample_world(&mut rng);
                    let [one, other] = [0; 2].map(|_| unseen[below(&mut rng, unseen.len() as u32) as usize]);
                    let changed = world.deal.exchanged(one, other);
                    let is_consistent = led_to(&game, &changed, history).is_some_and(|state| {
                        let other = View::new(&game, &changed, &state, view.seat(), false).with_history(history);
                        state.seat() == view.seat() && other.observation() == view.observation()
                    });
                    let mut world = World { deal: changed, ..world };
                    let is_retraced = retrace(&view, &mut world, 0, |_, _, _| ()).is_some();
                    assert_eq!(is_retraced, is_consistent, "{}", game.rules().name);
                    counts[usize::from(is_retraced)] += 1;
                }
            }
        }
        assert!(counts[0] > 100 && counts[1] > 1000, "{counts:?}");
    }
}
