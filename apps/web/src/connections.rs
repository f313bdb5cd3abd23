//! Connections: who holds one, and how long it may wait for a request.
//!
//! Every process of the machine can connect. A connection that has not shown the token is a stranger's. If strangers
//! hold all their places, the connection that has waited longest ends, so the next one always has a place.
//!
//! Invariant: strangers take no place of those who know the token, and all places together need few descriptors.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use axum::serve::Listener;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{AbortHandle, yield_now};
use tower::ServiceExt;

use spariglio_table::Refusal;

/// Maximum number of connections that have not shown the token.
const MOST_STRANGERS: usize = 16;
/// Maximum number of connections that have shown it. With the strangers they stay below 128 descriptors.
pub(crate) const MOST_KNOWN: usize = 48;
/// Time for the headers of a request, also for a connection that waits for its next request.
pub(crate) const HEADERS: Duration = Duration::from_secs(10);

/// All connections of a server.
pub(crate) struct Connections {
    /// The strangers' connections with their numbers, the longest-waiting first.
    strangers: Mutex<VecDeque<(u64, AbortHandle)>>,
    known: Arc<Semaphore>,
}

/// The place of a connection. It is released when dropped.
pub(crate) struct Place {
    connections: Arc<Connections>,
    number: u64,
    /// The permit of a connection that has shown the token.
    permit: OnceLock<OwnedSemaphorePermit>,
}

impl Connections {
    /// Answers the requests of all connections. Must run on a runtime with one thread, so that a connection has its
    /// place before it answers.
    pub async fn serve(mut listener: TcpListener, router: Router) {
        let known = Arc::new(Semaphore::new(MOST_KNOWN));
        let connections = Arc::new(Connections { strangers: Mutex::default(), known });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(HEADERS);
        for number in 0.. {
            let (stream, _) = Listener::accept(&mut listener).await;
            let place = Arc::new(Place { connections: Arc::clone(&connections), number, permit: OnceLock::new() });
            let service = router.clone().map_request(move |mut request: Request<Incoming>| {
                request.extensions_mut().insert(Arc::clone(&place));
                request.map(Body::new)
            });
            let connection = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
            let task = tokio::spawn(async {
                // A client that ends its connection early is no error of the server.
                let _ = connection.await;
            });
            connections.admit(number, task.abort_handle());
            // Others may show their token before the next connection is taken.
            yield_now().await;
        }
    }

    /// Gives a stranger a place. If there is none, the stranger that has waited longest loses its connection.
    fn admit(&self, number: u64, handle: AbortHandle) {
        let mut strangers = self.strangers();
        strangers.push_back((number, handle));
        if strangers.len() > MOST_STRANGERS
            && let Some((_, longest)) = strangers.pop_front()
        {
            longest.abort();
        }
    }

    fn strangers(&self) -> MutexGuard<'_, VecDeque<(u64, AbortHandle)>> {
        self.strangers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn forget(&self, number: u64) {
        self.strangers().retain(|(other, _)| *other != number);
    }
}

impl Place {
    /// The connection has shown the token: it is no stranger's any more.
    ///
    /// # Errors
    /// If there are too many connections of this kind.
    pub fn show_token(&self) -> Result<(), Refusal> {
        if self.permit.get().is_some() {
            return Ok(());
        }
        let permit = Arc::clone(&self.connections.known).try_acquire_owned();
        let permit = permit.map_err(|_| Refusal::busy("connections", MOST_KNOWN))?;
        // Two requests of a connection follow each other, so the permit is set once.
        let _ = self.permit.set(permit);
        self.connections.forget(self.number);
        Ok(())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.forget(self.number);
    }
}
