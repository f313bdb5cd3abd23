//! The guard: checks every request before anything else runs, and sets security headers on every answer.
//!
//! A page of another site can send requests to a server on the same machine. If its name leads to this address (DNS
//! rebinding), it can even read the answers. Therefore the name in `Host` must be one of this server. A request that
//! changes something must come from the server's own pages (`Origin`). All requests need the cookie of the run, which
//! the browser only sends from these pages.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};

use crate::connections::Place;
use crate::refusal::Refusal;
use crate::server::SEAT_KEY;
use crate::token::is_same;

/// The name of the cookie.
const COOKIE: &str = "spariglio";
/// The query of the address that carries the token, once.
const TOKEN: &str = "token=";

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
    frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// Headers that decide something. Two lines would have two meanings.
const ONCE: [&str; 4] = ["host", "origin", "content-type", SEAT_KEY];

/// Headers of every answer that restrict the browser.
const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// The host names that browsers may use for the server, and the token of the run.
pub(crate) struct Guard {
    /// Entries are `name:port`.
    hosts: Vec<String>,
    token: String,
}

impl Guard {
    /// A guard of a server at `port`. Allows the names of this machine and `others`.
    pub fn new(port: u16, others: &[String], token: String) -> Guard {
        let own = ["127.0.0.1", "localhost", "[::1]"].map(str::to_owned);
        let names = own.iter().chain(others);
        let hosts = names.flat_map(|name| {
            let plain = (port == 80).then(|| name.clone());
            plain.into_iter().chain([format!("{name}:{port}")])
        });
        Guard { hosts: hosts.collect(), token }
    }

    /// Checks who sends a request, and from which page.
    fn check(&self, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
        for name in ONCE {
            let lines = headers.get_all(name).iter().count();
            if lines > 1 {
                let found = format!("{lines} lines");
                return Err(Refusal::new(StatusCode::BAD_REQUEST, name, "at most one line", found));
            }
        }
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let host = text(header::HOST);
        if !self.hosts.iter().any(|known| known == host) {
            let expected = self.hosts.join(" or ");
            return Err(Refusal::new(StatusCode::MISDIRECTED_REQUEST, "Host", expected, host));
        }
        let origin = text(header::ORIGIN);
        if method != Method::GET && origin != format!("http://{host}") {
            return Err(Refusal::new(StatusCode::FORBIDDEN, "Origin", format!("http://{host}"), origin));
        }
        if !self.has_token(headers) {
            let expected = "the cookie of this run: open the address that the server printed";
            return Err(Refusal::new(StatusCode::UNAUTHORIZED, "Cookie", expected, "none, or that of another run"));
        }
        Ok(())
    }

    fn has_token(&self, headers: &HeaderMap) -> bool {
        let cookies = headers
            .get_all(header::COOKIE)
            .into_iter()
            .filter_map(|value| value.to_str().ok());
        let mut pairs = cookies
            .flat_map(|list| list.split(';'))
            .filter_map(|pair| pair.trim().split_once('='));
        pairs.any(|(name, value)| name == COOKIE && is_same(value, &self.token))
    }

    /// The answer to the address that the server printed. It exchanges the token for the cookie, and the browser goes
    /// on without the token. `None` if the token is wrong.
    ///
    /// This is a page and no redirection. If a file led here, the browser takes the redirection for a request of that
    /// file, and sends no strict cookie. A page of this server may send it.
    fn welcome(&self, request: &Request) -> Option<Response> {
        let token = request.uri().query()?.strip_prefix(TOKEN)?;
        // Two slashes at the start would be another host.
        let path = request.uri().path().trim_start_matches('/');
        let is_known = is_same(token, &self.token) && request.method() == Method::GET;
        is_known.then(|| {
            let cookie = format!("{COOKIE}={}; Path=/; SameSite=Strict; HttpOnly", self.token);
            let headers = [(header::SET_COOKIE, cookie), (header::REFRESH, format!("0; url=/{path}"))];
            (headers, Html("Spariglio")).into_response()
        })
    }
}

/// Passes a request on if it is allowed. Sets the headers of every answer. A connection whose request is refused ends.
pub(crate) async fn guard(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let checked = guard.check(request.method(), request.headers());
    let checked = checked.and_then(|()| match request.extensions().get::<Arc<Place>>() {
        Some(place) => place.show_token(),
        None => Ok(()),
    });
    let is_refused = checked.is_err();
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(refusal) if refusal.status == StatusCode::UNAUTHORIZED => {
            guard.welcome(&request).unwrap_or_else(|| refusal.into_response())
        }
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    if is_refused {
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    for (name, value) in HEADERS {
        headers.insert(name, value);
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}
