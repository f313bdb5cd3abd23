//! The guard: the host, the origin and the cookie that every request must have.
//!
//! A page of another site can send requests to a server on the same machine. If its name leads to this address (DNS
//! rebinding), it can even read the answers. Therefore the name in `Host` must be one of this server. A request that
//! changes something must come from the server's own pages (`Origin`). All requests need the cookie of the run, which
//! the browser only sends from these pages; a guest has one for a table ([`guests`](crate::guests)).

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

use spariglio_table::Refusal;
use spariglio_table::token::is_same;

/// The name of the cookie.
const COOKIE: &str = "spariglio";
/// The query of the address that carries the token, once.
const TOKEN: &str = "token=";

/// The header with the key of a seat.
pub(crate) const SEAT_KEY: &str = "x-seat-key";

/// Headers that decide something. Two lines would have two meanings.
const ONCE: [&str; 4] = ["host", "origin", "content-type", SEAT_KEY];

/// The host names that browsers may use for the server, and the token of the run.
pub(crate) struct Guard {
    /// What `Host` may be.
    hosts: Vec<String>,
    /// Names that may have any port in `Host`, or none.
    names: Vec<String>,
    token: String,
}

impl Guard {
    /// A guard of a server at `port`. Allows the names of this machine at this port, and `others`.
    pub fn new(port: u16, others: &[String], token: String) -> Guard {
        let own = ["127.0.0.1", "localhost", "[::1]"].into_iter().flat_map(|name| {
            let plain = (port == 80).then(|| name.to_owned());
            plain.into_iter().chain([format!("{name}:{port}")])
        });
        // Browsers send small letters.
        let others = others.iter().map(|name| name.to_ascii_lowercase());
        let (with_port, names) = others.partition::<Vec<_>, _>(|name| bare(name).is_some());
        Guard { hosts: own.chain(with_port).collect(), names, token }
    }

    fn knows(&self, host: &str) -> bool {
        let name = bare(host).unwrap_or(host);
        self.hosts.iter().any(|known| known == host) || self.names.iter().any(|known| known == name)
    }

    /// Checks to which name a request goes, and from which page.
    pub fn check(&self, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
        for name in ONCE {
            let lines = headers.get_all(name).iter().count();
            if lines > 1 {
                let lines = format!("{lines} lines");
                return Err(Refusal::new(StatusCode::BAD_REQUEST, name, "at most one line", lines));
            }
        }
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let host = text(header::HOST);
        if !self.knows(host) {
            let hosts = self.hosts.iter().chain(&self.names).map(String::as_str);
            let expected = format!("{} (`serve --name` adds one)", hosts.collect::<Vec<_>>().join(" or "));
            return Err(Refusal::new(StatusCode::MISDIRECTED_REQUEST, "Host", expected, host).named("host"));
        }
        let origin = text(header::ORIGIN);
        if !reads(method) && origin != format!("http://{host}") {
            let expected = format!("http://{host}");
            return Err(Refusal::new(StatusCode::FORBIDDEN, "Origin", expected, origin).named("origin"));
        }
        Ok(())
    }

    /// Whether a request has the cookie of the run.
    pub fn has_token(&self, headers: &HeaderMap) -> bool {
        cookies(headers).any(|(name, value)| name == COOKIE && is_same(value, &self.token))
    }

    /// The answer to the address that the server printed: the browser swaps the token for the cookie. `None` if the
    /// request has no token.
    ///
    /// # Errors
    /// If the token is wrong.
    pub fn swap(&self, request: &Request) -> Option<Result<Response, Refusal>> {
        let token = request.uri().query()?.strip_prefix(TOKEN)?;
        if !is_same(token, &self.token) || !reads(request.method()) {
            return Some(Err(unknown().named("token")));
        }
        // Two slashes at the start would be another host.
        let path = request.uri().path().trim_start_matches('/');
        Some(Ok(welcome(COOKIE, &self.token, &format!("/{path}"))))
    }
}

/// Whether a method only reads: HEAD is GET without the body of the answer.
pub(crate) fn reads(method: &Method) -> bool {
    [Method::GET, Method::HEAD].contains(method)
}

/// The name in a `name:port`; `None` without a port.
fn bare(host: &str) -> Option<&str> {
    let (name, port) = host.rsplit_once(':')?;
    port.parse::<u16>().ok().map(|_| name)
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

/// The refusal of a request without a cookie.
pub(crate) fn unknown() -> Refusal {
    let expected = "the cookie of this run: open the address that the server printed";
    Refusal::new(StatusCode::UNAUTHORIZED, "Cookie", expected, "none, or that of another run").named("cookie")
}
