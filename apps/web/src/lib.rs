//! The browser interface: a server on this machine for playing with persons and agents, watching and reviewing.
//!
//! It serves its own pages and a JSON interface (`docs/how-to/serve.md`). Searches run on their own threads, never on
//! the one that answers requests.
//!
//! | file | noun |
//! |---|---|
//! | `config`, `run` | the configuration of a server; its life from start to end |
//! | `server`, `in_process` | the handlers of requests; a server without a port |
//! | `guard`, `guests`, `entrants` | checks of every request; persons with a link to one seat, or to a tournament |
//! | `state`, `page_file` | the folder of tables and token; the file that opens the browser |
//! | `connections` | who holds a connection, and for how long |
//! | `refusal_page`, `request` | the page that says why a request is refused; its path, query and body |
//! | `roster` | the agents given at the start |
//! | `table`, `driver`, `tables` | a table; its thread; all tables with their threads |
//! | `tournament`, `tournaments` | a tournament of persons and agents; all tournaments with their threads |
//! | `award` | the points of a match that is over |
//! | `hints`, `reviews` | judging positions; judging records |
//! | `equities` | tables of the chances to win a match |
//! | `stream` | server-sent events |
//! | `assets` | the files of pages |

#![forbid(unsafe_code)]

mod assets;
mod award;
mod config;
mod connections;
mod driver;
mod entrants;
mod equities;
mod guard;
mod guests;
mod hints;
mod in_process;
mod page_file;
mod refusal_page;
mod request;
mod reviews;
mod roster;
mod run;
mod server;
mod state;
mod stream;
mod table;
mod tables;
#[cfg(test)]
mod tests;
mod tournament;
mod tournaments;

pub use config::{ServeConfig, ServeError};
pub use in_process::{Answer, InProcess};
pub use page_file::PageFile;
pub use run::{Running, start};
