//! A table in lists, and whether anybody would miss it.

use std::time::Duration;

use serde_json::{Value, json};

use crate::moment::Moment;
use crate::table::Table;
use crate::table::live::By;

/// A table in which no person has played makes room if it was not used for this time.
const UNTOUCHED: Duration = Duration::from_secs(60);
/// A what-if makes room if it was not used for this time.
const WHAT_IF: Duration = Duration::from_secs(600);

impl Table {
    /// What lists show of the table. It tells no cards.
    pub fn listed(&self, now: Moment) -> Value {
        let idle = self.idle(now);
        let live = &self.live;
        json!({
            "id": self.id, "rules": self.game.rules().name, "players": self.game.players(), "seats": self.seats(),
            "is_match": live.is_match, "hand": live.standing.hands, "scores": live.standing.scores, "turns": live.turns.len(),
            "origin": self.origin, "is_over": live.is_ended(), "idle_millis": idle.as_millis() as u64,
        })
    }

    /// Whether the table may make room for another one, and how soon: tables in which no person has played come first,
    /// then what-ifs, each the longer unused the sooner. `None` if it stays: a person plays.
    pub fn spare(&self, now: Moment) -> Option<(bool, Duration)> {
        let idle = self.idle(now);
        let live = &self.live;
        if self.tournament.is_some() {
            return (!self.is_held() && idle >= UNTOUCHED).then_some((false, idle));
        }
        let is_untouched = live.finished.is_empty() && live.turns.iter().all(|turn| turn.by != By::Choice);
        let is_untouched = is_untouched || self.is_watched();
        let may_go = is_untouched && idle >= UNTOUCHED || self.origin.is_some() && idle >= WHAT_IF;
        may_go.then_some((is_untouched, idle))
    }
}
