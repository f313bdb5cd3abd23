//! The server, mostly without a network: requests go directly to the router.

mod agents;
mod client;
mod clocks;
mod closed;
mod declaring;
mod guard;
mod guests;
mod hidden;
mod levels;
mod opening;
mod pages;
mod refusals;
mod restart;
mod reviews;
mod rubbish;
mod secrets;
#[path = "../../../engine/tests/laws/soak.rs"]
mod soak;
mod sockets;
mod tables;
mod tournaments;
