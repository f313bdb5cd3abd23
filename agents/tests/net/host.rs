//! The search with a host's model, tested with a hash as the model: exact numbers, and the laws of a fair search.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_agents::Decision;
use spariglio_agents::net::inputs::Encoder;
use spariglio_agents::search::{BatchRow, EvalBatch, HostSearch, HostSearchConfig, Inference};
use spariglio_engine::random::mix;
use spariglio_engine::{Action, Deal, Game, State, View};

use crate::support::{games, positions};

/// Answers the queries of a batch.
type Model = fn(&mut EvalBatch);

/// Values and logits from a hash of the row: the same on every machine, but arbitrary.
fn hashed(batch: &mut EvalBatch) {
    batch.fill(|row, logits| {
        let seed = seed_of(row);
        for (logit, action) in logits.iter_mut().zip(row.actions) {
            *logit = 2.0 * symmetric(mix(seed ^ action.to_bits()));
        }
        symmetric(seed)
    });
}

fn seed_of(row: BatchRow<'_>) -> u64 {
    row.inputs.iter().fold(1, |hash, &input| mix(hash ^ u64::from(input)))
}

fn symmetric(hash: u64) -> f32 {
    (hash >> 40) as f32 / (1 << 23) as f32 - 1.0
}

/// Values 0 and equal priors, so that only the search matters.
fn flat(batch: &mut EvalBatch) {
    batch.fill(|_, logits| {
        logits.fill(0.0);
        0.0
    });
}

/// Runs the search of `begin` to its end.
fn run(search: &mut HostSearch, view: &View<'_>, model: Model) {
    let mut batch = EvalBatch::default();
    while !search.is_done() {
        batch.clear();
        search.collect(view, &mut batch);
        model(&mut batch);
        search.apply(view, &batch);
    }
}

fn searcher(game: &Game, change: impl Fn(&mut HostSearchConfig)) -> HostSearch {
    let mut config = HostSearchConfig::default();
    change(&mut config);
    let mut search = HostSearch::new(game, &config);
    search.start_hand(11);
    search
}

fn decide_from(search: &mut HostSearch, view: &View<'_>, model: Model, simulations: u32) -> Decision {
    search.begin(view, simulations);
    run(search, view, model);
    search.decision()
}

fn decide(
    search: &mut HostSearch,
    game: &Game,
    deal: &Deal,
    state: &State,
    model: Model,
    simulations: u32,
) -> Decision {
    let view = View::new(game, deal, state, state.seat(), false);
    decide_from(search, &view, model, simulations)
}

/// Expected results of [`golden`] by game; exact, so that any change of the search shows.
const GOLDEN: [(&str, &str); 5] = [
    ("scopa", "Ad x Ab: 135, 7c x Ab 6s: 65, value -0.011955, nodes 332"),
    (
        "scopone_scientifico",
        "2d: 1, 3s x 3d: 2, 5c: 6, 7d x 7s: 8, 7b x 7s: 1, Jb x Js: 26, Kc x 3d 7s: 131, Kb x 3d 7s: 25, value -0.057600, nodes 443",
    ),
    (
        "scopone_messina",
        "3b: 39, 4d: 13, 4s: 1, 6c: 3, 7c: 1, 7s: 30, Qd x Qb: 15, Qc x Qb: 88, Qs x Qb: 1, Kc: 9, value 0.003301, nodes 377",
    ),
    ("cirulla", "4c: 123, Qc: 77, value 0.016350, nodes 344"),
    (
        "cicera",
        "As: 16, 2b: 1, 5d: 3, 6c: 80, 7c: 42, 9c: 15, 9s: 0, Tc: 15, Kd: 4, Kd x Kc: 4, Kd x Kb: 9, Ks: 2, Ks x Kc: 0, Ks x Kb: 9, value 0.058285, nodes 479",
    ),
];

/// Simulations by action, the value, and the nodes of the tree after 200 simulations of one position.
fn golden(name: &str) -> String {
    let game = Game::preset(name).unwrap();
    let (deal, state) = positions(&game, 10, 42)[9];
    let mut search = searcher(&game, |config| config.exploration = 2.5);
    let decision = decide(&mut search, &game, &deal, &state, hashed, 200);
    let mut text = String::new();
    for (action, share) in decision.actions.iter().zip(&decision.policy) {
        text += &format!("{}: {:.0}, ", action.text(game.deck()), share * 200.0);
    }
    text + &format!("value {:.6}, nodes {}", decision.value.expect("a value"), decision.stats.nodes)
}

#[test]
fn golden_trees() {
    let trees = GOLDEN.map(|(name, _)| (name, golden(name)));
    assert_eq!(trees, GOLDEN.map(|(name, expected)| (name, expected.to_owned())));
}

