//! `spariglio analyse`: an agent's judgement of one recorded position, from the view of the seat to act.

mod requests;

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args as ClapArgs;
use serde_json::json;
use spariglio_agents::{Budget, Hand};
use spariglio_bot::{Analysis, Ranked};
use spariglio_engine::Action;
use spariglio_engine::record::{HandRecord, Replayer};
use spariglio_files::tell;

use crate::recorded::{last_decision, one_record, position};
use crate::{Status, common, interrupt};

/// Show an agent's judgement of a position, or answer questions.
///
/// Its policy, visits and expected points. The agent sees only the view of the seat to act.
#[derive(ClapArgs)]
pub struct Args {
    /// File of records, `.jsonl` or `.jsonl.zst`; `-` = standard input; `?` = a card that the seat has not seen
    #[arg(value_name = "FILE", required_unless_present = "requests")]
    file: Option<PathBuf>,
    /// Answer questions of programs: JSON lines on standard input and output (docs/reference/bot.md)
    #[arg(long, conflicts_with_all = ["file", "line", "ply", "agent", "seed", "partners_open", "json"])]
    requests: bool,
    /// Worker threads; 0 = one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = common::threads, requires = "requests")]
    threads: usize,
    /// Line of the record in the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = common::number::<u64, 1, { u64::MAX }>)]
    line: u64,
    /// Position after this many actions (declarations and passes count) [default: the end of the
    /// record; of a finished hand the last decision]
    #[arg(long, value_name = "N", value_parser = common::number::<usize, 0, { u64::MAX }>)]
    ply: Option<usize>,
    /// Agent [default: net-search if a network ships for the rules, else ismcts]
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,
    /// Seed of everything random
    #[arg(long, value_name = "N", default_value_t = common::SEED, value_parser = common::seed)]
    seed: u64,
    /// Partners see each other's hand cards
    #[arg(long)]
    partners_open: bool,
    /// Print JSON: one object
    #[arg(long)]
    json: bool,
}

/// An agent's judgement of a position, and where that is.
struct Recorded<'a> {
    args: &'a Args,
    file: &'a Path,
    record: &'a HandRecord,
    hand: &'a Hand<'a>,
    analysis: Analysis<'a>,
}

/// Runs `spariglio analyse`.
pub fn run(args: Args) -> Result<Status> {
    interrupt::end_without_reader();
    let Some(file) = &args.file else {
        return requests::run(args.threads);
    };
    let record = one_record(file, args.line, Replayer::new(false).with_gaps())?;
    let game = record.game();
    common::check_partners(args.partners_open, game)?;
    let last = last_decision(&record)?;
    if args.ply.is_none() && last < record.turns.len() {
        tell!("the hand is over: this is its last decision; --ply N shows another, from 0");
    }
    let ply = args.ply.unwrap_or(last);
    let hand = position(&record, ply, args.partners_open)?;
    let spec = common::adviser(game, args.agent.as_deref())?;
    let mut agent = common::build(&spec, game)?;
    agent.start_hand(args.seed);
    let decision = agent.decide(&hand.view(), Budget::OWN);
    let analysis = Analysis { spec: &spec, view: hand.view(), decision };
    let recorded = Recorded { args: &args, file, record: &record, hand: &hand, analysis };
    common::print_result(args.json, recorded.json(), recorded.table())?;
    Ok(Status::Success)
}

impl Recorded<'_> {
    fn text(&self, action: Action) -> String {
        action.text(self.hand.game().deck())
    }

    /// The recorded action at this position; `None` if the record stops here.
    fn played(&self) -> Option<Action> {
        let turn = self.record.turns.get(self.hand.history().len());
        turn.map(|turn| turn.action)
    }

    fn json(&self) -> serde_json::Value {
        let mut object = self.analysis.json();
        object["file"] = json!(self.file);
        object["line"] = self.args.line.into();
        object["rules"] = json!(self.hand.game().rules().name);
        object["ply"] = self.hand.history().len().into();
        object["played"] = json!(self.played().map(|action| self.text(action)));
        object
    }

    fn table(&self) -> String {
        let (game, seat) = (self.hand.game(), self.hand.seat());
        let (rules, ply) = (&game.rules().name, self.hand.history().len());
        let (file, line) = (self.file.display(), self.args.line);
        let mut lines = vec![format!("{file}: line {line}: {rules}, after {ply} actions, seat {seat} to act")];
        if let Some(points) = self.analysis.points() {
            let side = game.side(seat);
            lines.push(format!(
                "value {points:+.2}: points of the hand that {} expects for side {side}, less those of the best other side",
                self.analysis.spec
            ));
        }
        lines.extend(self.analysis.ranked().iter().map(|ranked| self.line(ranked)));
        let stats = self.analysis.decision.stats;
        let worlds = match stats.worlds {
            0 => String::new(),
            worlds => format!("{worlds} worlds, "),
        };
        lines.push(format!(
            "{}: {} simulations, {} nodes, {worlds}{:.1} ms",
            self.analysis.spec, stats.simulations, stats.nodes, stats.millis
        ));
        lines.join("\n")
    }

    /// The line of an action in the table.
    fn line(&self, ranked: &Ranked) -> String {
        let action = ranked.action;
        let chosen = if action == self.analysis.decision.action {
            "  chosen"
        } else {
            ""
        };
        let played = if self.played() == Some(action) { "  played" } else { "" };
        let visits = ranked.visits.map_or(String::new(), |visits| format!("{visits:>7} visits  "));
        let points = match (ranked.points, ranked.visits) {
            (Some(points), _) => format!("{points:>+7.2}  "),
            (None, Some(_)) => " ".repeat(9),
            (None, None) => String::new(),
        };
        let policy = 100.0 * ranked.policy;
        format!("  {policy:>5.1} %  {visits}{points}{}{chosen}{played}", self.text(action))
    }
}
