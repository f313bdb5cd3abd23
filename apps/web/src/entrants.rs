//! Persons of a tournament, whose browsers never had the printed address. One link lets everybody in.
//!
//! The link is swapped for a cookie. The cookie opens the tournament only: its page, its interface and the files of
//! pages. At each match a guest's link seats the browser.

use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use spariglio_arena::deals::unforeseen::random_seed;
use spariglio_table::Refusal;
use spariglio_table::token::{is_same, new_token};

use crate::guard::{cookies, reads, welcome};
use crate::guests::{GuestRequest, OPEN};
use crate::tournaments::Tournaments;

/// The start of the cookie's name; the name of the tournament follows.
const COOKIE: &str = "spariglio-entrant-";
/// The ends of a tournament's path that are for persons.
const PERSONS: [&str; 5] = ["enter", "events", "leave", "result", "seat"];

/// The parts of the link.
#[derive(Deserialize)]
struct EntryLink {
    enter: String,
}

/// The cookie of a browser for a tournament.
pub(crate) fn cookie_of<'a>(headers: &'a HeaderMap, id: &str) -> Option<&'a str> {
    let cookie = cookies(headers).find(|(name, _)| name.strip_prefix(COOKIE) == Some(id));
    cookie.map(|(_, value)| value)
}

/// The answer to a tournament's link. It gives the browser a cookie, if it has none. `None` if the request is no such
/// link.
pub(crate) fn entered(tournaments: &Tournaments, request: &Request) -> Option<Result<Response, Refusal>> {
    let path = request.uri().path();
    let id = path.strip_prefix("/tournament/").filter(|_| request.method() == Method::GET)?;
    let EntryLink { enter } = axum::extract::Query::try_from_uri(request.uri()).ok()?.0;
    let open = tournaments.get(id).ok();
    let Some(open) = open.filter(|open| open.look(|running| is_same(&running.entry.link, &enter))) else {
        let expected = "the link of a tournament";
        return Some(Err(
            Refusal::new(StatusCode::UNAUTHORIZED, "enter", expected, "another one").named("tournament_link")
        ));
    };
    let known = cookie_of(request.headers(), id).filter(|cookie| open.look(|running| running.entry.knows(cookie)));
    let cookie = known.map_or_else(|| new_token(&mut random_seed), str::to_owned);
    if known.is_none() {
        open.change(|running| running.entry.visit(&cookie));
    }
    Some(Ok(welcome(&format!("{COOKIE}{id}"), &cookie, path)))
}

/// Lets a person of a tournament in. `None` if the request is for something else, or from somebody else.
pub(crate) fn admit(tournaments: &Tournaments, request: &Request) -> Option<GuestRequest> {
    let path = request.uri().path();
    let is_own = |id: &str| {
        let cookie = cookie_of(request.headers(), id);
        let open = cookie.and_then(|cookie| Some((tournaments.get(id).ok()?, cookie)));
        open.is_some_and(|(open, cookie)| open.look(|running| running.entry.knows(cookie)))
    };
    let has_any = || tournaments.all().iter().any(|open| is_own(&open.id));
    let is_open = match path.split('/').collect::<Vec<_>>()[..] {
        ["", "tournament", id] | ["", "api", "tournaments", id] => reads(request.method()) && is_own(id),
        ["", "api", "tournaments", id, what] => PERSONS.contains(&what) && is_own(id),
        ["", "assets", ..] => reads(request.method()) && has_any(),
        _ => OPEN.iter().any(|open| path.starts_with(open)) && has_any(),
    };
    is_open.then_some(GuestRequest)
}
