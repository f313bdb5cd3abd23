//! Tests of networks and of the search for a host's model through the crate's public face.

mod host;
mod loading;
mod shipped;
mod support;
