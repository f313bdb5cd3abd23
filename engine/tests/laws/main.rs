//! The laws of the engine, held against a slow second engine that is written from the rules alone.

mod bonuses;
mod conformance;
mod examples;
mod facts;
mod hand_flow;
#[path = "../support/hands/mod.rs"]
mod hands;
mod info_sets;
mod perft;
mod replays;
mod rule_sets;
mod sampling;
mod seen;
mod soak;
mod views;
