//! A run: its directory, steps, checkpoints and evaluations.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use spariglio_agents::AgentSpec;
use spariglio_agents::agent::Stop;
use spariglio_agents::net::inputs::INPUTS_VERSION;
use spariglio_agents::net::{LearntRules, NetChoice};
use spariglio_arena::{ArenaConfig, PairResult, play_pair};
use spariglio_engine::Game;
use spariglio_engine::random::mix;
use spariglio_files::best::{Best, Choice};
use spariglio_files::metrics::{self, GateLine, LearningLine, Line, MatchLine};
use spariglio_files::run_dir::{RUN_FILE, data_folder, generation_name, net_folder};
use spariglio_files::whole::{is_there, make_folder, write_whole};
use spariglio_files::{Config, ConfigError, FileError, Fingerprint, RulesChoice, RunDir, RunFile, pool, tensorboard};
use spariglio_selfplay::seed::{Purpose, derive};
use spariglio_selfplay::{DataConfig, SelfplayError, generate, missing_shards};

use crate::backend::Backend;
use crate::best::by_evaluation;
use crate::checkpoint::{self, CHECKPOINT_FILE};
use crate::config::{DistilConfig, GradientConfig, LearnConfig};
use crate::crew::{Crew, Search};
use crate::error::LearnError;
use crate::event::{Event, Observer, Stage};
use crate::labeled::{LabeledHands, contents};
use crate::learner::{Learner, StepStats};
use crate::message::Welcome;
use crate::pace::{Pace, Recent};

/// Brings the run in `dir` to its end, from its last checkpoint if there is one. Uses `threads` threads (0: one per
/// core); `backend` computes. Returns the folder of the best network: the last one that passed the gate, or without a
/// gate the one with the best evaluation.
///
/// If there is a `crew`, helpers on other machines compute shards too.
///
/// `backend` must be that of `config.device`: a run keeps its device when it resumes.
///
/// # Errors
/// If the configuration cannot be used, the directory holds another run or is in use, a file cannot be written, the
/// learning diverges, the observer stops it, or a finished run has lost its network. Files stay, and the next call
/// resumes from the last checkpoint.
pub fn run(
    config: &LearnConfig,
    dir: &Path,
    threads: usize,
    backend: Box<dyn Backend>,
    crew: Option<Crew>,
    observer: &mut dyn Observer,
) -> Result<PathBuf, LearnError> {
    let mut config = config.clone();
    let earlier = extend(&mut config, dir)?;
    config.check()?;
    config.check_data()?;
    let game = Arc::new(config.rules.game()?);
    // Checked first, so that no directory is made if the start network or an agent is refused.
    let mut learner = Learner::new(&game, &config.gradient, config.seed, backend)?;
    let mut resolved = LearnConfig { rules: RulesChoice::of(game.rules()), ..config.clone() };
    for rules in &mut resolved.gradient.also {
        *rules = RulesChoice::of(&rules.rules()?);
    }
    let described =
        |config: &LearnConfig| RunFile::new("learn", INPUTS_VERSION, config.seed, Fingerprint::of(&game), config);
    let mut file = described(&resolved);
    if let Some(distil) = config.distil.as_ref().filter(|_| config.labels.is_none()) {
        file = file.with_data(contents(&distil.data)?);
    }
    if let Some((decisions, restarts)) = earlier {
        let gradient = GradientConfig { decisions, restarts, ..resolved.gradient.clone() };
        file = file.extending(described(&LearnConfig { gradient, ..resolved.clone() }));
    }
    check_opponents(&game, &config.evaluation.opponents)?;
    check_described(dir)?;
    let run = RunDir::open(dir, &file)?;
    if let Some(crew) = crew {
        let gradient = GradientConfig { start: None, shards: 1, ..resolved.gradient };
        let welcome = Welcome { rules: resolved.rules, gradient, seed: config.seed };
        crew.open(welcome).map_err(LearnError::Crew)?;
        learner.lead(crew);
    }
    let pool = pool(threads)?;
    let mut job = Job {
        game: &game,
        config: &config,
        run: &run,
        threads,
        learner,
        recent: Recent::default(),
    };
    let net = pool.install(|| job.work(observer))?;
    if let Some(crew) = job.learner.crew() {
        crew.end();
    }
    Ok(net)
}

