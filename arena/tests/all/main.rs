//! The arena: pairs, contests, tournaments and studies, in one test program.

mod altered_tournaments;
#[path = "../../../agents/tests/support/bubblewrap.rs"]
mod bubblewrap;
mod changed;
mod chat;
mod configs;
mod contest;
mod custom;
mod forfeits;
mod greetings;
mod history;
mod in_flight;
mod ladder;
mod ladder_parts;
#[expect(dead_code, reason = "the tests of agents use the rest")]
#[path = "../../../agents/tests/support/model.rs"]
mod model;
mod pairs;
mod pool;
mod programs;
mod sequential;
mod small_games;
mod tournament;
