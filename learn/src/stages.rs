//! The stages of one generation, each from the files of the stages before it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use spariglio_agents::AgentSpec;
use spariglio_arena::{ArenaConfig, PairResult, play_pair};
use spariglio_engine::Game;
use spariglio_files::RunDir;
use spariglio_files::best::with_net;
use spariglio_files::metrics::{self, Line, SelfplayLine};
use spariglio_files::run_dir::{data_folder, net_folder};
use spariglio_selfplay::seed::{Purpose, derive};
use spariglio_selfplay::{Entrant, Job, generate};
use spariglio_train::train_generation;

use crate::config::LearnConfig;
use crate::error::LearnError;
use crate::event::{Event, Observer};
use crate::verdict::{GATE_KIND, Verdict};

/// A generation under way.
pub(crate) struct Stages<'a> {
    /// The game.
    pub game: &'a Arc<Game>,
    /// What was asked for.
    pub config: &'a LearnConfig,
    /// Where everything is.
    pub run: &'a RunDir,
    /// Threads of self-play and matches, 0 for one per core.
    pub threads: usize,
    /// Who looks on.
    pub observer: &'a dyn Observer,
    /// The generation.
    pub generation: u32,
    /// The generation of the best network; none before the first verdict.
    pub best: Option<u32>,
}

impl Stages<'_> {
    /// All stages; those whose files are there do nothing.
    ///
    /// # Errors
    /// A stage stops.
    pub(crate) fn run(&self) -> Result<Verdict, LearnError> {
        self.play()?;
        self.train()?;
        self.judge()
    }

    /// Self-play: the bootstrap agents at first, then the best network.
    fn play(&self) -> Result<(), LearnError> {
        let root = self.run.root();
        let data = match self.best {
            None => &self.config.bootstrap,
            Some(_) => &self.config.selfplay,
        };
        let net = self.best.map(|best| net_folder(root, best));
        let job = Job::new(self.game, self.config.seed, self.generation, data, root, net.as_deref())?;
        self.observer.tell(Event::SelfplayStarted);
        let tell = |progress| self.observer.tell(Event::Selfplay(progress));
        let manifest = generate(self.run, &job, self.threads, &tell)?;
        let line = Line::Selfplay(SelfplayLine {
            generation: self.generation,
            agents: manifest.source.agents().to_vec(),
            hands: manifest.hands,
            rows: manifest.rows,
        });
        metrics::replace(root, &[line])?;
        self.observer.tell(Event::SelfplayDone(&manifest));
        Ok(())
    }

    fn with_best(&self, agent: &AgentSpec) -> AgentSpec {
        self.best.map_or_else(
            || agent.clone(),
            |best| with_net(agent, &net_folder(self.run.root(), best)),
        )
    }

    /// Training on the newest data, from the best network.
    fn train(&self) -> Result<(), LearnError> {
        let root = self.run.root();
        let folders: Vec<PathBuf> = (0..=self.generation).map(|g| data_folder(root, g)).collect();
        let init = self.best.map(|best| net_folder(root, best));
        self.observer.tell(Event::TrainingStarted);
        let report = train_generation(
            &self.config.train,
            self.game,
            &folders,
            root,
            self.generation,
            init.as_deref(),
            &mut |progress| self.observer.tell(Event::Training(&progress)),
        )?;
        self.observer.tell(Event::TrainingDone(&report));
        Ok(())
    }

    /// The matches of a new network, and the verdict.
    fn judge(&self) -> Result<Verdict, LearnError> {
        self.run.make_arena()?;
        let gate = self.best.map(|best| self.gate(best)).transpose()?;
        let threshold = self.config.gate.threshold;
        let accepted = gate
            .as_ref()
            .is_none_or(|pair| pair.mean > threshold * pair.standard_error);
        let verdict = Verdict {
            kind: GATE_KIND.to_owned(),
            generation: self.generation,
            accepted,
            incumbent: self.best,
            gate,
            evaluations: self.evaluate()?,
        };
        verdict.write(self.run.root())?;
        Ok(verdict)
    }

    /// New network against best network.
    fn gate(&self, best: u32) -> Result<PairResult, LearnError> {
        let config = &self.config.gate;
        let with = |generation| with_net(&config.agent, &net_folder(self.run.root(), generation));
        let seed = derive(self.config.seed, Purpose::Gate, &[u64::from(self.generation)]);
        self.pair("gate", [with(self.generation), with(best)], config.hands, seed)
    }

    /// New network against every fixed opponent.
    fn evaluate(&self) -> Result<Vec<PairResult>, LearnError> {
        let config = &self.config.evaluation;
        let new = with_net(&config.agent, &net_folder(self.run.root(), self.generation));
        let against = |(number, opponent): (usize, &AgentSpec)| {
            // The same deals in every generation, so that the curve does not jump with them.
            let seed = derive(self.config.seed, Purpose::Evaluation, &[number as u64]);
            let agents = [new.clone(), self.with_best(opponent)];
            self.pair("evaluation", agents, config.hands, seed)
        };
        config.opponents.iter().enumerate().map(against).collect()
    }

    /// One match; the agents have the names that do not depend on where the run is.
    fn pair(
        &self,
        stage: &'static str,
        agents: [AgentSpec; 2],
        hands: u64,
        seed: u64,
    ) -> Result<PairResult, LearnError> {
        let config = ArenaConfig {
            hands,
            seed,
            threads: self.threads,
            partners_open: self.config.selfplay.partners_open,
            ..ArenaConfig::default()
        };
        let started = Instant::now();
        let played = play_pair(self.game, [&agents[0], &agents[1]], &config, &|_| {});
        let mut result = played.map_err(|source| LearnError::Match {
            stage,
            agents: agents.each_ref().map(ToString::to_string),
            source: Box::new(source),
        })?;
        for (side, spec) in agents.into_iter().enumerate() {
            let label = Entrant::new(spec, self.game, self.run.root())?.label;
            result.by_agent[side].agent.clone_from(&label);
            result.agents[side] = label;
        }
        self.observer.tell(Event::Match {
            stage,
            opponent: &result.agents[1],
            hands: result.hands,
            seconds: started.elapsed().as_secs_f64(),
        });
        Ok(result)
    }
}
