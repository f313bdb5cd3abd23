//! Network search against a hashed evaluator: exact numbers, and the laws of a fair search.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_agents::net::{BatchEvaluator, BatchRow, EvalBatch, NetAgent};
use spariglio_agents::search::{Inference, NetSearch, NetSearchAgent, NetSearchConfig};
use spariglio_agents::{Agent, Budget, Decision};
use spariglio_engine::{Deal, Game, State, View};

use crate::support::{games, positions};

/// Values and logits that are a hash of the row: the same everywhere, like nothing else.
struct Hashed;

impl BatchEvaluator for Hashed {
    fn evaluate(&mut self, batch: &mut EvalBatch) {
        batch.fill(|row, logits| {
            let seed = seed_of(row);
            for (logit, action) in logits.iter_mut().zip(row.actions) {
                *logit = 2.0 * symmetric(mix(seed ^ action.to_bits()));
            }
            symmetric(seed)
        });
    }
}

fn seed_of(row: BatchRow<'_>) -> u64 {
    row.features.iter().fold(1, |hash, &(index, value)| {
        mix(hash ^ (u64::from(index) << 8 | u64::from(value)))
    })
}

/// The finaliser of splitmix64 (Steele, Lea, Flood 2014).
fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}

fn symmetric(hash: u64) -> f32 {
    (hash >> 40) as f32 / (1 << 23) as f32 - 1.0
}

/// Values 0 and equal priors: what is left is the search.
struct Flat;

impl BatchEvaluator for Flat {
    fn evaluate(&mut self, batch: &mut EvalBatch) {
        batch.fill(|_, logits| {
            logits.fill(0.0);
            0.0
        });
    }
}

fn agent(
    game: &Game,
    evaluator: impl BatchEvaluator + 'static,
    change: impl Fn(&mut NetSearchConfig),
) -> NetSearchAgent {
    let mut config = NetSearchConfig::default();
    change(&mut config);
    let mut agent = NetSearchAgent::with_evaluators(game, &config, vec![Box::new(evaluator)]);
    agent.start_hand(11);
    agent
}

fn decide(agent: &mut NetSearchAgent, game: &Game, deal: &Deal, state: &State, simulations: u32) -> Decision {
    let view = View::new(game, deal, state, state.seat(), false);
    let mut decision = agent.decide(&view, Budget::simulations(simulations));
    decision.stats.millis = 0.0;
    decision
}

/// What [`golden`] gives, by game: exact, so that a change of the search shows.
const GOLDEN: [(&str, &str); 5] = [
    ("scopa", "Ad x Ab: 6, 7c x Ab 6s: 194, value -0.072546, nodes 302"),
    (
        "scopone_scientifico",
        "2d: 0, 3s x 3d: 2, 5c: 1, 7d x 7s: 46, 7b x 7s: 10, Jb x Js: 22, Kc x 3d 7s: 0, Kb x 3d 7s: 119, value -0.007699, nodes 418",
    ),
    (
        "scopone_messina",
        "3b: 8, 4d: 0, 4s: 1, 6c: 1, 7c: 3, 7s: 1, Qd x Qb: 0, Qc x Qb: 137, Qs x Qb: 3, Kc: 46, value -0.006213, nodes 363",
    ),
    ("cirulla", "4c: 64, Qc: 136, value 0.025009, nodes 347"),
    (
        "cicera",
        "As: 34, 2b: 36, 5d: 5, 6c: 1, 7c: 2, 9c: 33, 9s: 3, Tc: 3, Kd: 1, Kd x Kc: 13, Kd x Kb: 9, Ks: 1, Ks x Kc: 56, Ks x Kb: 3, value 0.000371, nodes 478",
    ),
];

/// Simulations by action, the value, and the nodes of the tree, of 200 simulations on one position.
fn golden(name: &str) -> String {
    let game = Game::preset(name).unwrap();
    let (deal, state) = positions(&game, 10, 42)[9];
    let mut agent = agent(&game, Hashed, |config| config.search.exploration = 2.5);
    let decision = decide(&mut agent, &game, &deal, &state, 200);
    let mut text = String::new();
    for (action, share) in decision.actions.iter().zip(&decision.policy) {
        text += &format!("{}: {:.0}, ", action.text(game.deck()), share * 200.0);
    }
    text + &format!("value {:.6}, nodes {}", decision.value, decision.stats.nodes)
}