#[test]
fn decisions_are_whole_in_every_game() {
    for game in games() {
        for batch in [1, 7] {
            let mut search = searcher(&game, |config| config.batch = batch);
            for (deal, state) in positions(&game, 45, 5) {
                let decision = decide(&mut search, &game, &deal, &state, hashed, 40);
                let mut legal = Vec::new();
                state.legal_actions(&game, &mut legal);
                assert_eq!(decision.actions, legal);
                assert!(legal.contains(&decision.action));
                assert!((decision.policy.iter().sum::<f32>() - 1.0).abs() < 1e-5);
                let best = decision.policy.iter().copied().fold(0.0, f32::max);
                let chosen = legal.iter().position(|&action| action == decision.action).unwrap();
                assert_eq!(decision.policy[chosen], best);
                let expected = if legal.len() == 1 { 0 } else { 40 };
                assert_eq!(decision.stats.simulations, expected);
                assert!(decision.value.is_some_and(|value| value.abs() < 10.0));
            }
        }
    }
}

#[test]
fn same_seed_same_decision_and_another_seed_another_search() {
    let game = Game::preset("cirulla").unwrap();
    let mut different = 0;
    for (deal, state) in positions(&game, 30, 9) {
        let run = |seed| {
            let mut search = searcher(&game, |_| ());
            search.start_hand(seed);
            decide(&mut search, &game, &deal, &state, hashed, 50)
        };
        assert_eq!(run(1), run(1));
        different += usize::from(run(1).policy != run(2).policy);
    }
    assert!(different > 5);
}

#[test]
fn hidden_cards_change_no_decision() {
    let mut rng = Pcg64Mcg::seed_from_u64(2);
    for game in games() {
        for (deal, state) in positions(&game, 30, 13) {
            let world = View::new(&game, &deal, &state, state.seat(), false).sample_world(&mut rng);
            let [one, other] = [(deal, state), (world.deal, world.state)]
                .map(|(deal, state)| decide(&mut searcher(&game, |_| ()), &game, &deal, &state, hashed, 30));
            assert_eq!(one, other, "{}", game.rules().name);
        }
    }
}

