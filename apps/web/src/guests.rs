//! Guests: persons whose browsers never had the printed address. A link seats one browser at one seat of one table.
//!
//! The link has a token that works once: it is swapped for a cookie. The cookie opens this table only: its page, its
//! interface with the key of the seat, and the files of pages. Other tables, reviews and new tables stay shut.

use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use spariglio_arena::deals::unforeseen::random_seed;

use crate::guard::{cookies, reads, welcome};
use crate::tables::Tables;
use spariglio_table::Refusal;
use spariglio_table::token::is_token;

/// The start of the cookie's name; the name of the table follows.
const COOKIE: &str = "spariglio-guest-";
/// The end of a table's path under which guests may do nothing: it would open another table, spend the machine's time,
/// or let others in.
const SHUT: [&str; 3] = ["closed", "fork", "guests"];
/// The starts of other addresses that tell nothing about anybody.
pub(crate) const OPEN: [&str; 3] = ["/api/about", "/api/rules", "/rules/"];

/// A request of a guest.
#[derive(Copy, Clone, Debug)]
pub(crate) struct GuestRequest;

/// The parts of a guest's link.
#[derive(Deserialize)]
struct Link {
    guest: String,
}

/// The address that seats a guest.
pub(crate) fn link(table: &str, seat: usize, token: &str) -> String {
    format!("/play/{table}?seat={seat}&guest={token}")
}

/// The answer to a guest's link. It swaps the token for the cookie, and the browser goes on with the key of the seat.
/// `None` if the request is no such link.
pub(crate) fn seated(tables: &Tables, request: &Request) -> Option<Result<Response, Refusal>> {
    let path = request.uri().path();
    let id = path.strip_prefix("/play/").filter(|_| request.method() == Method::GET)?;
    let Link { guest } = axum::extract::Query::try_from_uri(request.uri()).ok()?.0;
    let known = cookies(request.headers()).find(|(name, _)| name.strip_prefix(COOKIE) == Some(id));
    let table = tables.get(id).ok();
    let seated = table.and_then(|table| {
        table.quietly(|table| table.seat_guest(&guest, known.map(|(_, value)| value), &mut random_seed))
    });
    Some(match seated {
        None => {
            let expected = "a guest's link that was not used";
            Err(Refusal::new(StatusCode::UNAUTHORIZED, "guest", expected, "another one").named("guest_link"))
        }
        Some(seated) => {
            let goal = format!("{path}?seat={}#key={}", seated.seat, seated.key);
            Ok(welcome(&format!("{COOKIE}{id}"), &seated.cookie, &goal))
        }
    })
}

/// The table of a guest, for the way back.
pub(crate) fn table_of(tables: &Tables, headers: &HeaderMap) -> Option<String> {
    let mut held = cookies(headers).filter_map(|(name, value)| Some((name.strip_prefix(COOKIE)?, value)));
    let (id, _) =
        held.find(|(id, value)| tables.get(id).is_ok_and(|table| table.look(|table| table.is_guest(value))))?;
    Some(id.to_owned())
}

/// Lets a guest in. `None` if the request is no guest's.
///
/// # Errors
/// If the guest asks for more than its table.
pub(crate) fn admit(tables: &Tables, request: &Request) -> Option<Result<GuestRequest, Refusal>> {
    let path = request.uri().path();
    let is_own = |id: &str| {
        let cookie = cookies(request.headers()).find(|(name, _)| name.strip_prefix(COOKIE) == Some(id));
        let table = cookie.and_then(|(_, value)| Some((tables.get(id).ok()?, value)));
        is_token(id) && table.is_some_and(|(table, value)| table.look(|table| table.is_guest(value)))
    };
    let is_open = match path.split('/').collect::<Vec<_>>()[..] {
        ["", "play", id] | ["", "api", "tables", id] => is_own(id),
        ["", "api", "tables", id, what] => is_own(id) && !SHUT.contains(&what),
        ["", "assets", ..] => reads(request.method()) && table_of(tables, request.headers()).is_some(),
        _ => OPEN.iter().any(|open| path.starts_with(open)) && table_of(tables, request.headers()).is_some(),
    };
    if is_open {
        return Some(Ok(GuestRequest));
    }
    table_of(tables, request.headers())?;
    Some(Err(refused(path)))
}

/// The refusal of something that is not for guests.
pub(crate) fn refused(found: &str) -> Refusal {
    let expected = "an address of the guest's table";
    Refusal::new(StatusCode::FORBIDDEN, "path", expected, found).named("guest")
}
