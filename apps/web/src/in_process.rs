//! A server without a port, and a client of it in the same process: for tests and fuzzing.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

use crate::config::{ServeConfig, ServeError};
use crate::run::server;
use crate::server::router;

/// Longest answer that is read, in bytes.
const LONGEST: usize = 64 << 20;

/// A server that answers requests of its own process, one at a time.
pub struct InProcess {
    runtime: Runtime,
    router: Router,
    host: String,
    token: String,
}

/// A server's answer.
pub struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The status code.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.status.as_u16()
    }

    /// A header as text; `None` if it is missing or not text.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

impl InProcess {
    /// A server that would listen on `port` of this machine and has the cookie `token`.
    ///
    /// # Errors
    /// As [`start`](crate::start), except for the address.
    ///
    /// # Panics
    /// If the system cannot make a runtime.
    pub fn new(config: ServeConfig, port: u16, token: &str) -> Result<InProcess, ServeError> {
        Ok(InProcess::serving(router(server(config, port, token.to_owned())?), port, token))
    }

    pub(crate) fn serving(router: Router, port: u16, token: &str) -> InProcess {
        InProcess {
            runtime: Builder::new_current_thread().enable_time().build().expect("a runtime"),
            router,
            host: format!("127.0.0.1:{port}"),
            token: token.to_owned(),
        }
    }

    /// Sends a request as a page of this server would; `key` is the key of a seat. Returns `None` if it is no request of
    /// HTTP.
    ///
    /// # Panics
    /// If an answer has no end.
    pub fn request(&self, [method, path, key]: [&str; 3], content_type: &str, body: Vec<u8>) -> Option<Answer> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("Host", &self.host)
            .header("Origin", format!("http://{}", self.host))
            .header("Cookie", format!("spariglio={}", self.token))
            .header("X-Seat-Key", key)
            .header("Content-Type", content_type);
        Some(self.send(request.body(Body::from(body)).ok()?))
    }

    /// Sends a request unchanged.
    pub(crate) fn send(&self, request: Request<Body>) -> Answer {
        self.runtime.block_on(async {
            let response = self
                .router
                .clone()
                .oneshot(request)
                .await
                .unwrap_or_else(|never| match never {});
            let (parts, body) = response.into_parts();
            let body = to_bytes(body, LONGEST).await.expect("a body with an end").to_vec();
            Answer { status: parts.status, headers: parts.headers, body }
        })
    }
}
