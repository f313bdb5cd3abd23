//! The search against a plain one, in every preset and with every strategy; fixed results from fixed views.

mod plain;
mod whole;

use spariglio_engine::{Action, Game, RuleSet, View};

use super::config::{SearchConfig, Selection};
use super::constants::Constants;
use super::evaluator::Uniform;
use super::fingerprint::{Hashed, fixed_view};
use super::priors::Priors;
use super::run::TreeSearch;
use super::tree::Edge;
use super::worlds::Worlds;
use plain::Plain;

const EXPLORATION: f32 = 0.5;

/// Every strategy.
fn configs() -> [SearchConfig; 2] {
    let config = |selection| SearchConfig { selection, exploration: EXPLORATION, ..SearchConfig::default() };
    [Selection::Ucb1, Selection::Puct].map(config)
}

/// A search by UCB1 without priors.
fn plain_search() -> TreeSearch {
    TreeSearch::new(Constants::plain(EXPLORATION), false)
}

/// Meaningless utilities, with the priors that the configuration needs.
fn hashed(game: &Game, config: &SearchConfig) -> Hashed {
    let priors = || Priors::new(game, config.temperature, config.floor);
    Hashed { priors: (config.selection == Selection::Puct).then(priors) }
}

/// If partners are open, the priors of every seat depend on the partner's hand cards.
#[test]
fn priors_see_open_partners() {
    let game = Game::preset("scopone_scientifico").expect("a preset");
    let config = &configs()[1];
    let mut different = 0;
    for part in 0..4 {
        let (deal, state, rng) = fixed_view(&game, part).expect("a view");
        let view = View::new(&game, &deal, &state, state.seat(), true);
        let visits = |open| {
            let mut search = TreeSearch::new(Constants::new(config), false);
            search.growth.note_partners(open);
            search.start(&game, &state, rng.clone());
            search.run(&mut Worlds::Sampled(view.sampler()), &mut hashed(&game, config), 300);
            let mut actions = Vec::new();
            view.legal_actions(&mut actions);
            root_edges(&search, &actions)
        };
        different += usize::from(visits(true) != visits(false));
    }
    assert!(different > 0, "open hand cards make no difference to any search");
}

fn root_edges(search: &TreeSearch, actions: &[Action]) -> Vec<Edge> {
    actions.iter().map(|&action| search.growth.root_edge(action)).collect()
}

fn sorted(mut edges: Vec<Edge>) -> Vec<Edge> {
    edges.sort_by_key(|edge| edge.action);
    edges
}

/// Both searches from a fixed view give the same edges at the root.
fn agrees_with_plain(game: &Game, config: &SearchConfig, multiple: bool, part: usize, simulations: u32) {
    let Some((deal, state, rng)) = fixed_view(game, part) else {
        return;
    };
    let view = View::new(game, &deal, &state, state.seat(), false);
    let mut plain = Plain::new(game, config, multiple, &state, rng.clone());
    plain.run(&mut Worlds::Sampled(view.sampler()), simulations);
    let mut search = TreeSearch::new(Constants::new(config), multiple);
    search.start(game, &state, rng);
    search.run(&mut Worlds::Sampled(view.sampler()), &mut hashed(game, config), simulations);
    let edges = plain.root_edges();
    let actions: Vec<Action> = edges.iter().map(|edge| edge.action).collect();
    let name = &game.rules().name;
    let place = format!("{name}, part {part}, multiple {multiple}, {config:?}");
    assert_eq!(sorted(edges), sorted(root_edges(&search, &actions)), "{place}");
}

#[test]
fn equals_the_plain_search_in_every_preset() {
    for name in RuleSet::preset_names() {
        let game = Game::preset(name).expect("a preset");
        for config in configs() {
            for part in 0..4 {
                agrees_with_plain(&game, &config, false, part, 300);
                agrees_with_plain(&game, &config, true, part, 300);
            }
        }
    }
}

#[test]
fn multiple_observers_are_not_one() {
    let game = Game::preset("scopone_scientifico").expect("a preset");
    let visits = |multiple| visits_of_fixed_view(&game, &configs()[0], multiple, 3, 2000);
    assert_ne!(visits(false), visits(true));
}

#[test]
fn vector_levels_agree() {
    for name in ["scopone_scientifico", "cirulla", "cicera", "scopone_messina"] {
        let game = Game::preset(name).expect("a preset");
        let (deal, state, rng) = fixed_view(&game, 1).expect("a view");
        let view = View::new(&game, &deal, &state, state.seat(), false);
        let mut actions = Vec::new();
        view.legal_actions(&mut actions);
        let mut fast = plain_search();
        fast.start(&game, &state, rng.clone());
        fast.run(&mut Worlds::Sampled(view.sampler()), &mut Uniform, 3000);
        let mut portable = plain_search();
        portable.start(&game, &state, rng);
        portable.run_portable(&mut Worlds::Sampled(view.sampler()), &mut Uniform, 3000);
        assert_eq!(root_edges(&fast, &actions), root_edges(&portable, &actions), "{name}");
        assert_eq!(
            (fast.growth.steps(), fast.growth.nodes()),
            (portable.growth.steps(), portable.growth.nodes()),
            "{name}"
        );
    }
}

/// Visits of the root's edges, in canonical order of the actions.
fn visits_of_fixed_view(game: &Game, config: &SearchConfig, multiple: bool, part: usize, simulations: u32) -> Vec<u32> {
    let (deal, state, rng) = fixed_view(game, part).expect("a view");
    let view = View::new(game, &deal, &state, state.seat(), false);
    let mut search = TreeSearch::new(Constants::new(config), multiple);
    search.start(game, &state, rng);
    search.run(&mut Worlds::Sampled(view.sampler()), &mut hashed(game, config), simulations);
    let mut actions = Vec::new();
    view.legal_actions(&mut actions);
    let edges = root_edges(&search, &actions);
    edges.iter().map(|edge| edge.visits).collect()
}

#[test]
fn golden_visits() {
    let game = Game::preset("scopone_scientifico").expect("a preset");
    let visits = configs().map(|config| visits_of_fixed_view(&game, &config, false, 0, 1000));
    assert_eq!(visits, [[1, 20, 25, 37, 255, 7, 10, 3, 506, 136], [669, 123, 55, 12, 134, 1, 2, 1, 2, 1],]);
    let visits = configs().map(|config| visits_of_fixed_view(&game, &config, true, 2, 1000));
    assert_eq!(visits, [[15, 47, 18, 210, 710], [102, 25, 1, 195, 677]]);
}
