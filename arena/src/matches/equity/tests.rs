use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use spariglio_agents::equity::{Chances, SideStanding};
use spariglio_agents::{AgentSpec, MatchEquity, Player};
use spariglio_engine::rules::MatchRules;
use spariglio_engine::{Game, MatchState, RuleSet};
use spariglio_files::sealed;

use super::{EquityConfig, HandCounts, Sample, chances, check, first_dealer_edge, sample, table, with_end};
use crate::matches::{Table, play_on};
use crate::watch::Nobody;
use spariglio_agents::draws::Fixture;

fn game(text: &str) -> Game {
    Game::new(RuleSet::from_toml(text).expect("a rule set")).expect("a game")
}

fn greedy(hands: u64, seed: u64, threads: usize) -> EquityConfig {
    EquityConfig { agent: AgentSpec::parse("greedy").expect("an agent"), hands, seed, threads }
}

fn sampled(game: &Game, hands: u64) -> Sample {
    sample(game, &greedy(hands, 7, 0), None, &Nobody).expect("sampled")
}

fn made(game: &Game, hands: u64) -> MatchEquity {
    table(game, &sampled(game, hands)).expect("a table")
}

fn limit(limit: u32, seven_zero: bool) -> MatchRules {
    MatchRules { limit: Some(limit), hands: None, seven_zero }
}

/// The rule sets of the property tests.
const LAWS: [&str; 5] = [
    "base = \"cirulla\"",
    "base = \"scopa\"",
    "base = \"scopa\"\n[match]\nlimit = 21\nseven_zero = true",
    "base = \"cirulla\"\n[match]\nhands = 4",
    "base = \"scopone_scientifico\"",
];

#[test]
fn the_sides_add_up_and_points_are_never_harmful() {
    for rules in LAWS {
        let game = game(rules);
        let table = made(&game, 4000);
        let most = 23;
        for hands in 0..4 {
            for own in 0..most {
                for other in 0..most {
                    let place = |own, other, deals| SideStanding { own, other, hands, deals };
                    for deals in [false, true] {
                        let chance = table.chance(place(own, other, deals));
                        assert!((0.0..=1.0).contains(&chance), "{rules}: {chance}");
                        assert_eq!(chance + table.chance(place(other, own, !deals)), 1.0, "{rules}");
                        let more = table.chance(place(own + 1, other, deals));
                        assert!(more >= chance - 1e-12, "{rules}: {own}-{other} {chance} {more}");
                        let error = table.error(place(own, other, deals));
                        assert!((0.0..0.1).contains(&error), "{rules}: error {error}");
                    }
                }
            }
        }
        let start = |deals| table.chance(SideStanding { own: 0, other: 0, hands: 0, deals });
        assert_eq!(start(false) + start(true), 1.0);
        assert_eq!(first_dealer_edge(&table).edge, start(true) - 0.5);
    }
}

/// `F(a, b)` by iterating its equation from zero until it converges.
fn iterated(end: &MatchRules, counts: &HandCounts) -> Vec<Vec<f64>> {
    let size = 40;
    let value = |table: &[Vec<f64>], own: usize, other: usize| -> f64 {
        if end.is_reached(&[own as i64, other as i64], 0) {
            return if own > other { 1.0 } else { 0.0 };
        }
        table[own.min(size - 1)][other.min(size - 1)]
    };
    let mut table = vec![vec![0.5; size]; size];
    let [won, _] = counts.shutout_shares();
    for _ in 0..120 {
        let after = |own: usize, other: usize| {
            let played = counts.shares().map(|([first, dealer], share)| {
                share * (1.0 - value(&table, other + dealer as usize, own + first as usize))
            });
            won + played.sum::<f64>()
        };
        let row = |own: usize| (0..size).map(|other| after(own, other)).collect();
        table = (0..size).map(row).collect();
    }
    table
}

#[test]
fn chances_solve_their_equation() {
    let scopa = game("base = \"scopa\"");
    for end in [limit(11, false), limit(9, true)] {
        let counts = sampled(&scopa, 400).all();
        let solved = chances(&end, &counts);
        let expected = iterated(&end, &counts);
        let size = end.limit.expect("a limit") as usize;
        for (own, row) in expected[..size].iter().enumerate() {
            for (other, value) in row[..size].iter().enumerate() {
                if end.is_reached(&[own as i64, other as i64], 0) {
                    continue;
                }
                let chance = solved.forehand(own as i64, other as i64, 0);
                assert!((chance - value).abs() < 1e-9, "{own}-{other}: {chance}");
            }
        }
        let level = solved.forehand(size as i64, size as i64, 0);
        assert!((level - expected[size][size]).abs() < 1e-9, "sudden death {level}");
    }
}

