//! The chances, the refusals and the choices, on positions made by hand.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, Card, CardSet, Deal, Game, State, View};

use super::*;
use crate::agent::Agent;
use crate::book::formula::FormulaPolicy;
use crate::solver::Solver;

fn game(preset: &str) -> Game {
    Game::preset(preset).expect("a preset")
}

fn cards(game: &Game, text: &str) -> Vec<Card> {
    let card = |word| game.deck().parse_card(word).expect("a card");
    text.split_whitespace().map(card).collect()
}

/// What `ask` says of the view after `plays`. `forehand` and `dealer` are the first hands; the other cards follow in
/// the order of the pack.
fn ask<T>(hands: [&str; 2], table: &str, plays: &[&str], ask: impl FnOnce(&View<'_>) -> T) -> T {
    let game = game("scopa");
    let [forehand, dealer] = hands.map(|hand| cards(&game, hand));
    let mut order: Vec<Card> = forehand.into_iter().zip(dealer).flat_map(|(one, two)| [one, two]).collect();
    order.extend(cards(&game, table));
    let rest: Vec<Card> = game.pack().iter().filter(|card| !order.contains(card)).collect();
    order.extend(rest);
    let deal = Deal::new(&game, 1, &order).expect("the whole pack");
    let mut state = State::new(&game, &deal);
    let mut history = Vec::new();
    for text in plays {
        let action = Action::parse(text, game.deck()).expect("an action");
        state.try_apply(&game, &deal, action).expect("a legal play");
        history.push(action);
    }
    ask(&View::new(&game, &deal, &state, state.seat(), false).with_history(&history))
}

fn chosen(hands: [&str; 2], table: &str, plays: &[&str]) -> String {
    ask(hands, table, plays, |view| {
        let mut agent = player(view.game(), &Foresight::default());
        agent.act(view).text(view.game().deck())
    })
}

#[test]
fn the_chance_of_none_is_that_of_a_draw_without_replacement() {
    let hidden = Hidden::new(CardSet::rank(1) | CardSet::rank(2) | CardSet::rank(3));
    let none = |held| hidden.none(4.0, held);
    assert!((none(1) - 8.0 / 12.0).abs() < 1e-6);
    assert!((none(3) - 56.0 / 220.0).abs() < 1e-6, "C(8, 3) / C(12, 3)");
    assert_eq!(hidden.none(12.0, 1), 0.0);
    assert_eq!(hidden.none(10.0, 3), 0.0, "only two other cards");
}

#[test]
fn one_card_stands_for_each_rank_and_goes_when_it_is_played() {
    let scopa = game("scopa");
    let all: CardSet = cards(&scopa, "4d 4s 7c Kb").into_iter().collect();
    let mut hidden = Hidden::new(all);
    assert_eq!(hidden.one_of_each_rank().len(), 3);
    let seven = cards(&scopa, "7c")[0];
    hidden.play(seven);
    hidden.play(seven);
    assert_eq!(hidden.count(seven), 0.0);
    assert_eq!(hidden.one_of_each_rank().len(), 2);
    assert!((hidden.none(2.0, 1) - 1.0 / 3.0).abs() < 1e-6, "two of three cards are left out");
}

#[test]
fn who_lays_a_king_beside_a_seven_hardly_holds_a_seven() {
    let hands = ["Kb 2c 3c", "4s Jc Qc"];
    let refuse = |plays: &[&str], rank: &str| {
        ask(hands, "7d 6c Js Qs", plays, |view| {
            let policy = LookaheadPolicy::new(view.game(), &Foresight::default()).expect("it fits");
            let (_, at) = policy.start(view);
            let card = cards(view.game(), rank)[0];
            let all = (view.unseen() & CardSet::rank(card.rank())).len() as f32;
            at.hidden.count(card) / all
        })
    };
    assert!(refuse(&["Kb"], "7s") < 0.15, "a seven would have taken the settebello");
    assert!(refuse(&["Kb"], "5s") > 0.4, "a five would have taken nothing");
}

#[test]
fn the_settebello_is_taken_and_not_offered() {
    assert_eq!(chosen(["7c 5s Kb", "As Jc Qc"], "7d 4c Js Qs", &[]), "7c x 7d");
    let laid = chosen(["7d Jb Qb", "As 2c 3c"], "4d 4c 6b 6s", &[]);
    assert_ne!(laid, "7d");
}

#[test]
fn the_card_of_a_pair_is_laid_because_the_other_may_take_it() {
    assert!(chosen(["4c 4s 6b", "As Jc Qc"], "Kd Ks Qd Jd", &[]).starts_with('4'));
}

#[test]
fn the_last_deal_round_is_solved() {
    let game = game("scopa");
    let mut rng = Pcg64Mcg::seed_from_u64(3);
    let mut solver = Solver::new(&game).expect("two sides");
    let mut agent = player(&game, &Foresight::default());
    let (mut actions, mut values) = (Vec::new(), Vec::new());
    let mut several = 0;
    for _ in 0..60 {
        let deal = Deal::random(&game, 0, &mut rng);
        let mut state = State::new(&game, &deal);
        while game.plies() - state.ply() > 6 {
            let action = state.random_action(&game, &mut rng);
            state.apply(&game, &deal, action);
        }
        solver.action_values(&game, &deal, &state, &mut actions, &mut values);
        several += usize::from(values.iter().any(|value| *value != values[0]));
        let action = agent.act(&View::new(&game, &deal, &state, state.seat(), false));
        let place = actions.iter().position(|&other| other == action).expect("legal");
        assert_eq!(Some(&values[place]), values.iter().max());
    }
    assert!(several > 20, "{several} positions with a choice that matters");
}

#[test]
fn games_that_do_not_fit_are_played_by_the_formula() {
    for preset in ["scopone", "cirulla_4", "cicera", "mini_scopone"] {
        let game = game(preset);
        assert!(LookaheadPolicy::new(&game, &Foresight::default()).is_none(), "{preset}");
        let foresight = Foresight { exact: 0, ..Foresight::default() };
        let (mut agent, formula) = (player(&game, &foresight), FormulaPolicy::new(&game));
        let mut rng = Pcg64Mcg::seed_from_u64(4);
        let deal = Deal::random(&game, 0, &mut rng);
        let (mut state, mut actions) = (State::new(&game, &deal), Vec::new());
        while !state.is_over() {
            let view = View::new(&game, &deal, &state, state.seat(), false);
            view.legal_actions(&mut actions);
            assert_eq!(agent.act(&view), actions[formula.choose(&view, &actions)], "{preset}");
            let action = state.random_action(&game, &mut rng);
            state.apply(&game, &deal, action);
        }
    }
}

#[test]
fn hidden_cards_do_not_matter() {
    for preset in ["scopa", "cirulla"] {
        let game = game(preset);
        let policy = LookaheadPolicy::new(&game, &Foresight::default()).expect("it fits");
        let mut rng = Pcg64Mcg::seed_from_u64(5);
        let mut actions = Vec::new();
        for dealer in 0..2 {
            let deal = Deal::random(&game, dealer, &mut rng);
            let mut state = State::new(&game, &deal);
            while !state.is_over() {
                let view = View::new(&game, &deal, &state, state.seat(), false);
                view.legal_actions(&mut actions);
                let world = view.sample_world(&mut rng);
                let other = View::new(&game, &world.deal, &world.state, state.seat(), false);
                assert_eq!(policy.choose(&view, &actions), policy.choose(&other, &actions));
                let action = state.random_action(&game, &mut rng);
                state.apply(&game, &deal, action);
            }
        }
    }
}
