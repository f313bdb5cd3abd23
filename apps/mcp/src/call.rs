//! A call of a client: its work ends if the client cancels it, and tells its progress if the client asked for that.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::RequestContext;
use rmcp::{Peer, RoleServer};
use spariglio_agents::agent::Stop;
use spariglio_arena::{Step, Watch};
use tokio::runtime::Handle;

/// Seconds after which the searches of a call end and give their best so far, if nothing else is said.
pub const SECONDS: u64 = 60;

/// Least time between two notes of progress.
const TELL_EVERY: Duration = Duration::from_secs(1);

/// A call in progress.
pub struct Call {
    stop: Stop,
    peer: Peer<RoleServer>,
    /// The mark of the client's wish for progress.
    token: Option<ProgressToken>,
    runtime: Handle,
    /// The time of the last note of progress.
    last: Mutex<Instant>,
}

impl Call {
    /// Runs `work` on a thread of its own, so that the server goes on answering. Its searches end if the client cancels
    /// the call, and `seconds` after its start.
    pub async fn run<T: Send + 'static>(
        context: RequestContext<RoleServer>,
        seconds: u64,
        work: impl FnOnce(&Call) -> Result<T, String> + Send + 'static,
    ) -> Result<T, String> {
        let stop = Stop::new(Some(Instant::now() + Duration::from_secs(seconds)));
        let asker = stop.clone();
        let cancelled = tokio::spawn(async move {
            context.ct.cancelled().await;
            asker.ask();
        });
        let call = Call {
            stop: stop.clone(),
            peer: context.peer,
            token: context.meta.get_progress_token(),
            runtime: Handle::current(),
            last: Mutex::new(Instant::now()),
        };
        let done = tokio::task::spawn_blocking(move || stop.during(|| work(&call))).await;
        cancelled.abort();
        done.unwrap_or_else(|error| Err(error.to_string()))
    }

    /// Whether a note of progress is due now.
    fn is_due(&self) -> bool {
        let mut last = self.last.lock().expect("no worker panicked");
        let is_due = last.elapsed() >= TELL_EVERY;
        if is_due {
            *last = Instant::now();
        }
        is_due
    }
}

impl<Kept> Watch<Step, Kept> for Call {
    fn progress(&self, Step { done, .. }: Step) {
        let Some(token) = self.token.clone().filter(|_| self.is_due()) else {
            return;
        };
        let peer = self.peer.clone();
        let mut note = ProgressNotificationParam::new(token, done.played as f64);
        note.total = Some(done.of as f64);
        note.message = Some(format!("{} of {} hands", done.played, done.of));
        // A client that has gone is no fault of the work.
        self.runtime.spawn(async move { drop(peer.notify_progress(note).await) });
    }

    fn stopped(&self) -> bool {
        self.stop.is_due()
    }
}
