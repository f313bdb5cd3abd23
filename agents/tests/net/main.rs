//! Tests of features, networks and network search through the crate's public face.

mod features;
mod loading;
mod network;
mod search;
mod shipped;
mod support;