/// Makes further decisions than the run in `dir` has a stretch after those. Returns the decisions and the restarts that
/// the run has.
fn extend(config: &mut LearnConfig, dir: &Path) -> Result<Option<(u64, Vec<u64>)>, FileError> {
    let Some(LearnConfig { gradient: GradientConfig { decisions, restarts, .. }, .. }) = RunFile::config_in(dir)?
    else {
        return Ok(None);
    };
    let gradient = &mut config.gradient;
    // Rounds follow the policy gradient, so that it cannot go on after them.
    if config.distil.is_some() || !gradient.restarts.is_empty() {
        return Ok(None);
    }
    if gradient.decisions < decisions {
        let wanted = gradient.decisions;
        let message = format!(
            "the run has {decisions} decisions, asked for {wanted}: ask for at least as many (--decisions \
             {decisions}), or choose another folder"
        );
        return Err(FileError::contents(dir, message));
    }
    gradient.restarts.clone_from(&restarts);
    if gradient.decisions > decisions {
        gradient.restarts.push(decisions);
    }
    Ok(Some((decisions, restarts)))
}

/// Refuses opponents that cannot play, before the learning starts.
fn check_opponents(game: &Game, opponents: &[AgentSpec]) -> Result<(), ConfigError> {
    opponents.iter().try_for_each(|opponent| {
        let refused = |error| ConfigError::field("evaluation.opponents", "agents for these rules", error);
        opponent.build_player(game).map(|_| ()).map_err(refused)
    })
}

/// Refuses a directory that has a checkpoint but no description of its run: it may belong to another run.
fn check_described(dir: &Path) -> Result<(), FileError> {
    let description = dir.join(RUN_FILE);
    if is_there(&dir.join(CHECKPOINT_FILE))? && !is_there(&description)? {
        return Err(FileError::contents(&description, "expected the description of this checkpoint's run, found none"));
    }
    Ok(())
}

/// A run in progress.
struct Job<'a> {
    game: &'a Arc<Game>,
    config: &'a LearnConfig,
    run: &'a RunDir,
    threads: usize,
    learner: Learner,
    /// The sums of the last process since its last evaluation.
    recent: Recent,
}

