//! A run: its directory, its steps, its checkpoints, its evaluations.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rayon::ThreadPoolBuilder;
use spariglio_agents::AgentSpec;
use spariglio_agents::inputs::INPUTS_VERSION;
use spariglio_arena::{ArenaConfig, PairResult, play_pair};
use spariglio_engine::Game;
use spariglio_engine::random::mix;
use spariglio_files::metrics::{self, GradientLine, Line, MatchLine};
use spariglio_files::run_dir::net_folder;
use spariglio_files::whole::{make_folder, write_whole};
use spariglio_files::{Config, Fingerprint, RulesChoice, RunDir, RunFile, best, tensorboard};

use crate::checkpoint::{self, CHECKPOINT_FILE};
use crate::config::GradientRunConfig;
use crate::error::GradientError;
use crate::learner::Learner;
use crate::shard::Stats;

/// Time between two reports of progress.
const REPORT: Duration = Duration::from_secs(1);

/// What an observer is told.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A run begins, or goes on, at this many decisions of all.
    Started {
        /// Decisions learnt from so far.
        decisions: u64,
        /// Decisions of the run.
        total: u64,
    },
    /// Steps were made.
    Progress {
        /// Decisions learnt from, in all processes.
        decisions: u64,
        /// Decisions of the run.
        total: u64,
        /// Decisions a second since the start of this process, evaluations left out.
        speed: f64,
    },
    /// A network was evaluated; the lines of `metrics.jsonl`.
    Evaluated(&'a GradientLine, &'a [MatchLine]),
}

/// Who looks on.
pub trait Observer: Send {
    /// Takes the news.
    fn tell(&mut self, event: Event<'_>);
}

/// Nobody looks on.
impl Observer for () {
    fn tell(&mut self, _: Event<'_>) {}
}

/// Brings the run in `dir` to its end, from wherever it is, on `threads` threads (0: one per core). Gives the folder of
/// the last network.
///
/// # Errors
/// The configuration cannot be used, the directory holds another run or is in use, a file cannot be written, or the
/// learning diverges. What is there stays, and the next call goes on from the last checkpoint.
pub fn run(
    config: &GradientRunConfig,
    dir: &Path,
    threads: usize,
    observer: &mut dyn Observer,
) -> Result<PathBuf, GradientError> {
    config.check()?;
    let game = config.rules.game()?;
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
    let run = RunDir::open(dir, &file)?;
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|source| GradientError::Threads { threads, source })?;
    let learner = Learner::new(&game, &config.gradient, config.seed);
    let mut job = Job {
        game: &game,
        config,
        run: &run,
        threads,
        learner,
    };
    pool.install(|| job.work(observer))
}

/// A run under way.
struct Job<'a> {
    game: &'a Game,
    config: &'a GradientRunConfig,
    run: &'a RunDir,
    threads: usize,
    learner: Learner,
}

impl Job<'_> {
    fn work(&mut self, observer: &mut dyn Observer) -> Result<PathBuf, GradientError> {
        let path = self.run.root().join(CHECKPOINT_FILE);
        if path.exists() {
            checkpoint::read(&path, &mut self.learner)?;
        }
        let config = &self.config.gradient;
        let total = config.decisions;
        let begun = self.learner.decisions();
        observer.tell(Event::Started {
            decisions: begun,
            total,
        });
        let mut learning = Duration::ZERO;
        let mut told = Instant::now();
        let mut recent = Recent::default();
        while !self.learner.is_done() {
            let before = self.learner.decisions();
            let started = Instant::now();
            let step = self.learner.step();
            learning += started.elapsed();
            if !step.norms.iter().all(|norm| norm.is_finite()) {
                let decisions = self.learner.decisions();
                return Err(GradientError::Diverged {
                    decisions,
                    checkpoint: path,
                });
            }
            recent.add(&step.sums, step.norms[0], step.rate);
            let now = self.learner.decisions();
            let speed = (now - begun) as f64 / learning.as_secs_f64().max(1e-9);
            if told.elapsed() >= REPORT {
                told = Instant::now();
                observer.tell(Event::Progress {
                    decisions: now,
                    total,
                    speed,
                });
            }
            let passed = |every: u64| before / every != now / every || self.learner.is_done();
            if passed(self.config.evaluation.every) {
                self.evaluate(recent.line(now, speed), observer)?;
                recent = Recent::default();
            }
            if passed(config.checkpoint) {
                checkpoint::write(&path, &self.learner)?;
            }
        }
        Ok(net_folder(self.run.root(), self.generation()))
    }

    /// The number of the network that is evaluated next.
    fn generation(&self) -> u32 {
        let every = self.config.evaluation.every;
        let generation = if self.learner.is_done() {
            self.config.gradient.decisions.div_ceil(every)
        } else {
            self.learner.decisions() / every
        };
        generation as u32
    }

    /// Writes the averaged network and plays the opponents with it.
    fn evaluate(&self, mut line: GradientLine, observer: &mut dyn Observer) -> Result<(), GradientError> {
        let generation = self.generation();
        let folder = net_folder(self.run.root(), generation);
        make_folder(&folder)?;
        let decisions = self.learner.decisions();
        for (name, bytes) in self.learner.averaged().files(self.game, decisions, self.config.seed) {
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
        let net = AgentSpec::parse("net:net=RUN").expect("a spec").with_net(folder);
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

/// Sums since the last evaluation.
#[derive(Default)]
struct Recent {
    sums: Stats,
    norm: f64,
    steps: f64,
    rate: f64,
}

impl Recent {
    fn add(&mut self, sums: &Stats, norm: f64, rate: f64) {
        self.sums.add(sums);
        self.norm += norm;
        self.steps += 1.0;
        self.rate = rate;
    }

    fn line(&self, decisions: u64, speed: f64) -> GradientLine {
        let made = self.sums.decisions as f64;
        let quarter = |quarter: usize| match self.sums.squares[quarter] {
            0.0 => 0.0,
            squares => 1.0 - self.sums.errors[quarter] / squares,
        };
        GradientLine {
            generation: 0,
            decisions,
            time: metrics::now(),
            decisions_per_second: speed,
            entropy: self.sums.entropy / made,
            divergence: self.sums.divergence / made,
            value_explained: std::array::from_fn(quarter),
            gradient_norm: self.norm / self.steps,
            learning_rate: self.rate,
        }
    }
}
