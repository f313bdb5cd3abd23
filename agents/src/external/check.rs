//! Checks if a program keeps the protocol. It is greeted, plays hands at every seat of several games, and meets all
//! that an arena may do to it.
//!
//! Invariant: every check starts a process of its own, so one failure does not cause the next. The checks end if the
//! program answers no greeting, or at the second of two equal faults: the others would say the same.

use std::time::{Duration, Instant};

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use spariglio_engine::rules::{DeclarationHands, DeclarationMode};
use spariglio_engine::{Action, Deal, Game, MatchState, State, View};

use super::ExternalConfig;
use super::message::Hello;
use super::session::Session;

use crate::options::SpecError;
use crate::table::{FoulKind, Hand, Offence, OffenceKind, Seats, play_hand};

/// The time for a program to end when it is told to.
const LEAVE: Duration = Duration::from_secs(5);
/// How long to listen for lines that nobody asked for.
const LISTEN: Duration = Duration::from_millis(100);
/// Number of deals to search for hands with a declaration.
const DEALS: u64 = 2000;

/// The result of one check.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// Its name.
    pub name: String,
    /// Whether the program passed.
    pub passed: bool,
    /// The observation, or the fault.
    pub detail: String,
}

/// The checks so far.
struct Checks<'a> {
    tell: &'a mut dyn FnMut(&Check),
    done: Vec<Check>,
    /// Whether the other checks are left out.
    ended: bool,
}

impl Checks<'_> {
    fn run(&mut self, name: impl Into<String>, check: impl FnOnce() -> Result<String, Offence>) {
        if self.ended {
            return;
        }
        let outcome = check();
        let passed = outcome.is_ok();
        let mut detail = outcome.unwrap_or_else(|offence| offence.to_string());
        let is_repeated = !passed && self.done.iter().any(|done| done.detail == detail);
        if is_repeated {
            detail = format!("the same again, so the other checks are left out: {detail}");
        }
        self.ended = is_repeated || !passed && self.done.is_empty();
        self.done.push(Check { name: name.into(), passed, detail });
        self.done.last().into_iter().for_each(&mut self.tell);
    }
}

/// Runs the checks of the program in `games`, with `hands` hands per seat; reports each check when it ends. If the same
/// fault comes twice, or the first check fails, the others are left out.
///
/// # Errors
/// The command names no program.
pub fn check(
    config: &ExternalConfig,
    games: &[Game],
    hands: u64,
    tell: &mut dyn FnMut(&Check),
) -> Result<Vec<Check>, SpecError> {
    let words = config.words()?;
    let mut checks = Checks { tell, done: Vec::new(), ended: false };
    let program = |game| TestedProgram { game, words: &words, config };
    if let Some(game) = games.first() {
        checks.run("starts and answers the greeting", || program(game).greeting());
    }
    for game in games {
        let rules = &game.rules().name;
        for seat in 0..game.players() {
            checks.run(format!("plays {rules}, seat {seat}"), || program(game).plays(seat, hands));
        }
        if offers_declarations(game) {
            checks.run(format!("declares in {rules}"), || program(game).declares(hands));
        }
    }
    if let Some(game) = games.first() {
        let program = program(game);
        checks.run("plays hands of a match", || program.hands_of_a_match());
        checks.run("accepts a hand without an end", || program.hand_without_end());
        checks.run("ignores an unknown field", || program.unknown_field());
        checks.run("sends no line unasked", || program.silence());
        checks.run("ends after `quit`", || program.quit());
        checks.run("ends when its input ends", || program.end_of_input());
    }
    Ok(checks.done)
}

fn offers_declarations(game: &Game) -> bool {
    let rules = &game.rules().declarations;
    rules.hands != DeclarationHands::None && rules.mode == DeclarationMode::Choice
}

/// The program under test, in one game.
struct TestedProgram<'a> {
    game: &'a Game,
    words: &'a [String],
    config: &'a ExternalConfig,
}

/// The times of a program's decisions.
#[derive(Default)]
struct Times {
    decisions: Vec<Duration>,
    declaring: usize,
}

impl Times {
    fn text(mut self, limit: u32) -> String {
        self.decisions.sort_unstable();
        let millis = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1000.0);
        format!(
            "{} decisions ({} declaring), median {:.2} ms, longest {:.2} ms of {limit}",
            self.decisions.len(),
            self.declaring,
            millis(self.decisions.get(self.decisions.len() / 2)),
            millis(self.decisions.last()),
        )
    }
}

