//! One generation of the loop, stage after stage.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use spariglio_agents::AgentSpec;
use spariglio_arena::{ArenaConfig, PairResult, play_pair};
use spariglio_engine::Game;
use spariglio_selfplay::run_dir::{data_folder, net_folder};
use spariglio_selfplay::seed::{Purpose, derive};
use spariglio_selfplay::{DataConfig, Entrant, Job, Manifest, RunDir, generate};
use spariglio_train::{TrainReport, train_generation};

use super::config::{LearnConfig, with_net};
use super::gate::{GATE_KIND, Verdict, write_best};
use super::metrics;
use crate::meter::Meter;
use crate::train::TrainMeter;

/// A loop under way.
pub struct Loop<'a> {
    /// The game.
    pub game: Arc<Game>,
    /// What was asked for.
    pub config: &'a LearnConfig,
    /// Where everything is.
    pub run: &'a RunDir,
    /// Threads of self-play and matches, 0 for one a core.
    pub threads: usize,
    /// The generation of the best network; none before the first verdict.
    pub best: Option<u32>,
}

impl Loop<'_> {
    /// Brings a generation to its verdict, from wherever it is.
    pub fn generation(&mut self, generation: u32) -> Result<Verdict> {
        let root = self.run.root();
        eprintln!("generation {generation}");
        let verdict = match Verdict::read(root, generation)? {
            Some(verdict) => verdict,
            None => {
                self.play(generation)?;
                self.train(generation)?;
                self.judge(generation)?
            }
        };
        metrics::replace(&root.join("metrics.jsonl"), &metrics::verdict_lines(&verdict))?;
        if !Verdict::path(root, generation + 1).exists() {
            // A finished generation that is passed again leaves the name of the best network alone.
            write_best(root, verdict.best())?;
        }
        self.best = Some(verdict.best());
        tell(&verdict);
        Ok(verdict)
    }

    /// Self-play: the bootstrap agents at first, then the best network.
    fn play(&self, generation: u32) -> Result<Manifest> {
        let root = self.run.root();
        let data: &DataConfig = match self.best {
            None => &self.config.bootstrap,
            Some(_) => &self.config.selfplay,
        };
        let specs = data.agents.iter().map(|agent| self.with_best(agent));
        let entrants = specs.map(|spec| Entrant::new(spec, root)).collect::<Result<_, _>>()?;
        let job = Job {
            game: self.game.clone(),
            seed: self.config.seed,
            generation,
            data: data.clone(),
            entrants,
        };
        let meter = Meter::new("  self-play");
        let manifest = generate(self.run, &job, self.threads, &|progress| meter.show(progress));
        let (progress, seconds) = meter.finish();
        let manifest = manifest?;
        metrics::replace(&root.join("metrics.jsonl"), &[metrics::selfplay_line(&manifest)])?;
        let speed = progress.map_or("all there".to_owned(), |progress| {
            format!("{seconds:.1} s, {:.0} hands/s", progress.hands_played as f64 / seconds)
        });
        let agents = manifest.agents.join(", ");
        eprintln!(
            "  self-play   {agents}: {} hands, {} rows ({speed})",
            manifest.hands, manifest.rows
        );
        Ok(manifest)
    }

    fn with_best(&self, agent: &AgentSpec) -> AgentSpec {
        self.best.map_or_else(
            || agent.clone(),
            |best| with_net(agent, &net_folder(self.run.root(), best)),
        )
    }

    /// Training on the newest data, from the best network.
    fn train(&self, generation: u32) -> Result<TrainReport> {
        let root = self.run.root();
        let folders: Vec<PathBuf> = (0..=generation).map(|g| data_folder(root, g)).collect();
        let init = self.best.map(|best| net_folder(root, best));
        let mut meter = TrainMeter::new("  training");
        let report = train_generation(
            &self.config.train,
            &self.game,
            &folders,
            root,
            generation,
            init.as_deref(),
            &mut |progress| meter.show(progress),
        );
        meter.finish();
        let report = report?;
        let (steps, rows) = (report.steps, report.rows);
        eprint!("  training    {steps} steps on {rows} rows ({:.1} s)", report.seconds);
        match &report.metrics {
            Some(line) => eprintln!(
                ": policy divergence {:.3}, value explains {:.0} %",
                line.policy_divergence,
                100.0 * line.value_explained
            ),
            None => eprintln!(),
        }
        Ok(report)
    }

    /// The matches of a new network, and the verdict.
    fn judge(&self, generation: u32) -> Result<Verdict> {
        self.run.make_arena()?;
        let root = self.run.root();
        let new = net_folder(root, generation);
        let gate_config = &self.config.gate;
        let gate = match self.best {
            None => None,
            Some(best) => {
                let old = with_net(&gate_config.agent, &net_folder(root, best));
                let seed = derive(self.config.seed, Purpose::Gate, &[u64::from(generation)]);
                Some(self.pair(
                    "gate",
                    [with_net(&gate_config.agent, &new), old],
                    gate_config.hands,
                    seed,
                )?)
            }
        };
        let accepted = gate
            .as_ref()
            .is_none_or(|pair| pair.mean > gate_config.threshold * pair.standard_error);
        let evaluation = &self.config.evaluation;
        let mut evaluations = Vec::new();
        for (number, opponent) in evaluation.opponents.iter().enumerate() {
            // The same deals in every generation, so that the curve does not jump with them.
            let seed = derive(self.config.seed, Purpose::Evaluation, &[number as u64]);
            let agents = [with_net(&evaluation.agent, &new), self.with_best(opponent)];
            evaluations.push(self.pair("evaluation", agents, evaluation.hands, seed)?);
        }
        let verdict = Verdict {
            kind: GATE_KIND.to_owned(),
            generation,
            accepted,
            incumbent: self.best,
            gate,
            evaluations,
        };
        verdict.write(root)?;
        Ok(verdict)
    }

    /// One match; the agents have the names that do not depend on where the run is.
    fn pair(&self, stage: &str, agents: [AgentSpec; 2], hands: u64, seed: u64) -> Result<PairResult> {
        let config = ArenaConfig {
            hands,
            seed,
            threads: self.threads,
            partners_open: self.config.selfplay.partners_open,
            ..ArenaConfig::default()
        };
        let started = Instant::now();
        let mut result = play_pair(&self.game, [&agents[0], &agents[1]], &config, &|_| {})
            .with_context(|| format!("{stage}: {} against {}", agents[0], agents[1]))?;
        for (side, spec) in agents.into_iter().enumerate() {
            let label = Entrant::new(spec, self.run.root())?.label;
            result.by_agent[side].agent.clone_from(&label);
            result.agents[side] = label;
        }
        let seconds = started.elapsed().as_secs_f64();
        eprintln!("  {stage:<11} {} hands ({seconds:.1} s)", result.hands);
        Ok(result)
    }
}

/// The verdict in words.
fn tell(verdict: &Verdict) {
    let margin = |pair: &PairResult| {
        let half = (pair.interval[1] - pair.interval[0]) / 2.0;
        format!("{:+.2} +- {half:.2} points a hand", pair.mean)
    };
    match &verdict.gate {
        None => eprintln!("  first network"),
        Some(pair) => eprintln!(
            "  against generation {}: {}; {}",
            verdict.incumbent.unwrap_or(0),
            margin(pair),
            if verdict.accepted { "accepted" } else { "rejected" }
        ),
    }
    for pair in &verdict.evaluations {
        eprintln!("  against {}: {}", pair.agents[1], margin(pair));
    }
}
