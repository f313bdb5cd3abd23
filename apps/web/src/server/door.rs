//! The door: the guard checks every request before anything else runs. Every answer gets security headers.

use std::sync::Arc;

use axum::extract::{Query, Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use spariglio_report::Language;

use super::{Server, Shared, language};
use crate::connections::Place;
use crate::entrants;
use crate::guard::unknown;
use crate::guests;
use crate::refusal_page::{self, STYLE};
use crate::request::PageQuery;
use spariglio_table::Refusal;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
    frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// Headers of every answer that restrict the browser.
const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// Answers a request, or lets it in.
fn open(server: &Server, request: &mut Request) -> Result<Option<Response>, Refusal> {
    server.guard.check(request.method(), request.headers())?;
    if request.uri().path() == STYLE {
        return Ok(Some(refusal_page::style(&server.assets)));
    }
    if let Some(seated) = guests::seated(&server.tables, request) {
        return seated.map(Some);
    }
    if let Some(entered) = entrants::entered(&server.tournaments, request) {
        return entered.map(Some);
    }
    if !server.guard.has_token(request.headers()) {
        if let Some(swapped) = server.guard.swap(request) {
            return swapped.map(Some);
        }
        let guest = match entrants::admit(&server.tournaments, request) {
            Some(entrant) => entrant,
            None => guests::admit(&server.tables, request).ok_or_else(unknown)??,
        };
        request.extensions_mut().insert(guest);
    }
    match request.extensions().get::<Arc<Place>>() {
        Some(place) => place.show_token().map(|()| None),
        None => Ok(None),
    }
}

/// Passes a request on if it is allowed. Sets the headers of every answer. A connection whose request is refused ends. A
/// browser that opens a refused address gets a page.
pub(super) async fn pass(State(server): State<Shared>, mut request: Request, next: Next) -> Response {
    let navigation = refusal_page::is_navigation(request.method(), request.headers());
    let navigation = navigation.then(|| Navigation::of(&server, &request));
    let opened = open(&server, &mut request);
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
        let query = Query::try_from_uri(request.uri()).map_or_else(|_| PageQuery::default(), |Query(query)| query);
        let is_owner = server.guard.has_token(request.headers());
        Navigation {
            language: language(server, &query, request.headers()),
            is_owner,
            table: (!is_owner)
                .then(|| guests::table_of(&server.tables, request.headers()))
                .flatten(),
        }
    }

    fn page(self, server: &Server, refusal: &Refusal) -> Response {
        let table = self.table.map(|id| format!("/play/{id}"));
        let table = table.as_deref().map(|path| (path, "to_table"));
        let back = table.or(self.is_owner.then_some(("/", "to_start")));
        refusal_page::page(&server.assets, refusal, self.language, back)
    }
}