#[test]
fn hands_without_points_are_played_again_with_the_other_dealer() {
    // Half of the hands have no points; a quarter give one point to the side that plays first, a quarter one to the
    // dealer's.
    let json = r#"{"points": [[[0, 0], 2], [[0, 1], 1], [[1, 0], 1]], "shutouts": [0, 0]}"#;
    let counts = counts(json);
    let Chances::Limit { forehand, sudden_death, .. } = chances(&limit(2, false), &counts) else {
        panic!("a limit");
    };
    assert!((sudden_death - 0.5).abs() < 1e-15);
    // Symmetric hands: the dealer does not matter, and both sides are equally likely to get each point.
    assert!((forehand[0][0] - 0.5).abs() < 1e-15 && (forehand[1][0] - 0.75).abs() < 1e-15);
    let json = r#"{"points": [[[0, 0], 1], [[1, 0], 1]], "shutouts": [0, 0]}"#;
    let Chances::Limit { forehand, sudden_death, .. } = chances(&limit(1, false), &self::counts(json)) else {
        panic!("a limit");
    };
    // x = 1/2 + 1/2 (1 - x).
    assert!((forehand[0][0] - 2.0 / 3.0).abs() < 1e-15 && (sudden_death - 2.0 / 3.0).abs() < 1e-15);
}

/// Counts from `[[[first, dealer], count], ...]` and shutouts.
fn counts(json: &str) -> HandCounts {
    let value: serde_json::Value = serde_json::from_str(json).expect("json");
    let mut counts = HandCounts::default();
    let number = |value: &serde_json::Value| value.as_u64().expect("a number");
    for entry in value["points"].as_array().expect("a list") {
        let points = [0, 1].map(|place| number(&entry[0][place]) as i32);
        counts.add(points, number(&entry[1]));
    }
    counts
}

/// Matches from `state` with hands drawn from `counts`: the mean worth to side 0.
fn drawn(game: &Game, counts: &HandCounts, [own, other]: [i64; 2], deals: bool, matches: u32) -> f64 {
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let end = game.rules().end;
    let mut worth = 0.0;
    for _ in 0..matches {
        let (mut scores, mut dealer, mut hands) = ([own, other], usize::from(!deals), 0);
        loop {
            hands += 1;
            let place = rng.next_u64() % counts.hands();
            match counts.nth(place) {
                Ok([first, last]) => {
                    scores[1 - dealer] += i64::from(first);
                    scores[dealer] += i64::from(last);
                }
                Err(position) => {
                    let winner = if position == 0 { 1 - dealer } else { dealer };
                    worth += f64::from(u8::from(winner == 0));
                    break;
                }
            }
            dealer = 1 - dealer;
            if end.is_reached(&scores, hands) {
                worth += 0.5 + 0.5 * (scores[0] - scores[1]).signum() as f64;
                break;
            }
        }
    }
    worth / f64::from(matches)
}

#[test]
fn chances_are_those_of_matches_with_hands_drawn_from_the_counts() {
    for rules in LAWS {
        let game = game(rules);
        let counts = sampled(&game, 4000).all();
        let solved = chances(&game.rules().end, &counts);
        for (scores, deals) in [([0, 0], false), ([8, 10], true), ([10, 3], false), ([51, 51], true)] {
            if game.rules().end.is_reached(&scores, 0) {
                continue;
            }
            let place = SideStanding { own: scores[0], other: scores[1], hands: 0, deals };
            let matches = 20_000;
            let mean = drawn(&game, &counts, scores, deals, matches);
            let error = (0.25 / f64::from(matches)).sqrt();
            let expected = solved.of(place);
            assert!((mean - expected).abs() < 3.0 * error, "{rules} {place:?}: {mean}, expected {expected}");
        }
    }
}

