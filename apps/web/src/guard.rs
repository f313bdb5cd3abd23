//! The guard: checks every request before anything else runs, and sets security headers on every answer.
//!
//! A page of another site can send requests to a server on the same machine. If its name leads to this address (DNS
//! rebinding), it can even read the answers. Therefore the name in `Host` must be one of this server. A request that
//! changes something must come from the server's own pages (`Origin`). All requests need the cookie of the run, which
//! the browser only sends from these pages; a guest has one for a table ([`guests`](crate::guests)).

use std::sync::Arc;

use axum::extract::{Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use spariglio_report::Language;

use crate::connections::Place;
use crate::guests;
use crate::refusal::Refusal;
use crate::refusal_page::{self, STYLE};
use crate::server::{Asked, SEAT_KEY, Server, Shared, language};
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

    /// Checks to which name a request goes, and from which page.
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
            return Err(Refusal::new(StatusCode::MISDIRECTED_REQUEST, "Host", expected, host).named("host"));
        }
        let origin = text(header::ORIGIN);
        if method != Method::GET && origin != format!("http://{host}") {
            let expected = format!("http://{host}");
            return Err(Refusal::new(StatusCode::FORBIDDEN, "Origin", expected, origin).named("origin"));
        }
        Ok(())
    }

    /// Whether a request has the cookie of the run.
    fn has_token(&self, headers: &HeaderMap) -> bool {
        cookies(headers).any(|(name, value)| name == COOKIE && is_same(value, &self.token))
    }

    /// The answer to the address that the server printed: the browser swaps the token for the cookie. `None` if the
    /// request has no token.
    ///
    /// # Errors
    /// If the token is wrong.
    fn swap(&self, request: &Request) -> Option<Result<Response, Refusal>> {
        let token = request.uri().query()?.strip_prefix(TOKEN)?;
        if !is_same(token, &self.token) || request.method() != Method::GET {
            return Some(Err(unknown().named("token")));
        }
        // Two slashes at the start would be another host.
        let path = request.uri().path().trim_start_matches('/');
        Some(Ok(welcome(COOKIE, &self.token, &format!("/{path}"))))
    }
}

/// The cookies of a request.
pub(crate) fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let lines = headers.get_all(header::COOKIE).into_iter();
    let lines = lines.filter_map(|value| value.to_str().ok());
    lines
        .flat_map(|list| list.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
}

/// A page that gives a cookie to the browser, which goes on to `goal`.
///
/// It is no redirection. If a file or another site led here, the browser takes the redirection for a request of theirs,
/// and sends no strict cookie. A page of this server may send it.
pub(crate) fn welcome(cookie: &str, value: &str, goal: &str) -> Response {
    let cookie = format!("{cookie}={value}; Path=/; SameSite=Strict; HttpOnly");
    let headers = [(header::SET_COOKIE, cookie), (header::REFRESH, format!("0; url={goal}"))];
    (headers, Html("Spariglio")).into_response()
}

fn unknown() -> Refusal {
    let expected = "the cookie of this run: open the address that the server printed";
    Refusal::new(StatusCode::UNAUTHORIZED, "Cookie", expected, "none, or that of another run").named("cookie")
}

/// Answers a request, or lets it in.
fn door(server: &Server, request: &mut Request) -> Result<Option<Response>, Refusal> {
    server.guard.check(request.method(), request.headers())?;
    if request.uri().path() == STYLE {
        return Ok(Some(refusal_page::style(&server.assets)));
    }
    if let Some(seated) = guests::seated(server, request) {
        return seated.map(Some);
    }
    if !server.guard.has_token(request.headers()) {
        if let Some(swapped) = server.guard.swap(request) {
            return swapped.map(Some);
        }
        let guest = guests::admit(server, request).ok_or_else(unknown)??;
        request.extensions_mut().insert(guest);
    }
    match request.extensions().get::<Arc<Place>>() {
        Some(place) => place.show_token().map(|()| None),
        None => Ok(None),
    }
}

/// Passes a request on if it is allowed. Sets the headers of every answer. A connection whose request is refused ends. A
/// browser that opens a refused address gets a page.
pub(crate) async fn guard(State(server): State<Shared>, mut request: Request, next: Next) -> Response {
    let navigation = refusal_page::is_navigation(request.method(), request.headers());
    let navigation = navigation.then(|| Navigation::of(&server, &request));
    let opened = door(&server, &mut request);
    let is_refused = opened.is_err();
    let mut response = match opened {
        Ok(None) => next.run(request).await,
        Ok(Some(response)) => response,
        Err(refusal) => refusal.into_response(),
    };
    if let Some(refusal) = response.extensions_mut().remove::<Refusal>()
        && let Some(navigation) = navigation
    {
        response = navigation.page(&server, &refusal);
    }
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

/// What the page of a refusal needs to know of its request.
struct Navigation {
    language: Language,
    is_owner: bool,
    /// The table of a guest.
    table: Option<String>,
}

impl Navigation {
    fn of(server: &Server, request: &Request) -> Navigation {
        let asked = Query::try_from_uri(request.uri()).map_or_else(|_| Asked::default(), |Query(asked)| asked);
        let is_owner = server.guard.has_token(request.headers());
        Navigation {
            language: language(server, &asked, request.headers()),
            is_owner,
            table: (!is_owner).then(|| guests::table_of(server, request.headers())).flatten(),
        }
    }

    fn page(self, server: &Server, refusal: &Refusal) -> Response {
        let table = self.table.map(|id| format!("/play/{id}"));
        let table = table.as_deref().map(|path| (path, "to_table"));
        let back = table.or(self.is_owner.then_some(("/", "to_start")));
        refusal_page::page(&server.assets, refusal, self.language, back)
    }
}
