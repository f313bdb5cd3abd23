//! `spariglio solve`: exact values of recorded positions with all cards known, and the points that decisions lost.
//!
//! If a record is wrong or cannot be solved, the work ends there as bad input.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, ensure};
use clap::Args as ClapArgs;
use serde_json::json;
use spariglio_agents::Solver;
use spariglio_agents::solver::EndgameErrors;
use spariglio_engine::record::{HandRecord, Replayer};
use spariglio_engine::{Action, Game, MAX_SEATS, State};
use spariglio_files::records::{open, read_line};

use crate::recorded::{name, position};
use crate::{Status, common, interrupt};

/// Solve recorded positions with all cards known.
///
/// Shows the exact value of a position and of its actions, or (--errors) the points that decisions lost.
#[derive(ClapArgs)]
pub struct Args {
    /// Files of records, `.jsonl` or `.jsonl.zst`; `-` = standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Position after this many actions (declarations and passes count)
    #[arg(long, value_name = "N", conflicts_with = "errors", value_parser = common::number::<usize, 0, { u64::MAX }>)]
    ply: Option<usize>,
    /// Solve the first position with at most this many cards per seat, if --ply is not given
    #[arg(long, value_name = "N", default_value_t = 5, conflicts_with = "ply", value_parser = common::number::<usize, 0, { u64::MAX }>)]
    cards_left: usize,
    /// Show the points that each decision from that position on lost, summed by seat
    #[arg(long)]
    errors: bool,
    /// Print JSON: one object per record
    #[arg(long)]
    json: bool,
}

/// Runs `spariglio solve`.
pub fn run(args: Args) -> Result<Status> {
    interrupt::end_without_reader();
    let mut work = Work {
        out: common::output(),
        solver: None,
        sums: EndgameErrors::default(),
        seats: 0,
        args,
    };
    for file in work.args.files.clone() {
        work.file(&file)?;
    }
    work.finish()
}

struct Work<W: Write> {
    args: Args,
    out: W,
    /// The solver of the latest game; `None` if it is lent out or there was no game yet.
    solver: Option<(Arc<Game>, Solver)>,
    sums: EndgameErrors,
    /// Largest number of seats of any record.
    seats: usize,
}

impl<W: Write> Work<W> {
    fn file(&mut self, file: &Path) -> Result<()> {
        let name = name(file);
        let unreadable = || format!("{name}: cannot be read");
        let mut source = open(file).with_context(unreadable)?;
        let mut replayer = Replayer::new(false);
        let mut line = Vec::new();
        while read_line(source.as_mut(), &mut line).with_context(unreadable)? {
            let record = replayer.feed(&line).map_err(|error| anyhow!(error.with_file(&name)))?;
            let number = replayer.lines();
            self.record(&name, number, &record)
                .with_context(|| format!("{name}: line {number}"))?;
        }
        ensure!(replayer.lines() > 0, "{name}: expected records, found none");
        Ok(())
    }

    fn record(&mut self, file: &str, line: usize, record: &HandRecord) -> Result<()> {
        let game = record.game();
        let mut solver = self.solver(game)?;
        if self.args.errors {
            self.errors(file, line, record, &mut solver)?;
        } else {
            self.position(file, line, record, &mut solver)?;
        }
        self.out.flush()?;
        self.solver = Some((Arc::clone(game), solver));
        Ok(())
    }

    /// The solver of a game: the latest one if the game is the same. The caller puts it back.
    fn solver(&mut self, game: &Arc<Game>) -> Result<Solver> {
        match self.solver.take() {
            Some((known, solver)) if Arc::ptr_eq(&known, game) => Ok(solver),
            _ => Ok(Solver::new(game)?),
        }
    }

