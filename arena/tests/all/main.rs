//! The arena: pairs, contests, tournaments and studies, in one test program.

mod altered_tournaments;
#[path = "../../../agents/tests/support/bubblewrap.rs"]
mod bubblewrap;
mod changed;
mod configs;
mod contest;
mod custom;
mod forfeits;
mod greetings;
mod in_flight;
mod ladder;
mod pairs;
mod pieces;
mod pool;
mod programs;
mod sequential;
mod small_games;
mod tournament;
mod tune;
