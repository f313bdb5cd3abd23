//! A server of the [Model Context Protocol](https://modelcontextprotocol.io) on standard input and output.
//!
//! A client, usually a language model, lists games, reads rules, plays hands against agents, analyses positions and runs
//! small arenas. A table shows only what its seat may know.
//!
//! | file | noun |
//! |---|---|
//! | `server` | the tools, as the protocol lists them |
//! | `asked` | the arguments of the tools |
//! | `call` | a call in progress: its end, its progress |
//! | `table` | a hand in progress: the client's seat and its opponents |
//! | `judge` | values of actions, for hints and analyses |
//!
//! Invariant: no answer depends on cards that the table's seat has not seen, until the hand is over.

#![forbid(unsafe_code)]

mod asked;
mod call;
mod judge;
mod server;
mod table;

use std::io;

use rmcp::ServiceExt;

use server::Server;

/// Serves one client on standard input and output until it goes. `hints`: whether a client may ask for hints at its
/// tables.
///
/// # Errors
/// The streams fail, or the client breaks the protocol at its start.
pub fn serve(hints: bool) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let running = Server::new(hints)
            .serve(rmcp::transport::stdio())
            .await
            .map_err(io::Error::other)?;
        running.waiting().await.map_err(io::Error::other)?;
        Ok(())
    });
    // The work of a client that has gone ends with the program.
    runtime.shutdown_background();
    served
}