    fn position(&mut self, file: &str, line: usize, record: &HandRecord, solver: &mut Solver) -> Result<()> {
        let (game, deal) = (record.game(), record.deal());
        let (ply, state) = self.chosen(record)?;
        let (mut actions, mut values) = (Vec::new(), Vec::new());
        solver.action_values(game, deal, &state, &mut actions, &mut values);
        let value = values.iter().copied().max().context("the hand is over")?;
        let best_line = texts(game, &solver.line(game, deal, &state));
        let actions = texts(game, &actions);
        let side = game.side(state.seat());
        if self.args.json {
            let values: Vec<_> = actions
                .iter()
                .zip(&values)
                .map(|(action, value)| json!({"action": action, "value": value}))
                .collect();
            let text = json!({
                "file": file, "line": line, "rules": game.rules().name, "ply": ply, "seat": state.seat(), "side": side,
                "value": value, "actions": values, "best_line": best_line,
            });
            writeln!(self.out, "{text}")?;
            return Ok(());
        }
        writeln!(
            self.out,
            "{file}: line {line}: {}, after {ply} actions, seat {} to act",
            game.rules().name,
            state.seat()
        )?;
        writeln!(self.out, "value {value:+}: points of the hand for side {side} less side {}'s", 1 - side)?;
        let played = record.turns.get(ply).map(|turn| turn.action.text(game.deck()));
        for (action, action_value) in actions.iter().zip(&values) {
            let best = if *action_value == value { "  best" } else { "" };
            let played = if played.as_ref() == Some(action) {
                "  played"
            } else {
                ""
            };
            writeln!(self.out, "  {action_value:+4}  {action}{best}{played}")?;
        }
        writeln!(self.out, "best line: {}", best_line.join(", "))?;
        Ok(())
    }

    /// The requested position, and the number of actions before it.
    fn chosen(&self, record: &HandRecord) -> Result<(usize, State)> {
        let ply = self.args.ply.map_or_else(|| self.late(record), Ok)?;
        Ok((ply, *position(record, ply, false)?.state()))
    }

    /// The number of actions before the first position with few enough cards. Fails if the record stops before it.
    fn late(&self, record: &HandRecord) -> Result<usize> {
        let (game, deal, cards) = (record.game(), record.deal(), self.args.cards_left);
        let mut state = State::new(game, deal);
        for (ply, turn) in record.turns.iter().enumerate() {
            if self.is_late(game, &state) {
                return Ok(ply);
            }
            state.apply(game, deal, turn.action);
        }
        let turns = record.turns.len();
        ensure!(
            self.is_late(game, &state),
            "--cards-left {cards}: the record stops after {turns} actions, before such a position"
        );
        Ok(turns)
    }

    fn is_late(&self, game: &Game, state: &State) -> bool {
        game.plies() - state.ply() <= self.args.cards_left * game.players()
    }

    fn errors(&mut self, file: &str, line: usize, record: &HandRecord, solver: &mut Solver) -> Result<()> {
        let game = record.game();
        let actions: Vec<Action> = record.turns.iter().map(|turn| turn.action).collect();
        let decisions = solver.endgame_decisions(game, record.deal(), &actions, self.args.cards_left);
        let mut errors = EndgameErrors::default();
        for decision in &decisions {
            errors.add(decision);
            self.sums.add(decision);
        }
        self.seats = self.seats.max(game.players());
        if self.args.json {
            let decisions: Vec<_> = decisions
                .iter()
                .map(|decision| {
                    json!({
                        "turn": decision.turn, "seat": decision.seat, "action": decision.action.text(game.deck()),
                        "value": decision.value, "lost": decision.lost,
                    })
                })
                .collect();
            let text = json!({
                "file": file, "line": line, "rules": game.rules().name, "decisions": decisions,
                "lost": errors.lost[..game.players()],
            });
            writeln!(self.out, "{text}")?;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Status> {
        if self.args.errors && !self.args.json {
            writeln!(self.out, "{:>4}  {:>9}  {:>11}  {:>14}", "seat", "decisions", "points lost", "per decision")?;
            for seat in 0..self.seats.min(MAX_SEATS) {
                let (decisions, lost) = (self.sums.decisions[seat], self.sums.lost[seat]);
                let mean = lost as f64 / decisions.max(1) as f64;
                writeln!(self.out, "{seat:>4}  {decisions:>9}  {lost:>11}  {mean:>14.4}")?;
            }
        }
        self.out.flush()?;
        Ok(Status::Success)
    }
}

fn texts(game: &Game, actions: &[Action]) -> Vec<String> {
    actions.iter().map(|action| action.text(game.deck())).collect()
}
