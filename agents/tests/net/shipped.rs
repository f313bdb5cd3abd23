//! The networks that ship: each is valid, described, and plays the same hands on every machine.

use std::fs;
use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::Deserialize;
use spariglio_agents::net::sparse::{SHIPPED, Shipped};
use spariglio_agents::net::{LearntRules, NetChoice};
use spariglio_agents::solver::Solver;
use spariglio_agents::{AgentSpec, Budget, Hand, Seats, play_hand};
use spariglio_engine::format::fnv1a;
use spariglio_engine::rules::DeclarationHands;
use spariglio_engine::{Action, Deal, Game, RuleSet};

/// Number of hands in which all seats play a game's network.
const HANDS: usize = 20;

/// `recipe.toml`: the recipe of a network.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Recipe {
    config: String,
    commit: String,
    minutes: u32,
    machine: String,
    hands: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn recipe(shipped: &Shipped) -> Recipe {
    let path = root().join("agents/nets").join(shipped.name).join("recipe.toml");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

struct Alone(Box<dyn spariglio_agents::Agent>);

impl Seats for Alone {
    type Refusal = std::convert::Infallible;

    fn act(&mut self, hand: &Hand<'_>) -> Result<Action, Self::Refusal> {
        Ok(self.0.act(&hand.view()))
    }
}

/// A hash of the actions of some hands in which every seat plays a shipped network alone.
fn hands_hash(shipped: &Shipped) -> String {
    let game = &shipped.game();
    let spec = AgentSpec::parse("net:hidden=0").expect("a spec");
    let folder = root().join("agents/nets").join(shipped.name);
    let agent = spec.with_net(&folder).build(game).expect("it ships");
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut seats = Alone(agent);
    let mut text = String::new();
    for number in 0..HANDS {
        let deal = Deal::random(game, number % game.players(), &mut rng);
        let mut hand = Hand::new(game, &deal, false);
        play_hand(&mut hand, &mut seats, &mut ()).expect("the agent acts legally");
        for action in hand.history() {
            text.push_str(&action.text(game.deck()));
            text.push(' ');
        }
    }
    format!("{:016x}", fnv1a(text.as_bytes()))
}

#[test]
fn every_shipped_network_plays_the_hands_of_its_recipe() {
    let played = SHIPPED.iter().map(|shipped| (shipped.name, hands_hash(shipped)));
    let stated = SHIPPED.iter().map(|shipped| (shipped.name, recipe(shipped).hands));
    assert_eq!(played.collect::<Vec<_>>(), stated.collect::<Vec<_>>());
}

#[test]
fn the_network_alone_looks_ahead_and_that_of_a_search_does_not() {
    for shipped in SHIPPED {
        let game = shipped.game();
        let of = |agent| {
            AgentSpec::parse(agent)
                .expect("a spec")
                .shipped_net(&game)
                .expect("it ships")
                .name
        };
        let rules = game.rules().name.as_str();
        assert_eq!(of("net-search"), rules);
        let alone = if matches!(rules, "scopa" | "cirulla") {
            format!("{rules}_lookahead")
        } else {
            rules.to_owned()
        };
        assert_eq!(of("net"), alone);
    }
}

#[test]
fn rules_that_the_look_ahead_does_not_fit_get_the_network_without_it() {
    let mut rules = Game::preset("cirulla").expect("a preset").rules().clone();
    let of = |rules: &RuleSet| {
        let spec = AgentSpec::parse("net:rules=other").expect("a spec");
        spec.shipped_net(&Game::new(rules.clone()).expect("valid rules"))
            .expect("it ships")
            .name
    };
    rules.sweep.points = 2;
    assert_eq!(of(&rules), "cirulla_lookahead");
    rules.score.quadriglia = 1;
    assert_eq!(of(&rules), "cirulla");
}

#[test]
fn house_rules_of_scopone_get_a_network_that_reads_them() {
    let mut rules = Game::preset("scopone").expect("a preset").rules().clone();
    "house".clone_into(&mut rules.name);
    rules.score.shutout = true;
    let of = |agent, rules: &RuleSet| {
        let game = Game::new(rules.clone()).expect("valid rules");
        let spec = AgentSpec::parse(agent).expect("a spec");
        assert!(spec.build(&game).is_ok(), "{agent}");
        (spec.shipped_net(&game).expect("it ships").name, spec.other_rules(&game))
    };
    assert_eq!(of("net", &rules), ("scopone_house", None));
    assert_eq!(of("net-search:simulations=8", &rules), ("scopone_house", None));
    assert_eq!(of("net:rules=other", &rules), ("scopone", Some("scopone".to_owned())));
    // A network of one rule set would have other inputs here.
    rules.declarations.hands = DeclarationHands::AnyThree;
    assert_eq!(of("net", &rules), ("scopone_house", None));
    let refused = |preset: &str, change: fn(&mut RuleSet)| {
        let mut rules = Game::preset(preset).expect("a preset").rules().clone();
        change(&mut rules);
        let spec = AgentSpec::parse("net").expect("a spec");
        let error = spec.build(&Game::new(rules).expect("valid rules")).err().expect("refused");
        assert!(error.to_string().contains("rules=other"), "{error}");
    };
    refused("cirullone", |rules| rules.score.suit_points = 2);
    refused("cirulla_4", |rules| rules.score.suit_points = 2);
    refused("scopone", |rules| rules.deal.rounds = vec![3, 3, 3]);
}

/// A network of a folder that reads rules plays its own deal only, unless it is told to play another, and then is named.
#[test]
fn a_network_that_reads_rules_is_refused_in_another_deal() {
    let mut rules = Game::preset("scopone").expect("a preset").rules().clone();
    "three".clone_into(&mut rules.name);
    rules.deal.rounds = vec![3, 3, 3];
    let game = Game::new(rules).expect("valid rules");
    let folder = root().join("agents/nets/scopone_house");
    let of = |options: &str| AgentSpec::parse(&format!("net:net={}{options}", folder.display())).expect("a spec");
    let error = of("").build(&game).err().expect("refused").to_string();
    assert!(error.contains("`deal` is") && error.contains("rounds of [3, 3, 3]"), "{error}");
    let lenient = of(":rules=other");
    assert!(lenient.build(&game).is_ok());
    assert_eq!(lenient.other_rules(&game), Some("scopone".to_owned()));
}

#[test]
fn every_shipped_network_is_described() {
    let page = fs::read_to_string(root().join("agents/nets/README.md")).expect("a page");
    let mut folders = 0;
    for entry in fs::read_dir(root().join("agents/nets")).expect("a folder") {
        folders += usize::from(entry.expect("an entry").path().is_dir());
    }
    assert_eq!(folders, SHIPPED.len(), "every folder of agents/nets/ ships");
    for shipped in SHIPPED {
        let recipe = recipe(shipped);
        assert!(root().join(&recipe.config).is_file(), "{}", recipe.config);
        assert!(recipe.commit.len() >= 7 && recipe.minutes > 0 && !recipe.machine.is_empty());
        assert!(page.contains(&format!("| `{}` |", shipped.name)), "{}", shipped.name);
    }
}

#[test]
fn a_shipped_network_reads_back_from_its_folder() {
    for shipped in SHIPPED {
        let game = shipped.game();
        let of_folder = NetChoice::of(&root().join("agents/nets").join(shipped.name), LearntRules::Own)
            .load(&game)
            .expect("read");
        assert!(of_folder == shipped.load(&game).expect("it ships"), "{}", shipped.name);
    }
}

#[test]
fn the_last_plays_of_a_game_of_two_are_solved() {
    for rules in ["scopa", "cirulla"] {
        let game = Game::preset(rules).expect("a preset");
        let mut agent = AgentSpec::parse("net").expect("a spec").build(&game).expect("it ships");
        let mut solver = Solver::new(&game).expect("two sides");
        let mut rng = Pcg64Mcg::seed_from_u64(5);
        let (mut solved, mut actions, mut values) = (0, Vec::new(), Vec::new());
        for number in 0..40 {
            let deal = Deal::random(&game, number % 2, &mut rng);
            let mut hand = Hand::new(&game, &deal, false);
            while !hand.is_over() {
                let decision = agent.decide(&hand.view(), Budget::OWN);
                let state = hand.state();
                if game.plies() - state.ply() <= 6 && decision.actions.len() > 1 {
                    solver.action_values(&game, &deal, state, &mut actions, &mut values);
                    let best = *values.iter().max().expect("an action");
                    let place = actions.iter().position(|&action| action == decision.action);
                    assert_eq!(values[place.expect("a legal action")], best, "{rules}");
                    assert!(decision.value.is_some_and(|value| (value - best as f32 / 10.0).abs() < 1e-6), "{rules}");
                    solved += 1;
                }
                hand.act(decision.action).expect("legal");
            }
        }
        assert!(solved > 40, "{rules}: {solved} decisions");
    }
}

#[test]
fn hidden_ends_change_the_last_plays_only_and_never_the_policy() {
    let game = Game::preset("cirulla_4").expect("a preset");
    let agent = |text: &str| {
        let spec = AgentSpec::parse(text).expect("a spec");
        spec.build(&game).expect("it ships")
    };
    let mut seats = Alone(agent("net:hidden=0"));
    let mut solving = agent("net");
    let mut mixing = agent("net:temperature=1");
    let (mut late, mut other) = (0, 0);
    let mut rng = Pcg64Mcg::seed_from_u64(3);
    for number in 0..40 {
        let deal = Deal::random(&game, number % game.players(), &mut rng);
        let mut hand = Hand::new(&game, &deal, false);
        while !hand.is_over() {
            let view = hand.view();
            let plain = seats.0.decide(&view, Budget::OWN);
            let solved = solving.decide(&view, Budget::OWN);
            assert_eq!(plain.policy, solved.policy);
            // At every temperature.
            if view.plies_left() <= 8 && plain.actions.len() > 1 {
                assert_eq!(mixing.act(&view), solved.action);
            }
            if plain.action != solved.action {
                assert!(view.plies_left() <= 8 && !view.is_open(), "{} plies left", view.plies_left());
                other += 1;
            }
            late += usize::from(view.plies_left() <= 8 && plain.actions.len() > 1);
            hand.act(plain.action).expect("legal");
        }
    }
    assert!(other > 20 && other < late, "{other} of {late}");
}
