use std::sync::Arc;

use spariglio_agents::table::FoulKind;
use spariglio_agents::{Agent, AgentSpec, Budget, Decision, Player};
use spariglio_engine::record::Replayer;
use spariglio_engine::{Action, Game, MatchEnd, MatchState, RuleSet, View};

use super::{MatchResult, PlayedHand, Table, play_match};
use spariglio_agents::draws::Fixture;

fn game(text: &str) -> Game {
    Game::new(RuleSet::from_toml(text).expect("a rule set")).expect("a game")
}

fn players(game: &Game, agents: &[&str]) -> Vec<Player> {
    let seat = |seat: usize| AgentSpec::parse(agents[game.side(seat)]).expect("an agent");
    (0..game.players())
        .map(|place| seat(place).build_player(game).expect("built"))
        .collect()
}

/// A match between `agents`, one per side, with all observed hands.
fn played(game: &Game, agents: &[&str], fixture: Fixture) -> (MatchResult, Vec<(MatchState, PlayedHand)>) {
    let mut players = players(game, agents);
    let mut table = Table::new(game, players.iter_mut().collect(), false);
    let mut hands = Vec::new();
    let result = play_match(&mut table, &fixture, |state, hand| {
        hands.push((state.clone(), hand.clone()));
    });
    (result.expect("no failure"), hands)
}

#[test]
fn every_match_is_a_sound_record_and_ends_where_the_rules_say() {
    for text in [
        "base = \"scopa\"",
        "base = \"cirulla\"",
        "base = \"scopone_messina\"",
        "base = \"cirulla\"\n[match]\nhands = 3",
        "base = \"scopone_scientifico\"\n[match]\nlimit = 21\nseven_zero = true",
    ] {
        let game = Arc::new(game(text));
        for number in 0..4 {
            let agents = vec!["random"; game.sides()];
            let (result, hands) = played(&game, &agents, Fixture::new(&game, 3, number));
            let lines: Vec<String> = hands
                .iter()
                .map(|(before, hand)| hand.record(&game, "m", before).to_line())
                .collect();
            let mut replayer = Replayer::new(false);
            for line in &lines {
                replayer.feed(line.as_bytes()).expect("a sound hand of the match");
            }
            let one_more = replayer.feed(lines[0].as_bytes()).expect_err("the match is over").to_string();
            assert!(one_more.contains("ended the match"), "{text}: {one_more}");
            let Ok(end) = result.end else {
                panic!("no foul");
            };
            assert_eq!(result.state.hands, hands.len());
            match end {
                MatchEnd::Won { side } => assert_eq!(result.state.leader(), Some(side)),
                MatchEnd::Shutout { .. } => (),
                MatchEnd::Level => assert_eq!(result.state.leader(), None),
            }
        }
    }
}

#[test]
fn the_other_playing_has_the_same_deals_and_dealers() {
    let game = game("base = \"cirulla\"");
    let fixture = Fixture::new(&game, 8, 5);
    let (_, first) = played(&game, &["greedy", "random"], fixture);
    let (_, second) = played(&game, &["random", "greedy"], fixture.playing(1));
    assert!(first.len().min(second.len()) > 2);
    for ((before, hand), (other_before, other)) in first.iter().zip(&second) {
        assert_eq!(hand.deal, other.deal);
        assert_eq!((before.dealer, before.hands), (other_before.dealer, other_before.hands));
    }
    assert!(first.windows(2).all(|pair| pair[0].1.deal != pair[1].1.deal));
    let again = played(&game, &["greedy", "random"], fixture).0;
    assert_eq!(again, played(&game, &["greedy", "random"], fixture).0);
    assert_ne!(
        fixture.deal(&game, 0, 1),
        Fixture::new(&game, 8, 7).deal(&game, 0, 1),
        "other matches have other deals"
    );
}

/// Plays the first legal action and records the standings it gets; from hand `breaks` on, plays something else.
struct Scribe {
    breaks: usize,
    told: Vec<MatchState>,
    started: usize,
}

