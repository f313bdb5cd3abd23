//! Pairs on real rule sets: fairness, accounting, threads, and the known figure of random Scopone.

use spariglio_agents::AgentSpec;
use spariglio_arena::pairs::set_sums::Tally;
use spariglio_arena::{ArenaConfig, Entrant, PairResult, play_pair, round_robin};
use spariglio_engine::{Game, RuleSet};

fn spec(text: &str) -> AgentSpec {
    AgentSpec::parse(text).expect("an agent")
}

fn config(hands: u64, threads: usize) -> ArenaConfig {
    ArenaConfig { hands, seed: 20, threads, ..ArenaConfig::default() }
}

fn play(game: &Game, agents: [&str; 2], hands: u64) -> PairResult {
    let [first, second] = agents.map(spec);
    play_pair(game, [&first, &second], &config(hands, 2), &|_| ()).expect("plays")
}

/// Every seat count: presets, and presets at other tables.
fn games() -> Vec<Game> {
    let presets = ["scopa", "scopone", "scopone_messina", "cirulla", "cirullone", "cicera"];
    let mut games: Vec<Game> = presets.iter().map(|name| Game::preset(name).expect("a preset")).collect();
    for (base, players, sides) in [("scopa", 5, 5), ("scopa", 6, 2), ("scopa", 6, 3), ("cirulla", 3, 3)] {
        let text =
            format!("base = \"{base}\"\nname = \"{base}_{players}_{sides}\"\nplayers = {players}\nsides = {sides}\n");
        let rules = RuleSet::from_toml(&text).expect("rules");
        games.push(Game::new(rules).expect("a game"));
    }
    games
}

#[test]
fn an_agent_against_itself_is_centred_on_zero() {
    for game in games() {
        for agent in ["random", "greedy"] {
            let result = play(&game, [agent, agent], 6000);
            let name = &game.rules().name;
            assert!(
                result.figures.margin.mean.abs() <= 3.0 * result.figures.margin.standard_error,
                "{agent}, {name}: {result:?}"
            );
            let tilt = (result.figures.outcomes.win.mean - result.figures.outcomes.loss.mean).abs();
            let error = result
                .figures
                .outcomes
                .win
                .standard_error
                .hypot(result.figures.outcomes.loss.standard_error);
            assert!(
                tilt <= 3.0 * error,
                "{agent}, {name}: {} / {}",
                result.figures.outcomes.win.mean,
                result.figures.outcomes.loss.mean
            );
        }
    }
}

#[test]
fn a_better_agent_wins_at_every_table() {
    for game in games() {
        let result = play(&game, ["greedy", "random"], 3000);
        assert!(result.verdict() > 0, "{}: {:?}", game.rules().name, result.figures.margin.interval);
        let turned = play(&game, ["random", "greedy"], 3000);
        let error = result.figures.margin.standard_error.hypot(turned.figures.margin.standard_error);
        assert!(
            (result.figures.margin.mean + turned.figures.margin.mean).abs() < 4.0 * error,
            "{}",
            game.rules().name
        );
    }
}

#[test]
fn two_sides_account_for_all_points() {
    for game in games().iter().filter(|game| game.sides() == 2) {
        let result = play(game, ["greedy", "random"], 2000);
        let [greedy, random] = &result.figures.by_agent;
        assert!((result.figures.margin.mean - (greedy.points - random.points)).abs() < 1e-9);
        let position = result.figures.by_position;
        assert_eq!(position.first.outcomes.win.mean, position.dealer.outcomes.loss.mean);
        assert_eq!(position.first.outcomes.tie.mean, position.dealer.outcomes.tie.mean);
        assert!((position.first.margin.mean + position.dealer.margin.mean).abs() < 1e-12);
        let halves = (greedy.by_position.first.outcomes.win.mean + greedy.by_position.dealer.outcomes.win.mean) / 2.0;
        assert!((halves - result.figures.outcomes.win.mean).abs() < 1e-9);
        assert_eq!(greedy.by_position.first.hands + greedy.by_position.dealer.hands, result.figures.hands);
        assert_eq!(greedy.by_position.first.outcomes.win.mean, random.by_position.dealer.outcomes.loss.mean);
    }
}

#[test]
fn points_by_kind_add_up() {
    let game = Game::preset("cirulla").expect("a preset");
    let result = play(&game, ["greedy", "random"], 4000);
    let limit = f64::from(game.shutout_value());
    for (agent, shutouts) in result.figures.by_agent.iter().zip(result.figures.shutouts) {
        let kinds: f64 = agent.points_by_kind.values().sum();
        let from_shutouts = limit * shutouts as f64 / result.figures.hands as f64;
        assert!((agent.points - kinds - from_shutouts).abs() < 1e-9, "{agent:?}");
    }
    assert!(result.figures.shutouts[0] > 0, "a few shutouts are to be expected");
}

#[test]
fn threads_change_nothing() {
    let game = Game::preset("cirulla").expect("a preset");
    let entrants = ["greedy", "random", "ismcts:simulations=8"].map(|text| Entrant::new(spec(text)));
    let json = |threads: usize| {
        let result = round_robin(&game, &entrants, &config(1200, threads));
        serde_json::to_string(&result.expect("plays")).expect("JSON")
    };
    let one = json(1);
    assert_eq!(one, json(2));
    assert_eq!(one, json(5));
}

#[test]
fn hands_are_rounded_up_to_whole_sets() {
    let game = Game::preset("scopone_messina").expect("a preset");
    let result = play(&game, ["random", "random"], 1001);
    assert_eq!((result.plays_per_set, result.sets(), result.figures.hands), (6, 167, 1002));
    let smallest = play(&game, ["random", "random"], 1);
    assert_eq!((smallest.sets(), smallest.figures.hands), (2, 12));
}

#[test]
fn tallies_of_two_runs_add_up_to_one_with_all_their_sets() {
    let game = Game::preset("scopa").expect("a preset");
    let mut left = play(&game, ["greedy", "random"], 400).sums.tally;
    let right = play(&game, ["greedy", "random"], 1000).sums.tally;
    let sum = left.pair.margin.sum + right.pair.margin.sum;
    left.merge(&right);
    assert_eq!((left.sets(), left.pair.margin.sum), (700, sum));
    assert_eq!(left.hand_margin.count, 1400);
}

#[test]
fn random_scopone_is_as_known() {
    let game = Game::preset("scopone").expect("a preset");
    let first = play(&game, ["random", "random"], 600_000).figures.by_position.first;
    let known = [41.9, 12.8, 45.3];
    for (seen, known) in [first.outcomes.win.mean, first.outcomes.tie.mean, first.outcomes.loss.mean]
        .into_iter()
        .zip(known)
    {
        assert!((seen - known).abs() < 0.2, "{first:?}");
    }
}

#[test]
fn progress_ends_at_the_whole() {
    let game = Game::preset("scopa").expect("a preset");
    let [first, second] = ["greedy", "random"].map(spec);
    let most = std::sync::Mutex::new(0);
    let result = play_pair(&game, [&first, &second], &config(2000, 2), &|done| {
        assert_eq!(done.of, 2000);
        let mut most = most.lock().expect("no panic");
        *most = done.played.max(*most);
    });
    assert_eq!(*most.lock().expect("no panic"), result.expect("plays").figures.hands);
}