/// Decisions of one search per view, which share one batch.
fn decide_together(game: &Game, config: &HostSearchConfig, views: &[View<'_>]) -> Vec<Decision> {
    let machine = |view| {
        let mut search = HostSearch::new(game, config);
        search.start_hand(5);
        search.begin(view, 60);
        search
    };
    let mut searches: Vec<HostSearch> = views.iter().map(machine).collect();
    let mut batch = EvalBatch::default();
    while searches.iter().any(|search| !search.is_done()) {
        batch.clear();
        for (search, view) in searches.iter_mut().zip(views) {
            if !search.is_done() {
                search.collect(view, &mut batch);
            }
        }
        hashed(&mut batch);
        for (search, view) in searches.iter_mut().zip(views) {
            search.apply(view, &batch);
        }
    }
    searches.iter_mut().map(HostSearch::decision).collect()
}

#[test]
fn more_searches_in_one_batch_change_nothing() {
    let game = Game::preset("scopone").unwrap();
    let config = HostSearchConfig { batch: 3, ..HostSearchConfig::default() };
    let places = positions(&game, 20, 21);
    let views: Vec<View<'_>> = places
        .iter()
        .map(|(deal, state)| View::new(&game, deal, state, state.seat(), false))
        .collect();
    let together = decide_together(&game, &config, &views);
    let alone = views.into_iter().flat_map(|view| decide_together(&game, &config, &[view]));
    assert_eq!(together, alone.collect::<Vec<_>>());
}

#[test]
fn a_row_has_the_inputs_of_its_view_and_of_each_action() {
    let game = Game::preset("cirulla").unwrap();
    let mut encoder = Encoder::new(&game);
    let (mut batch, mut actions, mut ends) = (EvalBatch::default(), Vec::<Action>::new(), vec![0]);
    let places = positions(&game, 50, 3);
    for (deal, state) in &places {
        let view = View::new(&game, deal, state, state.seat(), false);
        view.legal_actions(&mut actions);
        batch.push(&mut encoder, &view, &Default::default(), &actions);
        ends.push(ends[ends.len() - 1] + actions.len() as u32);
    }
    let (inputs, starts) = batch.inputs();
    assert_eq!((starts.len(), starts[50] as usize), (51, inputs.len()));
    assert!(inputs.iter().all(|&input| usize::from(input) < encoder.view_len()));
    let (all, starts) = batch.actions();
    assert_eq!((starts, batch.residual().len()), (&ends[..], all.len()));
    let (of_actions, starts) = batch.action_inputs();
    assert_eq!((starts.len(), starts[all.len()] as usize), (all.len() + 1, of_actions.len()));
    let range = encoder.view_len()..encoder.policy_len();
    assert!(of_actions.iter().all(|&input| range.contains(&usize::from(input))));
    for i in 0..50 {
        let best = batch.row(i).residual.iter().copied().fold(f32::MIN, f32::max);
        assert_eq!(best, 0.0, "the formula's best action");
    }
}

#[test]
fn without_simulations_the_policy_is_that_of_the_model() {
    let game = Game::preset("cirulla").unwrap();
    for (deal, state) in positions(&game, 20, 3) {
        let view = View::new(&game, &deal, &state, state.seat(), false);
        let mut search = searcher(&game, |_| ());
        search.begin(&view, 0);
        let mut batch = EvalBatch::default();
        search.collect(&view, &mut batch);
        hashed(&mut batch);
        search.apply(&view, &batch);
        assert!(search.is_done());
        let decision = search.decision();
        assert_eq!(decision.value, Some(batch.value(0)));
        let weights: Vec<f32> = batch.logits(0).iter().map(|logit| logit.exp()).collect();
        let sum: f32 = weights.iter().sum();
        for (share, weight) in decision.policy.iter().zip(&weights) {
            assert!((share - weight / sum).abs() < 1e-5);
        }
        let best = decision.policy.iter().copied().fold(0.0, f32::max);
        let place = decision.policy.iter().position(|&share| share == best).unwrap();
        assert_eq!(decision.action, decision.actions[place]);
    }
}

/// The decisions of a hand; each seat has its own search, which remembers the hand.
fn hand(game: &Game, change: impl Fn(&mut HostSearchConfig)) -> Vec<Decision> {
    let mut seats: Vec<_> = (0..game.players()).map(|_| searcher(game, &change)).collect();
    let deal = Deal::random(game, 0, &mut Pcg64Mcg::seed_from_u64(8));
    let (mut state, mut history, mut decisions) = (State::new(game, &deal), Vec::new(), Vec::new());
    while !state.is_over() {
        let view = View::new(game, &deal, &state, state.seat(), true).with_history(&history);
        let decision = decide_from(&mut seats[state.seat()], &view, hashed, 40);
        assert!((decision.policy.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        state.apply(game, &deal, decision.action);
        history.push(decision.action);
        decisions.push(decision);
    }
    decisions
}

/// Worlds are weighted and ends solved as in `ismcts`; decisions repeat if the seed does.
#[test]
fn worlds_are_weighed_and_ends_solved() {
    for name in ["cirulla", "scopone_scientifico", "scopone_messina", "cirullone"] {
        let game = Game::preset(name).unwrap();
        let plain = hand(&game, |_| ());
        let changes: [&dyn Fn(&mut HostSearchConfig); 2] =
            [&|config| config.inference.inference = Inference::None, &|config| config.exact = 0];
        for (number, change) in changes.into_iter().enumerate() {
            let changed = hand(&game, change);
            assert_eq!(changed, hand(&game, change), "{name}, change {number}");
            let exact_for_two = number != 1 || game.sides() == 2;
            assert_eq!(changed != plain, exact_for_two, "{name}, change {number}");
        }
    }
}

/// The value of a position with open cards for the side of the seat to act, by exhaustive search.
fn solve(game: &Game, deal: &Deal, state: &State) -> f32 {
    let mut legal = Vec::new();
    state.legal_actions(game, &mut legal);
    let side = game.side(state.seat());
    let value = |action| {
        let mut next = *state;
        next.apply(game, deal, action);
        if next.is_over() {
            return next.score(game).margin(side) as f32 / 10.0;
        }
        let value = solve(game, deal, &next);
        if game.side(next.seat()) == side { value } else { -value }
    };
    legal.into_iter().map(value).fold(f32::NEG_INFINITY, f32::max)
}

#[test]
fn search_finds_the_value_of_the_last_deal_round() {
    // With two players the last deal-round hides nothing: the other seat has the remaining cards.
    let game = Game::preset("scopa").unwrap();
    let last = positions(&game, 36 * 20, 17);
    let last: Vec<_> = last.into_iter().filter(|(_, state)| state.ply() == 31).collect();
    assert_eq!(last.len(), 20);
    for (deal, state) in last {
        let truth = solve(&game, &deal, &state);
        let mut search = searcher(&game, |config| config.exploration = 3.0);
        let decision = decide(&mut search, &game, &deal, &state, flat, 3000);
        let mut next = state;
        next.apply(&game, &deal, decision.action);
        let reached = -solve(&game, &deal, &next);
        assert_eq!(reached, truth, "the chosen action loses");
        assert!(decision.value.is_some_and(|value| (value - truth).abs() < 0.08), "{:?} for {truth}", decision.value);
    }
}
