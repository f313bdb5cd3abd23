//! The text of a view depends on the view only, and on all of it.

use std::collections::HashMap;

use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, Deal, Game, Observation, RuleSet, State, View};
use spariglio_text::{Language, Shown, Spelling, Wording};

fn legal(view: &View<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    view.legal_actions(&mut actions);
    actions
}

/// Everything that the seat knows and may do.
#[derive(PartialEq, Debug)]
struct Known(Observation, Vec<Action>);

#[test]
fn hidden_cards_do_not_change_a_byte_and_known_facts_do() {
    for name in RuleSet::preset_names() {
        let game = Game::preset(name).expect("a preset");
        let wording = Wording::new(&game, Language::English, Spelling::Letters).counting(true);
        let mut texts: HashMap<String, Known> = HashMap::new();
        let mut shared = 0;
        // Few deals, many hands of each: equal beginnings, then other turns.
        for seed in 0..60u64 {
            let mut rng = Pcg64Mcg::new((seed / 20).into());
            let deal = Deal::random(&game, 0, &mut rng);
            let mut rng = Pcg64Mcg::new(seed.into());
            let (mut state, mut history) = (State::new(&game, &deal), Vec::new());
            while !state.is_over() {
                let view = View::new(&game, &deal, &state, state.seat(), false).with_history(&history);
                let text = wording.view(&view, Shown::default());
                let world = view.sample_world(&mut rng);
                let other = View::new(&game, &world.deal, &world.state, state.seat(), false).with_history(&history);
                assert_eq!(wording.view(&other, Shown::default()), text, "{name}");
                let known = Known(view.observation(), legal(&view));
                match texts.get(&text) {
                    Some(before) => assert_eq!(before, &known, "{name}: {text}"),
                    None => drop(texts.insert(text, known)),
                }
                shared += usize::from(history.is_empty());
                let action = state.random_action(&game, &mut rng);
                history.push(action);
                state.apply(&game, &deal, action);
            }
        }
        assert!(shared > 3 && texts.len() > 60, "{name}: {} texts", texts.len());
    }
}

#[test]
fn a_text_differs_by_seat_language_spelling_and_disguise() {
    let game = Game::preset("cirulla").expect("a preset");
    let deal = Deal::random(&game, 0, &mut Pcg64Mcg::new(3));
    let state = State::new(&game, &deal);
    let mut texts = Vec::new();
    for seat in 0..2 {
        let view = View::new(&game, &deal, &state, seat, false);
        for language in Language::ALL {
            for spelling in Spelling::ALL {
                texts.push(Wording::new(&game, language, spelling).view(&view, Shown::default()));
            }
            for seed in 0..3 {
                let wording = Wording::new(&game, language, Spelling::Letters).disguised(Some(seed));
                texts.push(wording.view(&view, Shown::default()));
            }
        }
    }
    let count = texts.len();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), count);
}

#[test]
fn a_disguise_hides_the_family() {
    for name in RuleSet::preset_names() {
        let game = Game::preset(name).expect("a preset");
        let deal = Deal::random(&game, 0, &mut Pcg64Mcg::new(3));
        let state = State::new(&game, &deal);
        let view = View::new(&game, &deal, &state, state.seat(), false);
        for language in Language::ALL {
            let wording = Wording::new(&game, language, Spelling::Letters).disguised(Some(9));
            let text = (wording.rules() + &wording.view(&view, Shown::default())).to_lowercase();
            let telling = "scopa scopon cirull cicer settebello primiera matta coins denari cups coppe swords spade \
                           batons bastoni napol napula";
            for word in telling.split_whitespace() {
                assert!(!text.contains(word), "{name}: {word} in {text}");
            }
            assert!(!text.contains("fifteen:") && !text.contains("quindici:"), "{name}: {text}");
            let line = text.lines().find(|line| line.contains(" = ")).expect("values");
            let values: Vec<u32> = line.split([' ', ',', '.']).filter_map(|word| word.parse().ok()).collect();
            assert!(values.len() > 2 && !values.is_sorted() && !values.contains(&1), "{name}: {line}");
        }
    }
}

#[test]
fn the_score_so_far_is_that_of_the_piles() {
    let mut decided = 0;
    for (name, seed) in ["scopa", "scopone", "cirulla", "cicera", "scopone_messina"]
        .into_iter()
        .zip(1..)
    {
        let game = Game::preset(name).expect("a preset");
        let wording = Wording::new(&game, Language::English, Spelling::Letters);
        let mut rng = Pcg64Mcg::new(seed);
        let deal = Deal::random(&game, 0, &mut rng);
        let mut state = State::new(&game, &deal);
        while !state.is_over() {
            let view = View::new(&game, &deal, &state, state.seat(), false);
            let text = wording.clone().counting(true).view(&view, Shown::default());
            for side in 0..game.sides() {
                let score = state.score(&game);
                let of = score.side(side);
                let head = format!("\nSide {side} so far: points {}", score.points(side));
                let line = &text[text.find(&head).unwrap_or_else(|| panic!("{head} in {text}"))..];
                let line = line.trim_start().lines().next().expect("a line");
                assert!(line.contains(&format!("; cards {}", of.cards)), "{line}");
                assert_eq!(line.contains("best sum"), of.prime.is_some(), "{name}: {line}");
                let is_decided = line.contains(&format!("; cards {} (decided)", of.cards));
                assert!(!is_decided || game.sides() > 2 || 2 * usize::from(of.cards) > game.dealt_len(), "{line}");
                decided += usize::from(is_decided);
            }
            let plain: Vec<&str> = text
                .lines()
                .filter(|line| !line.contains(" so far: ") && !line.contains("Not won yet"))
                .collect();
            assert_eq!(plain.join("\n") + "\n", wording.view(&view, Shown::default()));
            let action = state.random_action(&game, &mut rng);
            state.apply(&game, &deal, action);
        }
    }
    assert!(decided > 0, "no majority was decided before the end");
}

#[test]
fn a_short_text_begins_with_the_seats_own_last_turn() {
    let game = Game::preset("scopa").expect("a preset");
    let wording = Wording::new(&game, Language::English, Spelling::Letters);
    let mut rng = Pcg64Mcg::new(3);
    let deal = Deal::random(&game, 0, &mut rng);
    let (mut state, mut history, mut told) = (State::new(&game, &deal), Vec::new(), 0);
    while !state.is_over() {
        let view = View::new(&game, &deal, &state, state.seat(), false).with_history(&history);
        let text = wording.view(&view, Shown { whole_hand: false, ..Shown::default() });
        if let [.., own, other] = history[..] {
            let (seat, own, other) = (state.seat(), wording.action(own), wording.action(other));
            let start = format!("\n- Seat {seat}: {own}");
            let place = text.find(&start).unwrap_or_else(|| panic!("{start} in {text}"));
            assert!(text[place..].contains(&format!("\n- Seat {}: {other}", 1 - seat)), "{text}");
            told += 1;
        }
        let action = state.random_action(&game, &mut rng);
        history.push(action);
        state.apply(&game, &deal, action);
    }
    assert_eq!(told, 34);
}