impl TestedProgram<'_> {
    fn open(&self, puzzling: bool) -> Result<Session, Offence> {
        let hello = Hello::new(self.game, self.config);
        let limit = Duration::from_millis(self.config.start_millis.into());
        Session::open(self.words, &hello, limit, puzzling)
    }

    fn greeting(&self) -> Result<String, Offence> {
        let began = Instant::now();
        let session = self.open(false)?;
        let seconds = began.elapsed().as_secs_f64();
        Ok(format!("{}, after {:.0} ms", session.introduction(), seconds * 1000.0))
    }

    fn plays(&self, seat: usize, hands: u64) -> Result<String, Offence> {
        let deals = (0..hands).map(|number| self.deal(number, number as usize));
        self.play(seat, deals, false).map(|times| times.text(self.config.millis))
    }

    /// Plays hands in which forehand can declare before its first card.
    fn declares(&self, hands: u64) -> Result<String, Offence> {
        let seat = 1 % self.game.players();
        let offered = |deal: &Deal| State::new(self.game, deal).is_declaring();
        let deals = (0..DEALS).map(|number| self.deal(number, 0)).filter(offered);
        self.play(seat, deals.take(hands as usize), false)
            .map(|times| times.text(self.config.millis))
    }

    fn hands_of_a_match(&self) -> Result<String, Offence> {
        let mut session = self.open(false)?;
        for hands in 0..2 {
            let standing = MatchState { scores: vec![hands as i64; self.game.sides()], hands, dealer: hands };
            let deal = self.deal(hands as u64, hands);
            session = self.hand(session, &deal, 0, Some(&standing), &mut Times::default())?;
        }
        Ok("2 hands with the scores before them".to_owned())
    }

    fn hand_without_end(&self) -> Result<String, Offence> {
        let mut session = self.open(false)?;
        for number in 0..2 {
            let deal = self.deal(number, 0);
            session = self.first_decision(session, &deal)?;
        }
        Ok("a hand after one that stopped".to_owned())
    }

    fn unknown_field(&self) -> Result<String, Offence> {
        let deals = std::iter::once(self.deal(0, 0));
        self.play(0, deals, true).map(|_| "x-unknown in every line".to_owned())
    }

    fn silence(&self) -> Result<String, Offence> {
        let session = self.open(false)?;
        let mut session = self.hand(session, &self.deal(0, 0), 0, None, &mut Times::default())?;
        std::thread::sleep(LISTEN);
        match session.silent() {
            Ok(()) => Ok("no line after the end of a hand".to_owned()),
            Err(kind) => Err(session.abort(kind)),
        }
    }

    fn quit(&self) -> Result<String, Offence> {
        self.left(self.open(false)?.quit(LEAVE))
    }

    fn end_of_input(&self) -> Result<String, Offence> {
        self.left(self.open(false)?.hang_up(LEAVE))
    }

    fn left(&self, status: Option<std::process::ExitStatus>) -> Result<String, Offence> {
        match status {
            Some(status) if status.success() => Ok(status.to_string()),
            Some(status) => Err(OffenceKind::Crashed(format!("{status}, expected 0")).into()),
            None => Err(OffenceKind::Timeout { limit_millis: LEAVE.as_millis() as u32 }.into()),
        }
    }

    fn deal(&self, number: u64, dealer: usize) -> Deal {
        let mut rng = Pcg64Mcg::seed_from_u64(number);
        Deal::random(self.game, dealer % self.game.players(), &mut rng)
    }

    /// Plays the hands of `deals` with the program on `seat` and random players on the others.
    fn play(&self, seat: usize, deals: impl Iterator<Item = Deal>, puzzling: bool) -> Result<Times, Offence> {
        let mut session = self.open(puzzling)?;
        let mut times = Times::default();
        for deal in deals {
            session = self.hand(session, &deal, seat, None, &mut times)?;
        }
        Ok(times)
    }

    fn hand(
        &self,
        session: Session,
        deal: &Deal,
        seat: usize,
        standing: Option<&MatchState>,
        times: &mut Times,
    ) -> Result<Session, Offence> {
        let mut hand = Hand::new(self.game, deal, false);
        let mut seats = TestedSeats {
            program: self,
            session: Some(session),
            seat,
            standing,
            told: false,
            rng: Pcg64Mcg::seed_from_u64(1),
            times,
        };
        play_hand(&mut hand, &mut seats, &mut ()).map_err(|foul| match foul.kind {
            FoulKind::NoAction(offence) => offence,
            FoulKind::IllegalAction(_) => unreachable!("a session gives legal actions only"),
        })?;
        Ok(seats.session.expect("no offence took it"))
    }

    /// Asks for forehand's first decision only.
    fn first_decision(&self, mut session: Session, deal: &Deal) -> Result<Session, Offence> {
        let hand = Hand::new(self.game, deal, false);
        let view = hand.view();
        session.hand(&view, 1, None);
        self.asked(session, &view).map(|(session, _)| session)
    }

    fn asked(&self, mut session: Session, view: &View<'_>) -> Result<(Session, Action), Offence> {
        let mut actions = Vec::new();
        view.legal_in_any_order(&mut actions);
        let limit = Duration::from_millis(self.config.millis.into());
        match session.act(view, &actions, limit) {
            Ok(answer) => Ok((session, answer.action())),
            Err(kind) => {
                let kind = session.kept_back(kind);
                Err(session.abort(kind))
            }
        }
    }
}

/// The program at one seat, random players at the others.
struct TestedSeats<'a> {
    program: &'a TestedProgram<'a>,
    /// `None` after the program's offence.
    session: Option<Session>,
    seat: usize,
    standing: Option<&'a MatchState>,
    /// Whether the program has been told that the hand begins.
    told: bool,
    rng: Pcg64Mcg,
    times: &'a mut Times,
}

impl Seats for TestedSeats<'_> {
    type Refusal = Offence;

    fn act(&mut self, hand: &Hand<'_>) -> Result<Action, Offence> {
        let view = hand.view();
        if view.seat() != self.seat {
            return Ok(view.random_action(&mut self.rng));
        }
        let mut session = self.session.take().expect("a hand ends with the first offence");
        if !std::mem::replace(&mut self.told, true) {
            session.hand(&view, 1, self.standing);
        }
        let began = Instant::now();
        let (session, action) = self.program.asked(session, &view)?;
        self.session = Some(session);
        self.times.decisions.push(began.elapsed());
        self.times.declaring += usize::from(hand.state().is_declaring());
        Ok(action)
    }

    fn end_hand(&mut self, hand: &Hand<'_>) {
        if let Some(session) = &mut self.session {
            session.end(hand.game(), &hand.score(), hand.history());
        }
    }
}
