//! Two agents over a range of deals: seeds, plays, and the threads that play them.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use spariglio_agents::AgentSpec;
use spariglio_agents::agent::Stop;
use spariglio_engine::Game;

use super::component::greet;
use super::config::ArenaConfig;
use super::instances::Instances;
use super::offences::Reported;
use super::queue::{Queue, Stretch};
use super::set_sums::Tally;
use super::sprt::Sprt;
use super::totals::{SequentialRun, Totals};
use super::unit::Unit;
use crate::deals::seating::Seating;
use crate::error::ArenaError;
use crate::in_flight::in_flight;
use crate::watch::{Progress, Watch};
use crate::workers::{Failed, Workers};

/// Target time of a stretch: short enough for smooth progress, long enough that the lock costs little.
const STRETCH: Duration = Duration::from_millis(40);
/// The same if an agent decides in waves: waves are narrow at the end of a stretch.
const WAVES_STRETCH: Duration = Duration::from_secs(1);
/// Deals of the longest stretch.
const LONGEST_STRETCH: u64 = 1 << 14;

/// A unit that can be played.
pub trait Play: Unit {
    /// The settings in results that those of other units lack.
    fn settings(&self, game: &Game) -> Self::Settings;

    /// A worker of a duel, with players of its own.
    ///
    /// # Errors
    /// Fails if an agent cannot be built.
    fn worker<'d>(duel: &'d Duel<'d, Self>) -> Result<Box<dyn PlayStretch<Self::Tally> + 'd>, ArenaError>;
}

/// Plays the sets of a stretch of deals.
pub trait PlayStretch<T: Tally> {
    /// Plays the sets of `deals` and adds them to `sums`. Returns `false` and adds nothing if `watch` stopped it.
    ///
    /// # Errors
    /// As [`play_pair`](crate::play_pair).
    fn play_stretch(
        &mut self,
        deals: Range<u64>,
        sums: &mut Totals<T>,
        watch: &dyn Watch<Progress, Totals<T>>,
    ) -> Result<bool, ArenaError>;
}

/// Two agents over a range of deals.
pub struct Duel<'a, U: Unit> {
    pub(crate) game: &'a Game,
    pub(crate) agents: [&'a AgentSpec; 2],
    pub(crate) config: &'a ArenaConfig,
    pub(crate) set: Vec<Seating>,
    /// Plays per deal.
    pub(crate) plays: u64,
    /// Whether a program takes part; it may remember earlier hands.
    pub(crate) has_program: bool,
    /// Hands that a worker has in flight, if an agent decides in waves. `None` if a program takes part: each of its
    /// processes plays one hand at a time.
    pub(crate) width: Option<usize>,
    /// Whether each agent's first offence has been reported.
    pub(crate) reported: Reported,
    unit: PhantomData<U>,
}

/// Plays the requested deals that `totals` lacks. Stops early if `watch` asks for it or a sequential test ends. At an
/// error `watch` gets the sums so far to keep.
///
/// # Errors
/// Fails if an agent cannot be built for `game` or plays an illegal action, if nothing was requested, if threads cannot
/// be started, or if `watch` cannot keep the totals.
pub(crate) fn continue_pair<U: Play>(
    game: &Game,
    agents: [&AgentSpec; 2],
    config: &ArenaConfig,
    mut totals: Totals<U::Tally>,
    watch: &dyn Watch<Progress, Totals<U::Tally>>,
) -> Result<Totals<U::Tally>, ArenaError> {
    if config.hands == 0 {
        return Err(ArenaError::NoHands);
    }
    if let Some(config) = config.sprt {
        totals
            .sprt
            .get_or_insert_with(|| SequentialRun { config, path: Vec::new(), verdict: None });
    }
    let duel = Duel::<U>::new(game, agents, config);
    for deals in totals.deals.missing(config.deals(game)) {
        totals = duel.run(deals, totals, watch)?;
    }
    Ok(totals)
}

impl<'a, U: Play> Duel<'a, U> {
    pub(crate) fn new(game: &'a Game, agents: [&'a AgentSpec; 2], config: &'a ArenaConfig) -> Duel<'a, U> {
        let has_program = agents.iter().any(|agent| agent.agent_type().is_program());
        let widths = agents.iter().filter_map(|agent| agent.custom()?.width());
        Duel {
            game,
            unit: PhantomData,
            agents,
            config,
            set: Seating::set(game),
            plays: config.plays(game, agents),
            has_program,
            width: widths.min().filter(|_| !has_program),
            reported: Reported::default(),
        }
    }

