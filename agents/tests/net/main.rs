//! Tests of networks and of the search with a host's model, through the crate's public interface.

mod host;
mod loading;
mod shipped;
mod support;
