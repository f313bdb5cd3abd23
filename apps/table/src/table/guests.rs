//! The guests of a table: for each seat at most one link that waits, and one browser that came by a link.

use serde::{Deserialize, Serialize};

use crate::table::Table;
use crate::token::{Random, is_same, new_token};

/// A link, or a browser that came by one.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guest {
    seat: usize,
    /// The link's token, or the browser's cookie.
    token: String,
    /// Whether the link was used.
    is_in: bool,
}

/// A guest who was let in.
pub struct Seated {
    pub seat: usize,
    /// The key of the seat.
    pub key: String,
    pub cookie: String,
}

impl Table {
    /// The token of a new link to a person's seat. An earlier one that was not used ends.
    pub fn invite(&mut self, seat: usize, random: Random<'_>) -> String {
        let token = new_token(random);
        self.live.guests.retain(|guest| guest.seat != seat || guest.is_in);
        self.live.guests.push(Guest { seat, token: token.clone(), is_in: false });
        token
    }

    /// Lets in whoever has the token of a link, once. A guest who came to the seat before is out. A browser that is in
    /// already (`known` is its cookie) comes again. `None` if the token is unknown or was used.
    pub fn seat_guest(&mut self, link: &str, known: Option<&str>, random: Random<'_>) -> Option<Seated> {
        let live = &mut self.live;
        let fresh = live.guests.iter().position(|guest| !guest.is_in && is_same(&guest.token, link));
        let Some(place) = fresh else {
            let is_known = |guest: &&Guest| guest.is_in && known.is_some_and(|known| is_same(&guest.token, known));
            return self.seated(self.live.guests.iter().find(is_known)?);
        };
        let seat = live.guests.remove(place).seat;
        live.guests.retain(|guest| guest.seat != seat);
        live.guests.push(Guest { seat, token: new_token(random), is_in: true });
        self.seated(self.live.guests.last()?)
    }

    fn seated(&self, guest: &Guest) -> Option<Seated> {
        let (seat, key) = self.keys().find(|(seat, _)| *seat == guest.seat)?;
        Some(Seated { seat, key: key.to_owned(), cookie: guest.token.clone() })
    }

    /// Whether a cookie is that of a guest.
    pub fn is_guest(&self, cookie: &str) -> bool {
        self.live
            .guests
            .iter()
            .any(|guest| guest.is_in && is_same(&guest.token, cookie))
    }
}