    /// Returns `totals` with `deals` added; if `watch` stops the run, with the deals finished before. Programs are
    /// greeted first.
    ///
    /// # Errors
    /// As [`continue_pair`].
    pub(crate) fn run(
        &self,
        deals: Range<u64>,
        totals: Totals<U::Tally>,
        watch: &dyn Watch<Progress, Totals<U::Tally>>,
    ) -> Result<Totals<U::Tally>, ArenaError> {
        for agent in self.agents {
            greet(agent, self.game)?;
        }
        let threads = in_flight(self.agents, self.config.in_flight, self.config.threads);
        let workers = Workers::new(threads)?;
        let sprt = self.config.sprt.map(|config| Sprt { config, plays: self.plays });
        let queue = Mutex::new(Queue::new(totals, deals, sprt));
        let began = Instant::now();
        let ended = workers.run(|failed| self.within(|| self.work(&queue, failed, watch)));
        let mut totals = queue.into_inner().expect("no worker panicked").into_sums()?;
        if let Some(clocked) = &mut totals.clocked {
            clocked.threads = clocked.threads.max(threads);
            clocked.seconds += began.elapsed().as_secs_f64();
        }
        if ended.is_err() && totals.tally.sets() > 0 {
            // The error that came first is the one to tell.
            let _ = watch.keep_last(&totals);
        }
        ended.map(|()| totals)
    }

    /// Runs the work of a thread, inside the host's wrapper if an agent of the host takes part.
    fn within(&self, work: impl FnOnce() -> Result<(), ArenaError> + Send) -> Result<(), ArenaError> {
        let Some(custom) = self.agents.iter().find_map(|agent| agent.custom()) else {
            return work();
        };
        let (mut work, mut ended) = (Some(work), Ok(()));
        custom.run(&mut || ended = work.take().map_or(Ok(()), |work| work()));
        ended
    }

    /// Plays stretches until none is left.
    fn work(
        &self,
        queue: &Mutex<Queue<Totals<U::Tally>>>,
        failed: &Failed,
        watch: &dyn Watch<Progress, Totals<U::Tally>>,
    ) -> Result<(), ArenaError> {
        let take = |length| queue.lock().expect("no worker panicked").take(length);
        let mut worker = None;
        let mut length = self.first_length();
        while !failed.is_set() && !watch.stopped() {
            let Some(deals) = take(length) else { break };
            let began = Instant::now();
            let mut sums = Totals::default();
            sums.deals.add(deals.clone()).expect("the first deals");
            let worker = match &mut worker {
                Some(worker) => Ok(worker),
                // Not before there is a deal: a program's processes cost time.
                none => U::worker(self).map(|made| none.insert(made)),
            };
            let played = worker.and_then(|worker| worker.play_stretch(deals.clone(), &mut sums, watch));
            // Decisions after a stop are hasty, and programs make none: their sets do not count.
            if Stop::is_due_here() || !played? {
                break;
            }
            let mut queue = queue.lock().expect("no worker panicked");
            queue.add(Stretch { deals, sums })?;
            watch.keep(&queue.sums)?;
            watch.progress(self.progress(&queue.sums));
            length = self.next_length(length, began.elapsed());
        }
        Ok(())
    }

    fn first_length(&self) -> u64 {
        self.width.map_or(1, |width| (width as u64).div_ceil(self.plays))
    }

    /// The length of a worker's next stretch, after one of `length` deals that took `time`. With a program it is always
    /// one deal, so that a failure loses only the sets in play.
    fn next_length(&self, length: u64, time: Duration) -> u64 {
        if self.has_program {
            return 1;
        }
        let stretch = self.width.map_or(STRETCH, |_| WAVES_STRETCH);
        let fitting = length as f64 * stretch.as_secs_f64() / time.as_secs_f64().max(1e-9);
        (fitting as u64).clamp(self.first_length(), (2 * length).min(LONGEST_STRETCH))
    }

    fn progress(&self, totals: &Totals<U::Tally>) -> Progress {
        let deals = self.config.deals(self.game);
        Progress {
            llrs: totals.sprt.as_ref().and_then(|run| run.path.last()).map(|look| look.1),
            ..Progress::new(
                [totals.tally.sets(), deals.end - deals.start],
                self.plays,
                &totals.tally.estimate(self.plays),
            )
        }
    }
}

impl<U: Unit> Duel<'_, U> {
    /// The players of an agent, of one worker. A program may remember earlier hands, so each play of a deal has processes
    /// of its own: none meets a deal twice.
    ///
    /// # Errors
    /// Fails if the agent cannot be built; the error names it.
    pub(crate) fn instances(&self, agent: usize) -> Result<Instances, ArenaError> {
        let spec = self.agents[agent];
        let plays = if spec.agent_type().is_program() && self.plays > 1 {
            self.set.len()
        } else {
            1
        };
        Instances::new(spec, self.game, plays, Seating::instances(&self.set)[agent])
    }

    /// Records an offence of an agent and reports the first one; `sentence` says where and which.
    pub(crate) fn offence(
        &self,
        agent: usize,
        sentence: String,
        sums: &mut Totals<U::Tally>,
        watch: &dyn Watch<Progress, Totals<U::Tally>>,
    ) {
        self.reported.tell(agent, &self.agents[agent].to_string(), &sentence, watch);
        sums.first_offence[agent].get_or_insert(sentence);
    }

    /// The plays of deal `index` in their order: they go round, from the first one on. If every deal is played once, only
    /// the first one.
    pub(crate) fn plays_of(&self, index: u64) -> impl Iterator<Item = usize> + use<U> {
        let (first, plays) = (Seating::first(self.game, &self.set, index), self.set.len());
        (0..self.plays as usize).map(move |before| (first + before) % plays)
    }
}
