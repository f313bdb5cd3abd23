//! Agents of a host program as data: their text form, its limits, and the tables that accept them.

use spariglio_agents::table::{Foul, FoulKind, Refusal};
use spariglio_agents::{AgentSpec, BatchAgent, Budget, Custom, CustomAgent, Hand, Player, SpecError, Turn, play_hand};
use spariglio_engine::{Action, Deal, Game, HandScore, View};

use crate::hands::game;

/// Plays the first legal action of a view.
fn first(view: &View<'_>) -> Action {
    let mut actions = Vec::new();
    view.legal_actions(&mut actions);
    actions[0]
}

/// Plays the first legal action, up to a ply.
struct Until(usize);

impl CustomAgent for Until {
    fn start_hand(&mut self, _seed: u64) {}

    fn act(&mut self, view: &View<'_>) -> Result<Action, String> {
        if view.ply() < self.0 {
            Ok(first(view))
        } else {
            Err("no more".to_owned())
        }
    }

    fn end_hand(&mut self, _game: &Game, _score: &HandScore, history: &[Action]) {
        assert!(!history.is_empty());
    }
}

/// Returns too few actions, by this number.
struct Short(usize);

impl BatchAgent for Short {
    fn act(&mut self, turns: &[Turn<'_>]) -> Result<Vec<Action>, String> {
        Ok(turns.iter().skip(self.0).map(|turn| first(&turn.view)).collect())
    }
}

fn single(name: &str, version: &str) -> Result<Custom, SpecError> {
    Custom::new(name, version, |_| Ok(Box::new(Until(100))))
}

fn hand(spec: &AgentSpec) -> Result<(), Foul<Refusal>> {
    let game = game("scopa");
    let deal = Deal::new(&game, 0, &game.pack().iter().collect::<Vec<_>>()).expect("a deal");
    let mut seats: Vec<Player> = (0..2).map(|_| spec.build_player(&game).expect("made")).collect();
    seats.iter_mut().for_each(|player| player.start_hand(1));
    play_hand(&mut Hand::new(&game, &deal, false), &mut seats[..], &mut ())
}

#[test]
fn it_is_written_and_never_read() {
    let spec = AgentSpec::from(single("Mine", "3").expect("a name"));
    assert_eq!(spec.to_string(), "custom:name=Mine:version=3");
    assert_eq!(spec.value("version").as_deref(), Some("3"));
    assert_eq!(spec, AgentSpec::from(single("Mine", "3").expect("a name")));
    assert_ne!(spec, AgentSpec::from(single("Mine", "4").expect("a name")));
    assert!(!spec.agent_type().is_program() && !spec.agent_type().cheats());
    for text in ["custom:name=Mine:version=3", "custom", "custom:x=1"] {
        let error = AgentSpec::parse(text).expect_err(text).to_string();
        assert!(error.contains("agents of a host program cannot be named here"), "{error}");
        assert!(error.contains("greedy"), "{error}");
    }
    assert!(AgentSpec::from_toml("type = \"custom\"").is_err());
}

#[test]
fn names_and_versions_fit_into_a_text() {
    for (name, version, part) in [
        ("a:b", "1", "`name`: `a:b` is not 1 to 60 letters"),
        ("", "1", "`name`"),
        ("a,b", "1", "`name`"),
        ("ab", " 1", "`version`"),
        ("ab", "\u{1b}[2J", "`version`"),
    ] {
        let error = single(name, version).expect_err(name).to_string();
        assert!(error.contains(part), "{error}");
    }
    let batched = || Custom::batched("a", "1", |_| Ok(Box::new(Short(0)))).expect("a name");
    assert_eq!(batched().with_width(7).expect("a width").width(), Some(7));
    assert!(batched().with_width(0).expect_err("none").to_string().contains("from 1 to"));
    assert!(single("a", "1").expect("a name").with_width(7).is_err());
}

#[test]
fn it_plays_whole_hands_and_a_failure_is_no_offence() {
    hand(&AgentSpec::from(single("Mine", "1").expect("a name"))).expect("plays");
    let short =
        |missing| AgentSpec::from(Custom::batched("a", "1", move |_| Ok(Box::new(Short(missing)))).expect("a name"));
    hand(&short(0)).expect("plays");
    let failure = |spec: &AgentSpec| match hand(spec).expect_err("fails").judged() {
        Err(failure) => (failure.seat, failure.said),
        Ok(foul) => panic!("{foul:?}"),
    };
    let until = Custom::new("a", "1", |_| Ok(Box::new(Until(5)))).expect("a name");
    assert_eq!(failure(&until.into()), (0, "no more".to_owned()));
    assert_eq!(failure(&short(1)).1, "expected 1 actions, one per turn, found 0");
}

#[test]
fn what_must_not_fail_refuses_it() {
    let spec = AgentSpec::from(single("Mine", "1").expect("a name"));
    let game = game("scopa");
    let error = spec.build(&game).err().expect("refused").to_string();
    assert!(error.contains("custom:name=Mine:version=1"), "{error}");
    let none = Custom::new("a", "1", |_| Err("no model".to_owned())).expect("a name");
    let error = AgentSpec::from(none).build_player(&game).err().expect("not made");
    assert_eq!(error.to_string(), "cannot be made: no model");
}

/// Returns an action that is never legal.
struct Wrong;

impl CustomAgent for Wrong {
    fn start_hand(&mut self, _seed: u64) {}

    fn act(&mut self, _view: &View<'_>) -> Result<Action, String> {
        Ok(Action::PASS)
    }
}

#[test]
fn an_illegal_action_is_a_foul_and_no_decision() {
    let wrong = AgentSpec::from(Custom::new("a", "1", |_| Ok(Box::new(Wrong))).expect("a name"));
    let foul = hand(&wrong).expect_err("illegal").judged().expect("a foul");
    assert_eq!(foul.kind, FoulKind::IllegalAction(Action::PASS));
    let game = game("scopa");
    let deal = Deal::new(&game, 0, &game.pack().iter().collect::<Vec<_>>()).expect("a deal");
    let mut player = wrong.build_player(&game).expect("made");
    let decided = player.decide(&Hand::new(&game, &deal, false), Budget::OWN);
    let text = decided.expect_err("illegal").to_string();
    assert!(text.contains("which is not legal"), "{text}");
}
