//! The browser's face: a server on this machine, where persons and agents play, hands are watched and reviewed.
//!
//! It serves pages of its own and an interface in JSON (`docs/serve.md`). Searches run on threads of their own, never on the one that
//! answers requests.
//!
//! | file | noun |
//! |---|---|
//! | `config`, `run` | how a server is started; from its start to its end |
//! | `server` | which request does what |
//! | `guard` | what every request must show |
//! | `refusal`, `body` | why a request is not carried out; what it says |
//! | `roster` | who may sit at a table |
//! | `table`, `tables` | a table; all of them with their threads |
//! | `hints`, `reviews` | judging positions; judging records |
//! | `stream` | server-sent events |
//! | `assets` | the files of pages |
//! | `token` | names and keys that nobody can guess |

#![forbid(unsafe_code)]

mod assets;
mod body;
mod config;
mod guard;
mod hints;
mod refusal;
mod reviews;
mod roster;
mod run;
mod server;
mod stream;
mod table;
mod tables;
#[cfg(test)]
mod tests;
mod token;

pub use config::{ServeConfig, ServeError};
pub use run::{Running, service, start};