impl Job<'_> {
    fn work(&mut self, observer: &mut dyn Observer) -> Result<PathBuf, LearnError> {
        let path = self.checkpoint();
        if is_there(&path)? {
            self.recent = checkpoint::read(&path, &mut self.learner)?;
        }
        self.learn_by_gradient(observer)?;
        if let Some(distil) = &self.config.distil {
            while self.learner.position().round < distil.rounds {
                self.learn_round(distil, observer)?;
            }
        }
        let net = self.run.root().join(self.best(self.generation())?.path);
        // A finished run that starts again vouches for its network.
        NetChoice::of(&net, LearntRules::Own)
            .load(self.game)
            .map_err(|error| FileError::contents(&net, format!("the network of this finished run: {error}")))?;
        Ok(net)
    }

    fn checkpoint(&self) -> PathBuf {
        self.run.root().join(CHECKPOINT_FILE)
    }

    /// Completes the policy gradient.
    fn learn_by_gradient(&mut self, observer: &mut dyn Observer) -> Result<(), LearnError> {
        if self.learner.is_done() {
            return Ok(());
        }
        let config = &self.config.gradient;
        let total = config.critic_decisions + config.decisions;
        let recent = std::mem::take(&mut self.recent);
        let mut pace = Pace::new(Stage::Gradient, self.learner.decisions(), total, recent, observer);
        while !self.learner.is_done() {
            let before = self.learner.decisions();
            self.step(&mut pace, Learner::step)?;
            let now = self.learner.decisions();
            if let Some(number) = config.evaluation(before, now, self.config.evaluation.every) {
                let line = pace.line(now);
                self.evaluate(number as u32, line, pace.observer)?;
            }
            let is_end = config.stretches(before) != config.stretches(now);
            self.keep(&pace, is_end || before / config.checkpoint != now / config.checkpoint)?;
        }
        Ok(())
    }

    /// Writes a checkpoint if one is due or the observer stops the run; in the second case returns that error. If a
    /// fixed opponent played the last step, its decisions may be hasty then, and the step is not kept.
    fn keep(&self, pace: &Pace<'_>, is_due: bool) -> Result<(), LearnError> {
        let is_stopped = pace.observer.stopped();
        let may_be_hasty = is_stopped && self.config.gradient.against.is_some();
        if (is_due || is_stopped) && !may_be_hasty {
            checkpoint::write(&self.checkpoint(), &self.learner, &pace.recent)?;
        }
        if is_stopped { Err(self.stopped()) } else { Ok(()) }
    }

    /// The error of a run that is asked to stop.
    fn stopped(&self) -> LearnError {
        LearnError::Stopped { decisions: self.learner.decisions() }
    }

    /// One round of learning from rows. If there is a table `labels`, search makes them first.
    fn learn_round(&mut self, distil: &DistilConfig, observer: &mut dyn Observer) -> Result<(), LearnError> {
        let round = self.learner.position().round;
        let folders = match &self.config.labels {
            Some(labels) => {
                self.search(labels, round, observer)?;
                let window = (round + 1).saturating_sub(distil.window)..=round;
                window.map(|round| data_folder(self.run.root(), round)).collect()
            }
            None => distil.data.clone(),
        };
        observer.tell(Event::Reading(&folders));
        let mut lessons = LabeledHands::read(self.game, &folders, distil.target)?;
        let steps = lessons.steps(distil);
        let seed = derive(self.config.seed, Purpose::Train, &[u64::from(round)]);
        let total = lessons.decisions(distil);
        let done = self.learner.position().round_decisions;
        let recent = std::mem::take(&mut self.recent);
        let mut pace = Pace::new(Stage::Distil { round }, done, total, recent, observer);
        while self.learner.position().round_step < steps {
            let before = self.learner.decisions();
            let step = self.learner.position().round_step;
            let hands = lessons.of_step(distil, step, seed);
            self.step(&mut pace, |learner| learner.distil(distil, &hands, steps))?;
            let every = self.config.gradient.checkpoint;
            self.keep(&pace, before / every != self.learner.decisions() / every)?;
        }
        let best = self.guide();
        self.learner.end_round();
        let line = pace.line(self.learner.decisions());
        self.evaluate(self.generation(), line, pace.observer)?;
        self.judge(best, pace.observer)?;
        Ok(checkpoint::write(&self.checkpoint(), &self.learner, &pace.recent)?)
    }

    /// Plays the hands of a round by search, guided by the best network.
    fn search(&mut self, labels: &DataConfig, round: u32, observer: &mut dyn Observer) -> Result<(), LearnError> {
        let root = self.run.root();
        let guide = self.guide();
        let net = net_folder(root, guide);
        let job = spariglio_selfplay::Job::new(self.game, self.config.seed, round, labels, root, Some(&net))?;
        let observer = Mutex::new(observer);
        if let Some(crew) = self.learner.crew() {
            let missing = missing_shards(self.run, &job, self.threads)?;
            let search = Search { run: self.run, job: &job, labels, guide, threads: self.threads };
            let tell = |done| {
                let text = format!("round {}: search: {done} of {} shards", round + 1, missing.len());
                observer.lock().expect("no panic holds it").tell(Event::Crew(&text));
            };
            match crew.search(search, &missing, &tell) {
                Err(SelfplayError::Stopped) => return Err(self.stopped()),
                outcome => outcome?,
            }
        }
        let tell = |progress| {
            let mut observer = observer.lock().expect("no panic holds it");
            observer.tell(Event::Searching { round, progress });
        };
        match generate(self.run, &job, self.threads, &tell) {
            Err(SelfplayError::Stopped) => Err(self.stopped()),
            outcome => Ok(outcome.map(|_| ())?),
        }
    }

    /// Makes one step, and counts and reports it.
    fn step(&mut self, pace: &mut Pace<'_>, step: impl FnOnce(&mut Learner) -> StepStats) -> Result<(), LearnError> {
        let started = Instant::now();
        let stats = step(&mut self.learner);
        if !stats.norms.iter().all(|norm| norm.is_finite()) {
            return Err(self.diverged("the gradient is not finite"));
        }
        pace.count(&stats, started.elapsed());
        if let Some(crew) = self.learner.crew() {
            crew.news().iter().for_each(|news| pace.observer.tell(Event::Crew(news)));
        }
        Ok(())
    }

    fn diverged(&self, what: &'static str) -> LearnError {
        LearnError::Diverged { what, decisions: self.learner.decisions(), checkpoint: self.checkpoint() }
    }

    /// The number of the newest network when the policy gradient is complete.
    fn generation(&self) -> u32 {
        let round = self.learner.position().round;
        let gradients = self.config.gradient.evaluations(u64::MAX, self.config.evaluation.every) as u32;
        // If there is no policy gradient, the first round makes the first network.
        gradients + round - u32::from(gradients == 0 && round > 0)
    }

    /// The number of the network that guides the search: the newest one, unless a gate decided otherwise.
    fn guide(&self) -> u32 {
        self.learner.position().best.unwrap_or_else(|| self.generation())
    }

    /// The best network up to `newest`. The gate decides, or without a gate the evaluations.
    fn best(&self, newest: u32) -> Result<Best, FileError> {
        Ok(match (&self.config.gate, self.learner.position().best) {
            (_, Some(generation)) => Best::new(generation, Choice::Gate),
            (Some(_), None) => Best::new(newest, Choice::Newest),
            (None, None) => by_evaluation(&metrics::read(self.run.root())?, newest),
        })
    }

    /// Writes the averaged network as that of `generation` and plays it against the opponents.
    fn evaluate(&self, generation: u32, mut line: LearningLine, observer: &mut dyn Observer) -> Result<(), LearnError> {
        let net = self.learner.averaged();
        if !net.fits_file() {
            return Err(self.diverged("a weight is too large for the file of the network"));
        }
        let folder = net_folder(self.run.root(), generation);
        make_folder(&folder)?;
        let decisions = self.learner.decisions();
        for (name, bytes) in net.files(self.game, decisions, self.config.seed) {
            write_whole(&folder.join(name), bytes)?;
        }
        line.generation = generation;
        let mut matches = Vec::new();
        let evaluation = &self.config.evaluation;
        for (number, opponent) in evaluation.opponents.iter().enumerate() {
            // All networks play the same deals, so that luck does not move the curve.
            let seed = mix(self.config.seed ^ mix(number as u64));
            let agent = evaluation.agent.with_run_net(&folder);
            let result = self.play("evaluation", [&agent, opponent], evaluation.hands, seed)?;
            matches.push(named(result.line(generation), &name_of_run_net(&evaluation.agent), opponent));
        }
        let mut lines = vec![Line::Learning(line.clone())];
        lines.extend(matches.iter().cloned().map(Line::Eval));
        metrics::replace(self.run.root(), &lines)?;
        if self.config.gate.is_none() || self.learner.position().round == 0 {
            self.best(generation)?.write(self.run.root())?;
        }
        self.write_events()?;
        observer.tell(Event::Evaluated(&line, &matches));
        if let Some(tally) = self.learner.tally() {
            observer.tell(Event::Helped(tally));
        }
        Ok(())
    }

    /// Plays the newest network against `incumbent`, the best one so far, and records which is the best now.
    fn judge(&mut self, incumbent: u32, observer: &mut dyn Observer) -> Result<(), LearnError> {
        let Some(gate) = &self.config.gate else {
            return Ok(());
        };
        let (root, generation) = (self.run.root(), self.generation());
        let agents = [generation, incumbent].map(|number| gate.agent.with_run_net(&net_folder(root, number)));
        let seed = derive(self.config.seed, Purpose::Gate, &[u64::from(generation)]);
        let result = self.play("gate", [&agents[0], &agents[1]], gate.hands, seed)?;
        let margin = result.figures.margin;
        let accepted = margin.mean > gate.threshold * margin.standard_error;
        let best = if accepted { generation } else { incumbent };
        let line = GateLine {
            result: named(result.line(generation), &name_of_run_net(&gate.agent), &generation_name(incumbent)),
            incumbent,
            accepted,
        };
        metrics::replace(root, &[Line::Gate(line.clone())])?;
        Best::new(best, Choice::Gate).write(root)?;
        self.learner.set_best(best);
        self.write_events()?;
        observer.tell(Event::Judged(&line));
        Ok(())
    }

    /// Writes the metrics of the run as TensorBoard events.
    fn write_events(&self) -> Result<(), LearnError> {
        let lines = metrics::read(self.run.root())?;
        let mut frames = tensorboard::version_frame(0.0);
        frames.extend(tensorboard::events(&lines));
        Ok(write_whole(&tensorboard::path(self.run.root(), 0)?, frames)?)
    }

    fn play(
        &self,
        stage: &'static str,
        agents: [&AgentSpec; 2],
        hands: u64,
        seed: u64,
    ) -> Result<PairResult, LearnError> {
        let config = ArenaConfig { hands, seed, threads: self.threads, ..ArenaConfig::default() };
        let played = play_pair(self.game, agents, &config, &|_| {});
        // The hands are not complete then.
        if Stop::is_due_here() {
            return Err(self.stopped());
        }
        played.map_err(|source| LearnError::Match { stage, opponent: agents[1].to_string(), source: Box::new(source) })
    }
}

/// The text of an agent with the network of a run, without the folder of the run.
fn name_of_run_net(agent: &AgentSpec) -> String {
    agent.to_string().replace(":net=RUN", "")
}

/// A line with names of agents that do not depend on the run's folder.
fn named(line: MatchLine, agent: &str, opponent: &impl ToString) -> MatchLine {
    MatchLine { agent: agent.to_owned(), opponent: opponent.to_string(), ..line }
}
