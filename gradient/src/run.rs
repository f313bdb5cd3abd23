//! A run: its directory, its steps, its checkpoints, its evaluations.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use rayon::ThreadPoolBuilder;
use spariglio_agents::AgentSpec;
use spariglio_agents::inputs::INPUTS_VERSION;
use spariglio_agents::net::{META_FILE, MODEL_FILE};
use spariglio_arena::{ArenaConfig, PairResult, play_pair};
use spariglio_engine::Game;
use spariglio_engine::random::mix;
use spariglio_files::metrics::{self, GradientLine, Line, MatchLine};
use spariglio_files::run_dir::{RUN_FILE, data_folder, net_folder};
use spariglio_files::whole::{is_there, make_folder, write_whole};
use spariglio_files::{Config, ConfigError, FileError, Fingerprint, RulesChoice, RunDir, RunFile, best, tensorboard};
use spariglio_selfplay::seed::{Purpose, derive};
use spariglio_selfplay::{DataConfig, Progress, generate};

use crate::checkpoint::{self, CHECKPOINT_FILE};
use crate::config::{DistilConfig, GradientRunConfig};
use crate::error::GradientError;
use crate::learner::{Learner, StepStats};
use crate::lessons::Lessons;
use crate::pace::{Pace, Recent};

/// What is being learnt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The policy gradient.
    Gradient,
    /// What search played in a round of expert iteration, from 0.
    Distil {
        /// The round.
        round: u32,
    },
}

/// What an observer is told.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A stage begins, or goes on, at this many decisions of all.
    Started {
        /// The stage.
        stage: Stage,
        /// Decisions learnt from so far.
        decisions: u64,
        /// Decisions of the stage; about so many, where it distils.
        total: u64,
    },
    /// Steps were made.
    Progress {
        /// Decisions learnt from, in all processes.
        decisions: u64,
        /// Decisions of the stage.
        total: u64,
        /// Decisions a second since the start of this process, evaluations left out.
        speed: f64,
    },
    /// Search played hands.
    Searching {
        /// The round of expert iteration, from 0.
        round: u32,
        /// How far it is.
        progress: Progress,
    },
    /// A network was evaluated; the lines of `metrics.jsonl`.
    Evaluated(&'a GradientLine, &'a [MatchLine]),
}

/// Who looks on.
pub trait Observer: Send {
    /// Takes the news.
    fn tell(&mut self, event: Event<'_>);

    /// Whether the run is to stop; asked after every step.
    fn stopped(&self) -> bool {
        false
    }
}

/// Nobody looks on.
impl Observer for () {
    fn tell(&mut self, _: Event<'_>) {}
}

/// Brings the run in `dir` to its end, from wherever it is, on `threads` threads (0: one per core). Gives the folder of
/// the last network.
///
/// # Errors
/// The configuration cannot be used, the directory holds another run or is in use, a file cannot be written, the
/// learning diverges, or the observer stops it; at its end, the run lacks its network. What is there stays, and the next call goes
/// on from the last checkpoint.
pub fn run(
    config: &GradientRunConfig,
    dir: &Path,
    threads: usize,
    observer: &mut dyn Observer,
) -> Result<PathBuf, GradientError> {
    config.check()?;
    let game = Arc::new(config.rules.game()?);
    let resolved = GradientRunConfig {
        rules: RulesChoice::of(game.rules()),
        ..config.clone()
    };
    let file = RunFile::new(
        "gradient",
        INPUTS_VERSION,
        config.seed,
        Fingerprint::of(&game),
        &resolved,
    );
    // First, so that what it refuses leaves no directory.
    let learner = Learner::new(&game, &config.gradient, config.seed)?;
    check_opponents(&game, &config.evaluation.opponents)?;
    check_described(dir)?;
    let run = RunDir::open(dir, &file)?;
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|source| GradientError::Threads { threads, source })?;
    let mut job = Job {
        game: &game,
        config,
        run: &run,
        threads,
        learner,
        recent: Recent::default(),
    };
    pool.install(|| job.work(observer))
}

/// Refuses opponents that cannot play, before anything is learnt.
fn check_opponents(game: &Game, opponents: &[AgentSpec]) -> Result<(), ConfigError> {
    opponents.iter().try_for_each(|opponent| {
        let refused = |error| ConfigError::field("evaluation.opponents", "agents for these rules", error);
        opponent.build_player(game).map(|_| ()).map_err(refused)
    })
}

/// Refuses a directory with the checkpoint of a run and no description of it: it may be another run's.
fn check_described(dir: &Path) -> Result<(), FileError> {
    let description = dir.join(RUN_FILE);
    if is_there(&dir.join(CHECKPOINT_FILE))? && !is_there(&description)? {
        return Err(FileError::contents(
            &description,
            "expected the description of the run whose checkpoint is here, found none",
        ));
    }
    Ok(())
}

/// A run under way.
struct Job<'a> {
    game: &'a Arc<Game>,
    config: &'a GradientRunConfig,
    run: &'a RunDir,
    threads: usize,
    learner: Learner,
    /// What the last process summed up since its last evaluation.
    recent: Recent,
}

