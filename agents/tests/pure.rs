//! Tests that hold with and without the features of the crate; `apps/bot/tests/doors` has tests without any.

use std::fs;

use rand_pcg::Pcg64Mcg;
use spariglio_agents::net::sparse::{Shipped, bare};
use spariglio_agents::{AgentSpec, Budget, Decision, Hand};
use spariglio_engine::{Deal, Game};

fn decide(agent: &str, rules: &str, budget: Budget) -> Decision {
    let game = Game::preset(rules).expect("a preset");
    let hand = Hand::new(&game, &Deal::random(&game, 0, &mut Pcg64Mcg::new(5)), false);
    let mut agent = AgentSpec::parse(agent).expect(agent).build(&game).expect("an agent");
    agent.start_hand(1);
    agent.decide(&hand.view(), budget)
}

/// The numbers are those of threads side by side, and of one tree after the other.
#[test]
fn the_threads_of_a_search_do_not_change_its_answer() {
    let decision = decide("ismcts:threads=3", "scopone", Budget::simulations(301));
    let visits: Vec<u32> = decision.tried.iter().map(|tried| tried.visits).collect();
    assert_eq!((visits.iter().sum::<u32>(), &visits[..]), (301, &VISITS[..]));
}

const VISITS: [u32; 9] = [0, 0, 3, 0, 2, 6, 5, 69, 216];

#[test]
fn a_budget_of_time_ends_a_search_with_several_trees() {
    let decision = decide("ismcts:threads=3", "scopa", Budget::millis(5));
    assert!(decision.stats.simulations >= 3);
}

/// The network of a file takes the place of the one that ships, here with the same weights.
#[test]
fn a_network_is_added_from_bytes() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/nets/cicera/");
    let read = |file: &str| fs::read(format!("{folder}{file}")).expect("it ships");
    let file = read("model.safetensors");
    let bare = bare(&file, &read("meta.json")).into_owned();
    let game = Game::preset("cicera").expect("a preset");
    for bytes in [&file[..file.len() - 1], &bare] {
        assert!(Shipped::add(bytes).is_err(), "cut off, or without its description");
    }
    assert_eq!(Shipped::add(&file).expect("a network").rules().name, "cicera");
    let net = AgentSpec::parse("net").expect("a type");
    assert!(net.shipped_net(&game).is_some());
    assert_eq!(AgentSpec::adviser(&game).to_string(), "net-search");
    let [by_name, by_folder] =
        ["net".to_owned(), format!("net:net={folder}")].map(|agent| decide(&agent, "cicera", Budget::OWN));
    assert_eq!(by_name, by_folder);
}
