//! The command line, verb by verb: each test runs the program. One test program, because linking each costs seconds.

mod analyse;
mod arena;
#[path = "../../../../agents/tests/support/bubblewrap.rs"]
mod bubblewrap;
mod check_agent;
mod common;
mod completions;
mod configuration;
mod conform;
mod disturbed;
mod equity;
mod exploit;
mod ladder;
mod learn;
mod learn_stopped;
mod matches;
#[cfg(all(feature = "web", unix))]
mod mcp;
mod mistakes;
mod own_net;
mod play;
mod pool;
mod programs;
mod replay;
mod review;
mod score;
mod selfplay_kill;
mod selfplay_parts;
#[cfg(all(feature = "web", unix))]
mod serve;
mod solve;
mod streams;
mod tournament;
mod train;
mod verbs;
