//! Taking luck off: no bias, the same for any number of threads, and how much less variance there is.
//!
//! The table of docs/statistics.md: `cargo test --release -p spariglio-arena --test variance -- --ignored --nocapture`.

use spariglio_agents::AgentSpec;
use spariglio_arena::variance::Reduction;
use spariglio_arena::variance::measure::{Factors, factors};
use spariglio_arena::{ArenaConfig, ArenaError};
use spariglio_engine::Game;

fn game(preset: &str) -> Game {
    Game::preset(preset).expect("a preset")
}

fn specs(agents: [&str; 2]) -> [AgentSpec; 2] {
    agents.map(|text| AgentSpec::parse(text).expect("an agent"))
}

fn config(game: &Game, sets: u64) -> ArenaConfig {
    ArenaConfig {
        hands: sets * if game.sides() == 2 { 2 } else { 6 },
        seed: 21,
        threads: 2,
        ..ArenaConfig::default()
    }
}

fn measure(preset: &str, agents: [&str; 2], sets: u64) -> Factors {
    measure_seed(preset, agents, sets, 21)
}

fn measure_seed(preset: &str, agents: [&str; 2], sets: u64, seed: u64) -> Factors {
    let game = game(preset);
    let [first, second] = specs(agents);
    let config = ArenaConfig {
        seed,
        ..config(&game, sets)
    };
    let found = factors(&game, [&first, &second], &config).expect("plays");
    eprintln!(
        "| {preset} | {} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:+.2} |",
        agents.join(", "),
        found.single,
        found.baseline,
        found.luck,
        found.both,
        found.sets,
        found.reduced,
        found.bias
    );
    found
}

#[test]
fn corrections_have_mean_zero_and_take_variance_off() {
    for (preset, agents, least) in [
        ("cirulla", ["formula", "greedy"], 1.02),
        ("scopone", ["random", "random"], 1.3),
        ("scopa", ["ismcts:simulations=20", "greedy"], 1.1),
    ] {
        let found = measure(preset, agents, 2000);
        assert!(found.bias.abs() < 4.0, "{preset} {agents:?}: {}", found.bias);
        let factor = found.sets / found.reduced;
        assert!(factor > least, "{preset} {agents:?}: sets {factor}");
        assert!(found.single > found.luck && found.single > found.baseline && found.single > found.both);
        assert!(found.single > found.sets, "duplicate sets are worth their while");
    }
}

#[test]
fn a_deal_of_one_deal_round_has_no_luck_left_in_a_set() {
    let found = measure("scopone", ["formula", "greedy"], 500);
    assert!(found.single > found.luck && (found.sets / found.reduced - 1.0).abs() < 1e-6);
}

#[test]
fn threads_do_not_change_what_is_fitted() {
    let game = game("scopa");
    let [first, second] = specs(["ismcts:simulations=5", "formula"]);
    let fit = |threads: usize| {
        let config = ArenaConfig {
            threads,
            ..config(&game, 800)
        };
        Reduction::fit(&game, [&first, &second], &config).expect("fits")
    };
    let (one, two) = (fit(1), fit(2));
    assert_eq!(one, two);
    assert!(one.shared_variance() > 0.0);
    let text = serde_json::to_string(&one).expect("written");
    assert_eq!(serde_json::from_str::<Reduction>(&text).expect("read"), one);
}

#[test]
fn an_agent_that_sees_cards_to_come_is_refused() {
    let game = game("cirulla");
    let [first, second] = specs(["greedy", "cheat-pimc"]);
    let error = Reduction::fit(&game, [&first, &second], &config(&game, 10)).expect_err("cheats");
    assert!(
        matches!(&error, ArenaError::KnowsChance(agent) if agent.starts_with("cheat-pimc")),
        "{error}"
    );
}

#[test]
#[ignore = "prints the table of the documentation, several minutes"]
fn table_of_reductions() {
    let slow = "ismcts:simulations=100";
    for preset in ["cirulla", "scopa", "scopone"] {
        for agents in [["formula", "greedy"], ["greedy", "random"], ["random", "random"]] {
            measure(preset, agents, 20_000);
        }
    }
    for preset in ["cirulla", "scopa"] {
        for agents in [[slow, "greedy"], [slow, "formula"]] {
            measure(preset, agents, 4000);
        }
    }
}

#[test]
#[ignore = "plays many sets, several minutes"]
fn mean_corrections_again() {
    measure("cirulla", ["random", "random"], 300_000);
    measure("cirulla", ["greedy", "random"], 300_000);
    for seed in 100..106 {
        let found = measure_seed("cirulla", ["ismcts:simulations=3", "formula"], 5000, seed);
        assert!(found.bias.abs() < 4.0, "{}", found.bias);
    }
}