#[test]
fn golden_trees() {
    let found = GOLDEN.map(|(name, _)| (name, golden(name)));
    assert_eq!(found, GOLDEN.map(|(name, expected)| (name, expected.to_owned())));
}

#[test]
fn decisions_are_whole_in_every_game() {
    for game in games() {
        for batch in [1, 7] {
            let mut agent = agent(&game, Hashed, |options| options.guidance.batch = batch);
            for (deal, state) in positions(&game, 45, 5) {
                let decision = decide(&mut agent, &game, &deal, &state, 40);
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
                assert!(decision.value.is_finite() && decision.value.abs() < 10.0);
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
            let mut agent = agent(&game, Hashed, |options| options.temperature = 1.0);
            agent.start_hand(seed);
            decide(&mut agent, &game, &deal, &state, 50)
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
            let one = decide(&mut agent(&game, Hashed, |_| ()), &game, &deal, &state, 30);
            let other = decide(&mut agent(&game, Hashed, |_| ()), &game, &world.deal, &world.state, 30);
            assert_eq!(one, other, "{}", game.rules().name);
            let view = View::new(&game, &deal, &state, state.seat(), false);
            let other_view = View::new(&game, &world.deal, &world.state, state.seat(), false);
            let mut net = NetAgent::with_evaluator(Box::new(Hashed), 0.0);
            let decision = net.decide(&view, Budget::OWN);
            assert_eq!(decision, net.decide(&other_view, Budget::OWN));
            assert_eq!(decision.action, net.act(&view));
        }
    }
}

#[test]
fn more_searches_in_one_batch_change_nothing() {
    let game = Game::preset("scopone").unwrap();
    let places = positions(&game, 20, 21);
    let mut config = NetSearchConfig::default();
    config.guidance.batch = 3;
    config.guidance.noise = 0.25;
    let views = || {
        places
            .iter()
            .map(|(deal, state)| View::new(&game, deal, state, state.seat(), false))
    };
    let run = |views: &[View<'_>]| {
        let machine = |view| {
            let mut search = NetSearch::new(&game, &config);
            search.start_hand(5);
            search.begin(view, Budget::simulations(60));
            search
        };
        let mut searches: Vec<NetSearch> = views.iter().map(machine).collect();
        let mut batch = EvalBatch::new();
        while searches.iter_mut().any(|search| !search.is_done()) {
            batch.clear();
            for (search, view) in searches.iter_mut().zip(views) {
                if !search.is_done() {
                    search.collect(view, &mut batch);
                }
            }
            Hashed.evaluate(&mut batch);
            for (search, view) in searches.iter_mut().zip(views) {
                search.apply(view, &batch);
            }
        }
        searches.iter_mut().map(NetSearch::decision).collect::<Vec<_>>()
    };
    let together = run(&views().collect::<Vec<_>>());
    let alone: Vec<Decision> = views().flat_map(|view| run(&[view])).collect();
    assert_eq!(together, alone);
}

#[test]
fn without_simulations_the_policy_is_that_of_the_network() {
    let game = Game::preset("cirulla").unwrap();
    for (deal, state) in positions(&game, 20, 3) {
        let view = View::new(&game, &deal, &state, state.seat(), false);
        let mut search = NetSearch::new(&game, &NetSearchConfig::default());
        search.begin(&view, Budget::simulations(0));
        let mut batch = EvalBatch::new();
        search.collect(&view, &mut batch);
        Hashed.evaluate(&mut batch);
        search.apply(&view, &batch);
        assert!(search.is_done());
        let net = NetAgent::with_evaluator(Box::new(Hashed), 0.0).decide(&view, Budget::OWN);
        let decision = search.decision();
        assert_eq!((decision.action, decision.value), (net.action, net.value));
        assert_eq!(decision.policy, net.policy);
    }
}

#[test]
fn noise_changes_the_root_only_where_it_is_asked_for() {
    let game = Game::preset("scopone").unwrap();
    let (deal, state) = positions(&game, 8, 4)[7];
    let run = |noise: f32| {
        let mut agent = agent(&game, Hashed, |options| options.guidance.noise = noise);
        decide(&mut agent, &game, &deal, &state, 64).policy
    };
    assert_eq!(run(0.0), run(0.0));
    assert_ne!(run(0.0), run(0.5));
}

#[test]
fn time_ends_a_search_even_where_nothing_needs_evaluation() {
    let game = Game::preset("scopone_scientifico").unwrap();
    for (deal, state) in positions(&game, 40, 6).into_iter().step_by(4) {
        let view = View::new(&game, &deal, &state, state.seat(), false);
        let mut agent = agent(&game, Flat, |options| options.guidance.batch = 4);
        let decision = agent.decide(&view, Budget::millis(5));
        assert!(decision.stats.millis < 1000.0);
        assert!((decision.policy.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    }
}

/// What the search shares with `ismcts`: it works with a network too, and decides alike for the same seed.
#[test]
fn worlds_are_weighed_and_trees_kept() {
    for name in ["cirulla", "scopone_scientifico", "scopone_messina", "cirullone"] {
        let game = Game::preset(name).unwrap();
        let hand = |change: &dyn Fn(&mut NetSearchConfig)| {
            let mut config = NetSearchConfig::default();
            change(&mut config);
            let evaluators = || -> Vec<Box<dyn BatchEvaluator>> {
                (0..config.search.threads)
                    .map(|_| Box::new(Hashed) as Box<dyn BatchEvaluator>)
                    .collect()
            };
            let mut seats: Vec<_> = (0..game.players())
                .map(|_| NetSearchAgent::with_evaluators(&game, &config, evaluators()))
                .collect();
            seats.iter_mut().for_each(|agent| agent.start_hand(3));
            let deal = Deal::random(&game, 0, &mut Pcg64Mcg::seed_from_u64(8));
            let (mut state, mut history, mut decisions) = (State::new(&game, &deal), Vec::new(), Vec::new());
            while !state.is_over() {
                let view = View::new(&game, &deal, &state, state.seat(), true).with_history(&history);
                let mut decision = seats[state.seat()].decide(&view, Budget::simulations(40));
                decision.stats.millis = 0.0;
                assert!((decision.policy.iter().sum::<f32>() - 1.0).abs() < 1e-4);
                state.apply(&game, &deal, decision.action);
                history.push(decision.action);
                decisions.push(decision);
            }
            decisions
        };
        let plain = hand(&|_| ());
        let changes: [&dyn Fn(&mut NetSearchConfig); 5] = [
            &|config| config.inference.inference = Inference::None,
            &|config| config.reuse = true,
            &|config| config.search.exact = 0,
            &|config| config.search.threads = 2,
            &|config| config.search.early_stop = true,
        ];
        for (number, change) in changes.into_iter().enumerate() {
            let changed = hand(change);
            assert_eq!(changed, hand(change), "{name}, change {number}");
            let exact_for_two = number != 2 || game.sides() == 2;
            assert_eq!(changed != plain, exact_for_two, "{name}, change {number}");
        }
    }
}

/// The value of a position with open cards for the side to act, by trying everything.
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
    // With two players the last deal-round hides nothing: the other has the cards that are left.
    let game = Game::preset("scopa").unwrap();
    let last = positions(&game, 36 * 20, 17);
    let last: Vec<_> = last.into_iter().filter(|(_, state)| state.ply() == 31).collect();
    assert_eq!(last.len(), 20);
    for (deal, state) in last {
        let truth = solve(&game, &deal, &state);
        let mut agent = agent(&game, Flat, |options| options.search.exploration = 3.0);
        let decision = decide(&mut agent, &game, &deal, &state, 3000);
        let mut next = state;
        next.apply(&game, &deal, decision.action);
        let reached = -solve(&game, &deal, &next);
        assert_eq!(reached, truth, "the chosen action loses");
        assert!((decision.value - truth).abs() < 0.08, "{} for {truth}", decision.value);
    }
}
