//! The mean luck is 0 for all agents.

use spariglio_stats::Estimate;

use crate::soak::soak;
use crate::support::{game, played, review, reviewer};

const GAMES: [&str; 3] = ["scopa", "scopone", "cirulla"];
const AGENTS: [&str; 5] = ["formula", "random", "greedy", "chitarrella", "ismcts:simulations=1000"];

#[test]
fn the_mean_luck_of_five_agents_in_three_games_is_zero() {
    let (games, agents, hands, simulations) = match soak() {
        1 => (&GAMES[..1], &AGENTS[..2], 10, 300),
        times => (&GAMES[..], &AGENTS[..], 4 * times, 6_000),
    };
    for name in games {
        let game = game(name);
        let reviewer = reviewer("net-search", simulations, 0);
        for agent in agents {
            // Only the side that plays first is measured: over both sides, luck is 0 by symmetry.
            let luck = (0..hands).map(|seed| {
                let hand = review(&reviewer, &played(&game, &[agent], seed));
                let story = hand.stories[game.side((hand.dealer + 1) % game.players())];
                story.deal + story.luck
            });
            let luck = Estimate::of(luck.collect::<Vec<f64>>().into_iter());
            let [low, high] = luck.ends();
            println!("{name}, {agent}: luck {:+.2} ({low:+.2} to {high:+.2}) over {hands} hands", luck.mean);
            // One of 15 intervals at 95 % may well miss 0.
            assert!(
                1.6 * low < luck.mean * 0.6 + 0.5 && 1.6 * high > luck.mean * 0.6 - 0.5,
                "{name}, {agent}: {luck:?}"
            );
        }
    }
}
