//! The guard: what every request must show before anything is done, and what every answer says to the browser.
//!
//! A page of another site can send requests to a server on the same machine, and by a name of its own that leads to this
//! address (DNS rebinding) even read the answers. So: the name in `Host` must be one of this server, a request that
//! changes something must come from its own pages (`Origin`), and all must have the cookie of the run, which the browser
//! sends from these pages only.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;
use crate::server::Shared;
use crate::token::is_same;

/// The name of the cookie.
const COOKIE: &str = "spariglio";
/// The field of an address that carries the token, once.
const TOKEN: &str = "token=";

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
    frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// Says to every answer what a browser must not do with it.
const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// The names by which a browser may call the server, and the token of the run.
pub(crate) struct Guard {
    /// `name:port`.
    hosts: Vec<String>,
    token: String,
}

impl Guard {
    /// A guard of a server at `port`, known by the names of this machine itself and by `others`.
    pub fn new(port: u16, others: &[String], token: String) -> Guard {
        let own = ["127.0.0.1", "localhost", "[::1]"].map(str::to_owned);
        let names = own.iter().chain(others);
        let hosts = names.flat_map(|name| {
            let plain = (port == 80).then(|| name.clone());
            plain.into_iter().chain([format!("{name}:{port}")])
        });
        Guard {
            hosts: hosts.collect(),
            token,
        }
    }

    fn check(&self, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
        let text = |name: HeaderName| {
            headers
                .get(name)
                .and_then(|value| value.to_str().ok())
                .unwrap_or_default()
        };
        let host = text(header::HOST);
        if !self.hosts.iter().any(|known| known == host) {
            let expected = self.hosts.join(" or ");
            return Err(Refusal::new(StatusCode::MISDIRECTED_REQUEST, "Host", expected, host));
        }
        let origin = text(header::ORIGIN);
        if method != Method::GET && origin != format!("http://{host}") {
            return Err(Refusal::new(
                StatusCode::FORBIDDEN,
                "Origin",
                format!("http://{host}"),
                origin,
            ));
        }
        if !self.has_token(headers) {
            let expected = "the cookie of this run: open the address that the server printed";
            return Err(Refusal::new(
                StatusCode::UNAUTHORIZED,
                "Cookie",
                expected,
                "none, or that of another run",
            ));
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

    /// The answer to the address that the server printed: swaps its token for the cookie, so that it stays in no history.
    fn welcome(&self, request: &Request) -> Option<Response> {
        let token = request.uri().query()?.strip_prefix(TOKEN)?;
        let path = request.uri().path();
        let is_known = is_same(token, &self.token) && request.method() == Method::GET;
        is_known.then(|| {
            let cookie = format!("{COOKIE}={}; Path=/; SameSite=Strict; HttpOnly", self.token);
            let headers = [(header::SET_COOKIE, cookie), (header::LOCATION, path.to_owned())];
            (StatusCode::SEE_OTHER, headers).into_response()
        })
    }
}

/// Lets a request through where it may pass; marks every answer.
pub(crate) async fn guard(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let guard = &shared.guard;
    let mut response = match guard.check(request.method(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) if refusal.status == StatusCode::UNAUTHORIZED => {
            guard.welcome(&request).unwrap_or_else(|| refusal.into_response())
        }
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, value);
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}