impl Job<'_> {
    fn work(&mut self, observer: &mut dyn Observer) -> Result<PathBuf, GradientError> {
        let path = self.checkpoint();
        if is_there(&path)? {
            self.recent = checkpoint::read(&path, &mut self.learner)?;
        }
        self.learn_by_gradient(observer)?;
        if let (Some(labels), Some(distil)) = (&self.config.labels, &self.config.distil) {
            while self.learner.position().round < distil.rounds {
                self.learn_from_search(labels, distil, observer)?;
            }
        }
        let net = net_folder(self.run.root(), self.generation());
        for name in [META_FILE, MODEL_FILE] {
            let file = net.join(name);
            if !is_there(&file)? {
                let message = "expected a file of the network of this run, which is at its end, found none";
                return Err(FileError::contents(&file, message).into());
            }
        }
        Ok(net)
    }

    fn checkpoint(&self) -> PathBuf {
        self.run.root().join(CHECKPOINT_FILE)
    }

    /// Brings the policy gradient to its end.
    fn learn_by_gradient(&mut self, observer: &mut dyn Observer) -> Result<(), GradientError> {
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
            let passed = |every: u64| before / every != now / every || self.learner.is_done();
            if passed(self.config.evaluation.every) {
                let line = pace.line(now);
                self.evaluate(line, pace.observer)?;
            }
            self.keep(&pace, passed(config.checkpoint))?;
        }
        Ok(())
    }

    /// Writes a checkpoint where one is due, or where the run is to stop: then that is the error.
    fn keep(&self, pace: &Pace<'_>, is_due: bool) -> Result<(), GradientError> {
        let stopped = pace.observer.stopped();
        if is_due || stopped {
            checkpoint::write(&self.checkpoint(), &self.learner, &pace.recent)?;
        }
        if stopped {
            let decisions = self.learner.decisions();
            return Err(GradientError::Stopped { decisions });
        }
        Ok(())
    }

    /// A round of expert iteration.
    fn learn_from_search(
        &mut self,
        labels: &DataConfig,
        distil: &DistilConfig,
        observer: &mut dyn Observer,
    ) -> Result<(), GradientError> {
        let round = self.learner.position().round;
        self.search(labels, round, observer)?;
        let window = (round + 1).saturating_sub(distil.window)..=round;
        let folders: Vec<PathBuf> = window.map(|round| data_folder(self.run.root(), round)).collect();
        let mut lessons = Lessons::read(self.game, &folders)?;
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
        self.learner.end_round();
        let line = pace.line(self.learner.decisions());
        self.evaluate(line, pace.observer)?;
        Ok(checkpoint::write(&self.checkpoint(), &self.learner, &pace.recent)?)
    }

    /// The last network guides the search, which plays the hands of a round.
    fn search(&self, labels: &DataConfig, round: u32, observer: &mut dyn Observer) -> Result<(), GradientError> {
        let root = self.run.root();
        let net = net_folder(root, self.generation());
        let job = spariglio_selfplay::Job::new(self.game, self.config.seed, round, labels, root, Some(&net))?;
        let observer = Mutex::new(observer);
        let tell = |progress| {
            let mut observer = observer.lock().expect("no panic holds it");
            observer.tell(Event::Searching { round, progress });
        };
        generate(self.run, &job, self.threads, &tell)?;
        Ok(())
    }

    /// One step, counted and told.
    fn step(&mut self, pace: &mut Pace<'_>, step: impl FnOnce(&mut Learner) -> StepStats) -> Result<(), GradientError> {
        let started = Instant::now();
        let stats = step(&mut self.learner);
        if !stats.norms.iter().all(|norm| norm.is_finite()) {
            return Err(self.diverged("the gradient is not finite"));
        }
        pace.count(&stats, started.elapsed());
        Ok(())
    }

    fn diverged(&self, what: &'static str) -> GradientError {
        GradientError::Diverged {
            what,
            decisions: self.learner.decisions(),
            checkpoint: self.checkpoint(),
        }
    }

    /// The number of the network that is evaluated next.
    fn generation(&self) -> u32 {
        let every = self.config.evaluation.every;
        let generation = if self.learner.is_done() {
            let gradient = &self.config.gradient;
            let round = u64::from(self.learner.position().round);
            (gradient.critic_decisions + gradient.decisions).div_ceil(every) + round
        } else {
            self.learner.decisions() / every
        };
        generation as u32
    }

    /// Writes the averaged network and plays the opponents with it.
    fn evaluate(&self, mut line: GradientLine, observer: &mut dyn Observer) -> Result<(), GradientError> {
        let net = self.learner.averaged();
        if !net.fits_file() {
            return Err(self.diverged("a weight is too large for the file of the network"));
        }
        let generation = self.generation();
        let folder = net_folder(self.run.root(), generation);
        make_folder(&folder)?;
        let decisions = self.learner.decisions();
        for (name, bytes) in net.files(self.game, decisions, self.config.seed) {
            write_whole(&folder.join(name), bytes)?;
        }
        best::write_best(self.run.root(), generation)?;
        line.generation = generation;
        let mut matches = Vec::new();
        for (number, opponent) in self.config.evaluation.opponents.iter().enumerate() {
            let result = self.play(&folder, opponent, number as u64)?;
            let line = result.line(generation);
            matches.push(MatchLine {
                agent: "net".to_owned(),
                ..line
            });
        }
        let mut lines = vec![Line::Gradient(line.clone())];
        lines.extend(matches.iter().cloned().map(Line::Eval));
        metrics::replace(self.run.root(), &lines)?;
        self.write_events()?;
        observer.tell(Event::Evaluated(&line, &matches));
        Ok(())
    }

    /// Writes the metrics of the run as TensorBoard events.
    fn write_events(&self) -> Result<(), GradientError> {
        let lines = metrics::read(self.run.root())?;
        let mut frames = tensorboard::version_frame(0.0);
        frames.extend(tensorboard::events(&lines));
        Ok(write_whole(&tensorboard::path(self.run.root(), 0)?, frames)?)
    }

    fn play(&self, folder: &Path, opponent: &AgentSpec, number: u64) -> Result<PairResult, GradientError> {
        // What it learnt shows best where nothing of the hand's end is searched over worlds.
        let net = AgentSpec::parse("net:net=RUN:hidden=0")
            .expect("a spec")
            .with_net(folder);
        // The same deals for every network, so that the curve does not jump with them.
        let config = ArenaConfig {
            hands: self.config.evaluation.hands,
            seed: mix(self.config.seed ^ mix(number)),
            threads: self.threads,
            ..ArenaConfig::default()
        };
        play_pair(self.game, [&net, opponent], &config, &|_| {}).map_err(|source| GradientError::Match {
            opponent: opponent.to_string(),
            source: Box::new(source),
        })
    }
}
