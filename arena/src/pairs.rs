//! Pairs: two agents over many duplicate sets, on all cores.
//!
//! | file | noun |
//! |---|---|
//! | `config` | number of hands, deals and seed of a pair |
//! | `entrant`, `component` | an agent that takes part, its name and its components |
//! | `unit` | what sets add up: hands or matches |
//! | `duel` | two agents over a range of deals, on all cores |
//! | `play`, `place` | the plays of single hands, and their places |
//! | `worker` | one thread's players, and how sets are played one hand after another |
//! | `wave` | many hands of one thread, for agents that decide a wave at once |
//! | `seated`, `foul` | the agents at the seats of a hand, and the cost of their fouls |
//! | `open` | the sets in progress, and how their hands are counted |
//! | `instances` | an agent's players in the plays of a set |
//! | `supply` | an agent's players in concurrent hands |
//! | `queue` | deals not yet taken, and the sum of the finished ones |
//! | `totals`, `set_sums` | all that a pair has played, and what its sums can do |
//! | `tally` | exact sums over sets of hands |
//! | `figures`, `pool` | the figures of hands: of two agents, of all |
//! | `behaviour`, `timing`, `trace` | how agents play, how long they think, how the estimate grew |
//! | `outcome`, `offences` | how a hand ended, and the offences of programs |
//! | `sprt` | the sequential test while it runs |
//!
//! The result does not depend on the number of threads or the length of a stretch. A deal depends only on (seed, deal),
//! each seat's stream only on (seed, deal, play, seat). Sums are exact, and finished stretches are added in the order
//! of their deals.

pub mod behaviour;
pub mod component;
mod config;
pub mod duel;
pub(crate) mod entrant;
pub mod figures;
mod foul;
pub(crate) mod instances;
pub mod offences;
mod open;
pub mod outcome;
mod place;
mod play;
pub mod pool;
pub(crate) mod queue;
mod seated;
pub mod set_sums;
mod sprt;
mod supply;
pub mod tally;
pub mod timing;
pub mod totals;
pub mod trace;
pub mod unit;
mod wave;
mod worker;

pub use config::{ArenaConfig, MOST_HANDS};
pub(crate) use duel::continue_pair;
pub use entrant::{Entrant, numbered};
pub use totals::{SequentialRun, Totals};

#[cfg(test)]
mod tests {
    use spariglio_agents::AgentSpec;
    use spariglio_engine::Game;

    use spariglio_engine::Deal;

    use super::duel::Duel;
    use super::figures::Hands;
    use super::place::PlayPlace;
    use super::worker::Worker;
    use super::{ArenaConfig, Totals};
    use crate::contests::play_pair;
    use spariglio_agents::draws::seeds;

    fn spec(text: &str) -> AgentSpec {
        AgentSpec::parse(text).expect("an agent")
    }

    fn config(hands: u64) -> ArenaConfig {
        ArenaConfig { hands, seed: 3, threads: 1, ..ArenaConfig::default() }
    }

    /// Each set's margins of the first agent, hand by hand, computed from the scores.
    fn margins(game: &Game, agents: [&AgentSpec; 2], deals: u64) -> Vec<Vec<f64>> {
        let config = config(1);
        let duel = Duel::<Hands>::new(game, agents, &config);
        let mut worker = Worker::new(&duel).expect("built");
        let mut play_all = |index: u64| {
            let deal = duel.deal(index);
            let mut sums = Totals::default();
            let plays = duel.set.iter().enumerate().map(|(number, play)| {
                let place = PlayPlace { deal: index, play: number };
                worker.start(place);
                worker.hand.restart(&deal);
                let outcome = worker.play_hand::<false>(place, &mut sums, &|_| ());
                let score = outcome.expect("legal").score;
                let best_other = (0..game.sides()).filter(|&side| side != play.alone);
                let best_other = best_other.map(|side| score.points(side)).max().unwrap_or(0);
                let margin = f64::from(score.points(play.alone) - best_other);
                if play.alone_agent == 0 { margin } else { -margin }
            });
            plays.collect::<Vec<f64>>()
        };
        (0..deals).map(&mut play_all).collect()
    }

    #[test]
    fn figures_are_those_of_the_plain_formulas() {
        for preset in ["cirulla", "scopone", "scopone_messina"] {
            let game = Game::preset(preset).expect("a preset");
            let [first, second] = [spec("greedy"), spec("random")];
            let margins = margins(&game, [&first, &second], 40);
            let plays = margins[0].len() as f64;
            let sets: Vec<f64> = margins.iter().map(|set| set.iter().sum::<f64>() / plays).collect();
            let mean = sets.iter().sum::<f64>() / 40.0;
            let spread: f64 = sets.iter().map(|value| (value - mean).powi(2)).sum();
            let won = margins.iter().flatten().filter(|&&margin| margin > 0.0).count() as f64;

            let hands = 40 * margins[0].len() as u64;
            let result = play_pair(&game, [&first, &second], &config(hands), &|_| ()).expect("plays");
            assert_eq!((result.sets(), result.plays()), (40, hands), "{preset}");
            let (margin, [win, tie, loss]) = (result.figures.margin, result.figures.outcomes.all());
            assert!((margin.mean - mean).abs() < 1e-9, "{preset}");
            assert!((margin.standard_error - (spread / 39.0 / 40.0).sqrt()).abs() < 1e-9, "{preset}");
            assert!((win.mean - 100.0 * won / hands as f64).abs() < 1e-9, "{preset}");
            assert!((win.mean + tie.mean + loss.mean - 100.0).abs() < 1e-9, "{preset}");
        }
    }

    #[test]
    fn a_deal_is_the_same_in_every_play_and_the_dealer_goes_round() {
        let game = Game::preset("scopone").expect("a preset");
        let deal = |index: u64| Deal::random(&game, (index % 4) as usize, &mut seeds::deal_rng(9, index));
        assert!(deal(5).cards().eq(deal(5).cards()));
        assert!(!deal(5).cards().eq(deal(9).cards()));
    }

    #[test]
    fn no_hands_is_an_error() {
        let game = Game::preset("scopa").expect("a preset");
        let random = spec("random");
        let error = play_pair(&game, [&random, &random], &config(0), &|_| ()).expect_err("no hands");
        assert!(error.to_string().contains("hands"), "{error}");
    }

    #[test]
    fn times_are_taken_where_they_are_asked_for() {
        let game = Game::preset("scopone").expect("a preset");
        let [first, second] = [spec("ismcts:simulations=50"), spec("random")];
        let timed = ArenaConfig { time: true, ..config(40) };
        let plain = play_pair(&game, [&first, &second], &config(40), &|_| ()).expect("plays");
        let result = play_pair(&game, [&first, &second], &timed, &|_| ()).expect("plays");
        let [search, random] = result.figures.time.expect("timed").agents;
        // A hand has 18 plays per side; the last play of a seat rarely has a choice.
        assert!(search.decisions < 40 * 18 && search.decisions > 40 * 14, "{search:?}");
        assert!(search.mean_ms > random.mean_ms && search.median_ms > random.median_ms);
        assert!(plain.figures.time.is_none());
        assert_eq!(plain.sums.tally, result.sums.tally);
    }
}
