//! Ends a decision early: if another thread asks, or at a time on the wall clock. A search then gives its best action so far.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

thread_local! {
    /// The stop of the work that this thread does.
    static CURRENT: RefCell<Option<Stop>> = const { RefCell::new(None) };
}

/// A wish to end a decision, shared between the thread that decides and the one that asks.
///
/// # Examples
/// ```
/// use rand_pcg::Pcg64Mcg;
/// use spariglio_agents::agent::Stop;
/// use spariglio_agents::{AgentSpec, Budget, Hand};
/// use spariglio_engine::{Deal, Game};
///
/// let game = Game::preset("scopa").expect("a preset");
/// let hand = Hand::new(&game, &Deal::random(&game, 0, &mut Pcg64Mcg::new(7)), false);
/// let mut agent = AgentSpec::parse("ismcts:simulations=1000000000")?.build(&game)?;
/// agent.start_hand(1);
/// let stop = Stop::default();
/// stop.ask();
/// let decision = stop.during(|| agent.decide(&hand.view(), Budget::OWN));
/// assert!(decision.stats.simulations < 1000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    until: Option<Instant>,
}

impl Stop {
    /// A stop that comes by itself at `until`, if that is given.
    #[must_use]
    pub fn new(until: Option<Instant>) -> Stop {
        Stop { asked: Arc::default(), until }
    }

    /// Asks for the end.
    pub fn ask(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    /// Does work whose searches look at this stop.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = CURRENT.replace(Some(self.clone()));
        let done = work();
        CURRENT.set(before);
        done
    }

    /// Does work that another thread hands over, with its stop if it has one.
    pub fn handed<T>(stop: Option<&Stop>, work: impl FnOnce() -> T) -> T {
        match stop {
            Some(stop) => stop.during(work),
            None => work(),
        }
    }

    /// The stop of the work that this thread does, if there is one.
    #[must_use]
    pub fn current() -> Option<Stop> {
        CURRENT.with_borrow(Clone::clone)
    }

    /// Whether the end was asked for, or its time has come.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.asked.load(Ordering::Relaxed) || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// Whether a stop, if there is one, is due.
pub(crate) fn is_due(stop: Option<&Stop>) -> bool {
    stop.is_some_and(Stop::is_due)
}
