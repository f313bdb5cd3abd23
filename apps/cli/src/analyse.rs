//! `spariglio analyse`: an agent's judgement of one recorded position, from the view of the seat to act.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args as ClapArgs;
use serde_json::json;
use spariglio_agents::{AgentSpec, Budget, Decision, Hand};
use spariglio_engine::record::HandRecord;
use spariglio_engine::{Action, UTILITY_SCALE};

use crate::recorded::{one_record, position};
use crate::{Status, common, interrupt};

/// Show an agent's judgement of a recorded position.
///
/// Its policy, visits and expected points. The agent sees only the view of the seat to act.
#[derive(ClapArgs)]
pub struct Args {
    /// File of records, `.jsonl` or `.jsonl.zst`; `-` = standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Line of the record in the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = common::number::<u64, 1, { u64::MAX }>)]
    line: u64,
    /// Position after this many actions (declarations and passes count) [default: the end of the record]
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

/// An agent's judgement of a position.
struct Analysis<'a> {
    args: &'a Args,
    record: &'a HandRecord,
    hand: &'a Hand<'a>,
    spec: &'a AgentSpec,
    decision: Decision,
}

/// An action with the agent's judgement of it.
struct Ranked {
    action: Action,
    policy: f32,
    /// Simulations of a search that tried it; `None` if the agent does not search.
    visits: Option<u32>,
    /// Points that a search expects after it; `None` if it was never tried or the agent expects no points.
    points: Option<f32>,
}

/// Runs `spariglio analyse`.
pub fn run(args: Args) -> Result<Status> {
    interrupt::end_without_reader();
    let record = one_record(&args.file, args.line)?;
    let game = record.game();
    common::check_partners(args.partners_open, game)?;
    let ply = args.ply.unwrap_or(record.turns.len());
    let hand = position(&record, ply, args.partners_open)?;
    let spec = common::adviser(game, args.agent.as_deref())?;
    let mut agent = common::build(&spec, game)?;
    agent.start_hand(args.seed);
    let analysis = Analysis {
        decision: agent.decide(&hand.view(), Budget::OWN),
        args: &args,
        record: &record,
        hand: &hand,
        spec: &spec,
    };
    common::print_result(args.json, analysis.json(), analysis.table())?;
    Ok(Status::Success)
}

impl Analysis<'_> {
    fn points(&self) -> Option<f32> {
        self.spec.expected_points(self.decision.value)
    }

    fn text(&self, action: Action) -> String {
        action.text(self.hand.game().deck())
    }

    /// The actions, the most probable first.
    fn ranked(&self) -> Vec<Ranked> {
        let Decision { actions, policy, tried, .. } = &self.decision;
        let ranked = |(place, &action): (usize, &Action)| {
            let tried = tried.get(place);
            let valued = tried.filter(|tried| tried.visits > 0 && self.spec.expects_points());
            Ranked {
                action,
                policy: policy[place],
                visits: tried.map(|tried| tried.visits),
                points: valued.map(|tried| tried.value * UTILITY_SCALE),
            }
        };
        let mut ranked: Vec<_> = actions.iter().enumerate().map(ranked).collect();
        ranked.sort_by(|first, second| second.policy.total_cmp(&first.policy));
        ranked
    }

    /// The recorded action at this position; `None` if the record stops here.
    fn played(&self) -> Option<Action> {
        let turn = self.record.turns.get(self.hand.history().len());
        turn.map(|turn| turn.action)
    }

    fn json(&self) -> serde_json::Value {
        let (game, stats) = (self.hand.game(), self.decision.stats);
        let entry = |ranked: Ranked| {
            json!({
                "action": self.text(ranked.action), "policy": ranked.policy, "visits": ranked.visits, "points": ranked.points,
            })
        };
        let actions: Vec<_> = self.ranked().into_iter().map(entry).collect();
        json!({
            "file": self.args.file, "line": self.args.line, "rules": game.rules().name,
            "ply": self.hand.history().len(), "seat": self.hand.seat(), "side": game.side(self.hand.seat()),
            "agent": self.spec, "action": self.text(self.decision.action), "points": self.points(),
            "actions": actions, "played": self.played().map(|action| self.text(action)),
            "simulations": stats.simulations, "nodes": stats.nodes,
            "worlds": Some(stats.worlds).filter(|&worlds| worlds > 0), "millis": stats.millis,
        })
    }

    fn table(&self) -> String {
        let (game, seat) = (self.hand.game(), self.hand.seat());
        let (rules, ply) = (&game.rules().name, self.hand.history().len());
        let (file, line) = (self.args.file.display(), self.args.line);
        let mut lines = vec![format!("{file}: line {line}: {rules}, after {ply} actions, seat {seat} to act")];
        if let Some(points) = self.points() {
            let side = game.side(seat);
            lines.push(format!(
                "value {points:+.2}: points of the hand that {} expects for side {side}, less those of the best other side",
                self.spec
            ));
        }
        lines.extend(self.ranked().iter().map(|ranked| self.line(ranked)));
        let stats = self.decision.stats;
        let worlds = match stats.worlds {
            0 => String::new(),
            worlds => format!("{worlds} worlds, "),
        };
        lines.push(format!(
            "{}: {} simulations, {} nodes, {worlds}{:.1} ms",
            self.spec, stats.simulations, stats.nodes, stats.millis
        ));
        lines.join("\n")
    }

    /// The line of an action in the table.
    fn line(&self, ranked: &Ranked) -> String {
        let action = ranked.action;
        let chosen = if action == self.decision.action { "  chosen" } else { "" };
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
