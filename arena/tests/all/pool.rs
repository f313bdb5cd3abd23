//! The pool of an arena: agents with a known order, and pairs that did not play.

use spariglio_agents::AgentSpec;
use spariglio_arena::pairs::pool::Pool;
use spariglio_arena::{ArenaConfig, ArenaResult, Entrant, round_robin};
use spariglio_engine::Game;
use spariglio_stats::{Estimate, Ratings};

fn play(preset: &str, agents: &[&str], hands: u64) -> ArenaResult {
    play_seed(preset, agents, hands, 8)
}

fn play_seed(preset: &str, agents: &[&str], hands: u64, seed: u64) -> ArenaResult {
    let game = Game::preset(preset).expect("a preset");
    let spec = |text: &&str| Entrant::new(AgentSpec::parse(text).expect("an agent"));
    let entrants: Vec<Entrant> = agents.iter().map(spec).collect();
    let config = ArenaConfig { hands, seed, threads: 2, ..ArenaConfig::default() };
    round_robin(&game, &entrants, &config).expect("plays")
}

fn of(result: &ArenaResult) -> Option<Pool> {
    result.clone().rated().figures.pool
}

#[test]
fn a_pool_orders_agents_of_known_strength() {
    let result = play("scopone", &["random", "greedy", "formula"], 3000);
    let pool = of(&result).expect("a pool");
    for ratings in [&pool.win, &pool.points] {
        let means: Vec<f64> = ratings.agents.iter().map(|agent| agent.mean).collect();
        assert!(means[0] < means[1] && means[1] < means[2], "{means:?}");
        assert!(means.iter().sum::<f64>().abs() < 1e-6);
        assert!(ratings.superiority[[2, 0]] > 0.999);
        assert_eq!(ratings.groups, [0, 0, 0]);
        let [best, worst] = [2, 0].map(|agent| ratings.agents[agent]);
        assert!(best.ends()[0] > worst.ends()[1]);
    }
    assert!(
        pool.claims
            .iter()
            .all(|claim| claim.adjusted < 0.05 && claim.p <= claim.adjusted)
    );
    let first = pool.points.first_side.expect("two sides");
    let means = result.pairs.iter().map(|pair| pair.figures.by_position.first.margin.mean);
    let [low, high] = means.fold([f64::MAX, f64::MIN], |[low, high], mean| [low.min(mean), high.max(mean)]);
    assert!(low <= first.mean && first.mean <= high, "{first:?}");
}

#[test]
fn two_agents_make_a_pool() {
    let result = play("cirulla", &["greedy", "random"], 400);
    let pool = of(&result).expect("a pool");
    let [pair] = &result.pairs[..] else {
        panic!("one pair");
    };
    let difference = pool.points.difference(0, 1);
    assert!((difference.mean - pair.figures.margin.mean).abs() < 1e-3);
    assert!((difference.standard_error - pair.figures.margin.standard_error).abs() < 1e-3);
    assert_eq!(pool.claims[0].p, pool.claims[0].adjusted);
}

#[test]
fn an_agent_against_itself_and_three_sides_make_a_pool() {
    let pool = of(&play("cirulla", &["greedy", "greedy"], 200)).expect("a pool");
    assert!(pool.points.agents.iter().all(|agent| agent.mean == 0.0));
    assert_eq!(pool.claims[0].p, 1.0);
    let pool = of(&play("scopone_messina", &["greedy", "random", "formula"], 600)).expect("a pool");
    assert!(pool.win.first_side.is_none() && pool.points.first_side.is_none());
    assert!(pool.points.difference(2, 1).ends()[0] > 0.0);
}

#[test]
fn a_missing_pair_is_filled_from_the_others() {
    let whole = play("scopone", &["random", "greedy", "formula"], 2000);
    let mut gauntlet = whole.clone();
    gauntlet.pairs.remove(1);
    let pool = of(&gauntlet).expect("a pool");
    assert_eq!(pool.claims.len(), 2);
    let expected = whole.pairs[0].figures.margin.mean + whole.pairs[2].figures.margin.mean;
    let filled = pool.points.difference(0, 2).mean;
    assert!((filled - expected).abs() < 0.01, "{filled}");
    let [two, three] = [&gauntlet, &whole].map(|result| of(result).expect("a pool").points.difference(2, 0));
    assert!(two.standard_error > three.standard_error);
}

#[test]
fn errors_of_ratings_are_those_from_run_to_run() {
    let agents = ["formula", "chitarrella", "greedy"];
    let runs = 80;
    let pools: Vec<Pool> = (0..runs)
        .filter_map(|seed| of(&play_seed("cirulla", &agents, 800, 1000 + seed)))
        .collect();
    for (name, ratings) in [
        ("win", &(|pool: &Pool| pool.win.clone()) as &dyn Fn(&Pool) -> Ratings),
        ("points", &|pool| pool.points.clone()),
    ] {
        for (one, other) in [(0, 1), (1, 2), (0, 2)] {
            let differences: Vec<Estimate> = pools.iter().map(|pool| ratings(pool).difference(one, other)).collect();
            let mean = differences.iter().map(|estimate| estimate.mean).sum::<f64>() / runs as f64;
            let spread =
                differences.iter().map(|estimate| (estimate.mean - mean).powi(2)).sum::<f64>() / (runs - 1) as f64;
            let variance =
                differences.iter().map(|estimate| estimate.standard_error.powi(2)).sum::<f64>() / runs as f64;
            let ratio = (variance / spread).sqrt();
            eprintln!("{name} {one} {other}: said over seen {ratio:.3}");
            assert!((0.75..1.3).contains(&ratio), "{name} {one} {other}: {ratio}");
        }
        let firsts: Vec<Estimate> = pools.iter().filter_map(|pool| ratings(pool).first_side).collect();
        let mean = firsts.iter().map(|first| first.mean).sum::<f64>() / runs as f64;
        let spread = firsts.iter().map(|first| (first.mean - mean).powi(2)).sum::<f64>() / (runs - 1) as f64;
        let variance = firsts.iter().map(|first| first.standard_error.powi(2)).sum::<f64>() / runs as f64;
        let ratio = (variance / spread).sqrt();
        eprintln!("{name} first side: said over seen {ratio:.3}");
        assert!((0.75..1.6).contains(&ratio), "{name} first side: {ratio}");
    }
}

#[test]
fn pairs_of_few_sets_count_for_nothing() {
    let mut result = play("scopa", &["random", "greedy", "formula"], 200);
    let few = play("scopa", &["random", "greedy", "formula"], 4);
    let whole = of(&result).expect("a pool");
    assert_eq!(whole.places, [0, 1, 2]);
    result.pairs.retain(|pair| pair.places == [1, 2]);
    let alone = of(&result).expect("a pool");
    result
        .pairs
        .extend(few.pairs.iter().filter(|pair| pair.places != [1, 2]).cloned());
    let with_few = of(&result).expect("a pool");
    assert_eq!((&with_few, &with_few.places), (&alone, &vec![1, 2]));
    assert!(with_few.ratings(0).is_none() && with_few.ratings(2).is_some());
    assert_eq!(of(&few), None);
}
