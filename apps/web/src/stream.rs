//! Server-sent events: each stream only announces changes, and pages then request the data.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::watch;

use spariglio_table::Refusal;

/// Maximum number of streams at once.
const MOST_STREAMS: usize = 24;
/// Interval between keep-alive messages. They fail when the page is gone.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// Counts streams.
#[derive(Clone, Default)]
pub(crate) struct Streams(Arc<AtomicUsize>);

/// The right to a stream. It ends when dropped.
struct Permit(Arc<AtomicUsize>);

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Streams {
    /// A stream of the values of `news`, the current one first. It ends when `news` ends.
    ///
    /// # Errors
    /// If there are too many streams.
    pub fn open<T: Clone + Send + Sync + 'static>(
        &self,
        mut news: watch::Receiver<T>,
        event: impl Fn(&T) -> Event + Send + 'static,
    ) -> Result<Response, Refusal> {
        if self.0.fetch_add(1, Ordering::Relaxed) >= MOST_STREAMS {
            self.0.fetch_sub(1, Ordering::Relaxed);
            return Err(Refusal::busy("streams", MOST_STREAMS));
        }
        let permit = Permit(Arc::clone(&self.0));
        news.mark_changed();
        let events = stream::unfold((news, event, permit), |(mut news, event, permit)| async move {
            news.changed().await.ok()?;
            let message = event(&news.borrow_and_update().clone());
            Some((Ok::<Event, Infallible>(message), (news, event, permit)))
        });
        Ok(Sse::new(events)
            .keep_alive(KeepAlive::new().interval(KEEP_ALIVE))
            .into_response())
    }
}