/// Matches that `greedy` plays against itself from `scores`: the mean worth to side 0.
fn played(game: &Game, scores: [i64; 2], dealer: usize, matches: u64) -> f64 {
    let mut players: Vec<Player> = (0..game.players())
        .map(|_| AgentSpec::parse("greedy").expect("an agent").build_player(game).expect("built"))
        .collect();
    let mut table = Table::new(game, players.iter_mut().collect(), false);
    let one = |number: u64| {
        let fixture = Fixture::new(game, 21, number);
        let state = MatchState { scores: scores.to_vec(), hands: 0, dealer };
        let played = play_on(&mut table, &fixture, state, |_, _| ()).expect("no failure");
        match played.winner() {
            None => 0.5,
            Some(side) => 1.0 - side as f64,
        }
    };
    (0..matches).map(one).sum::<f64>() / matches as f64
}

#[test]
fn chances_are_those_of_matches_that_are_played() {
    for (rules, scores, dealer) in [
        ("base = \"scopa\"", [0, 0], 0),
        ("base = \"scopa\"", [8, 10], 1),
        ("base = \"cirulla\"", [30, 40], 0),
        ("base = \"cirulla\"\n[match]\nhands = 2", [0, 2], 1),
    ] {
        let game = game(rules);
        let table = made(&game, 40_000);
        let place = SideStanding { own: scores[0], other: scores[1], hands: 0, deals: game.side(dealer) == 0 };
        let matches = 4000;
        let mean = played(&game, scores, dealer, matches);
        let error = (0.25 / matches as f64).sqrt().hypot(table.error(place));
        let expected = table.chance(place);
        assert!((mean - expected).abs() < 3.0 * error, "{rules} {place:?}: {mean}, expected {expected}");
    }
}

#[test]
fn errors_are_those_of_independent_samples() {
    let scopa = game("base = \"scopa\"");
    let at = SideStanding { own: 5, other: 8, hands: 0, deals: false };
    let tables: Vec<MatchEquity> = (0..16)
        .map(|seed| {
            let sample = sample(&scopa, &greedy(2000, 100 + seed, 0), None, &Nobody).expect("sampled");
            table(&scopa, &sample).expect("a table")
        })
        .collect();
    let mean = tables.iter().map(|table| table.chance(at)).sum::<f64>() / 16.0;
    let spread = tables.iter().map(|table| (table.chance(at) - mean).powi(2)).sum::<f64>() / 15.0;
    let variance = tables.iter().map(|table| table.error(at).powi(2)).sum::<f64>() / 16.0;
    let ratio = variance / spread;
    assert!((0.35..2.9).contains(&ratio), "variance told over variance seen: {ratio}");
}

#[test]
fn a_table_is_the_same_for_any_number_of_threads_and_comes_back_from_its_file() {
    let cirulla = game("base = \"cirulla\"");
    let of = |threads| sample(&cirulla, &greedy(1500, 3, threads), None, &Nobody).expect("sampled");
    assert_eq!(of(1), of(3));
    let table = table(&cirulla, &of(2)).expect("a table");
    assert_eq!(table.hands, 1500);
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("equity.json");
    sealed::write(&path, &table).expect("written");
    let back = MatchEquity::load(&path).expect("read");
    assert_eq!(back, table);
    assert!(back.check_game(&cirulla).is_ok());
    let other = with_end(&cirulla, limit(21, false)).expect("a game");
    let refused = back.check_game(&other).expect_err("another limit").to_string();
    assert!(refused.contains("cirulla to 21"), "{refused}");
    let made = MatchEquity { command: Some("spariglio equity --hands 1500".to_owned()), ..table };
    std::fs::write(&path, sealed::to_json(&made).expect("written").replace("1500\"", "1501\"")).expect("written");
    let message = MatchEquity::load(&path).expect_err("another command").to_string();
    assert!(message.contains("seal: found"), "{message}");
    std::fs::write(&path, "{}").expect("written");
    let message = MatchEquity::load(&path).expect_err("no table").to_string();
    assert!(message.contains("equity.json"), "{message}");
}

#[test]
fn games_without_tables_are_refused_with_the_reason() {
    let refused = |rules: &str| check(&game(rules)).expect_err("refused").to_string();
    assert!(refused("base = \"scopone_messina\"").contains("3 sides: expected 2"));
    assert!(refused("base = \"scopa\"\n[match]\nhands = 101").contains("100 hands"));
    assert!(refused("base = \"scopa\"\n[match]\nhands = 3\nseven_zero = true").contains("seven_zero"));
}