impl Agent for Scribe {
    fn note_standing(&mut self, standing: &MatchState) {
        assert_eq!(self.told.len(), self.started, "told before each start");
        self.told.push(standing.clone());
    }

    fn start_hand(&mut self, _seed: u64) {
        self.started += 1;
    }

    fn decide(&mut self, view: &View<'_>, _budget: Budget) -> Decision {
        let mut actions = Vec::new();
        view.legal_actions(&mut actions);
        let hand = self.told.last().expect("told").hands;
        let action = if hand < self.breaks { actions[0] } else { Action::PASS };
        Decision::certain(action, actions)
    }
}

#[test]
fn players_are_told_the_standing_and_a_foul_ends_the_match() {
    let game = game("base = \"scopa\"\n[match]\nlimit = 200");
    let scribe = |breaks| Player::Fair(Box::new(Scribe { breaks, told: Vec::new(), started: 0 }));
    let mut players = [scribe(usize::MAX), scribe(2)];
    let mut table = Table::new(&game, players.iter_mut().collect(), false);
    let mut observed = Vec::new();
    let result = play_match(&mut table, &Fixture::new(&game, 1, 0), |before, hand| {
        assert_eq!(hand.state.is_over(), hand.foul.is_none());
        observed.push(before.clone());
    })
    .expect("no failure");
    let Err(foul) = &result.end else {
        panic!("a foul, got {:?}", result.end);
    };
    assert_eq!((foul.seat, &foul.kind), (1, &FoulKind::IllegalAction(Action::PASS)));
    assert_eq!((result.state.hands, observed.len(), result.winner()), (2, 3, None));
    assert_eq!(observed[0], MatchState::new(&game, 0));
    assert_eq!(observed[2], MatchState { dealer: 0, ..result.state });
}

#[test]
fn a_match_ends_by_limit_strict_lead_seven_zero_and_shutout() {
    let score = |game: &Game| {
        let (_, hands) = played(game, &["random", "random"], Fixture::new(game, 2, 0));
        hands[0].1.state.score(game)
    };
    let limit = game("base = \"scopa\"\n[match]\nlimit = 30");
    let hand = score(&limit);
    let points = [0, 1].map(|side| i64::from(hand.side(side).total()));
    let counted = |game: &Game, scores: [i64; 2], hands: usize| {
        let mut state = MatchState {
            scores: vec![scores[0] - points[0], scores[1] - points[1]],
            hands: hands - 1,
            dealer: 1,
        };
        let end = state.count(game, &hand);
        assert_eq!((state.scores, state.dealer, state.hands), (scores.to_vec(), 0, hands));
        end
    };
    assert_eq!(counted(&limit, [29, 28], 5), None);
    assert_eq!(counted(&limit, [31, 31], 5), None);
    assert_eq!(counted(&limit, [31, 33], 5), Some(MatchEnd::Won { side: 1 }));
    assert_eq!(counted(&limit, [7, 0], 5), None);
    let seven_zero = game("base = \"scopa\"\n[match]\nlimit = 30\nseven_zero = true");
    assert_eq!(counted(&seven_zero, [7, 0], 5), Some(MatchEnd::Won { side: 0 }));
    let fixed = game("base = \"scopa\"\n[match]\nhands = 5");
    assert_eq!(counted(&fixed, [9, 4], 4), None);
    assert_eq!(counted(&fixed, [9, 9], 5), Some(MatchEnd::Level));
    assert_eq!(MatchEnd::Level.winner(), None);

    let shutouts = game("base = \"cirulla\"\n[match]\nlimit = 100000");
    let (result, hands) = played(&shutouts, &["greedy", "random"], Fixture::new(&shutouts, 2, 0));
    let last = hands.last().expect("a hand").1.state.score(&shutouts);
    assert_eq!(last.shutout(), result.winner());
    assert!(matches!(result.end, Ok(MatchEnd::Shutout { .. })));
}
