//! A server of the [Model Context Protocol](https://modelcontextprotocol.io) on standard input and output.
//!
//! A client, usually a language model, lists games, reads rules, plays hands against agents, analyses positions and runs
//! small arenas. A table shows only what its seat may know.
//!
//! | file | noun |
//! |---|---|
//! | `server` | the tools, as the protocol lists them |
//! | `offer` | the rules as resources, a prompt to play |
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
mod offer;
mod server;
mod table;

use std::io;
use std::time::Duration;

use rmcp::ServiceExt;
use rmcp::serde_json;
use serde::de::IgnoredAny;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, stdin, stdout};

use server::Server;

/// Interval between checks of whether to stop.
const BEAT: Duration = Duration::from_millis(100);
/// Time for the last answers after the end of the input.
const FAREWELL: Duration = Duration::from_millis(500);
/// Bytes of the client's lines that may wait.
const WAITING: usize = 1 << 16;
/// The answer to a line that is not JSON.
const NO_JSON: &str = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: expected JSON"}}"#;

/// Serves one client on standard input and output until it goes, or until `stopped` returns true. `hints`: whether a
/// client may ask for hints at its tables.
///
/// # Errors
/// The streams fail, or the client breaks the protocol at its start.
pub fn serve(hints: bool, stopped: impl Fn() -> bool) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let (lines, messages) = tokio::io::duplex(WAITING);
        let input = tokio::spawn(pass_on(lines));
        let gone = async {
            // Whether the input failed or ended, the client has gone.
            let _ = input.await;
            tokio::time::sleep(FAREWELL).await;
        };
        let serving = async {
            let running = Server::new(hints).serve((messages, stdout())).await.map_err(io::Error::other)?;
            running.waiting().await.map_err(io::Error::other)?;
            Ok(())
        };
        let stop = async {
            while !stopped() {
                tokio::time::sleep(BEAT).await;
            }
        };
        tokio::select! {
            served = serving => served,
            () = stop => Ok(()),
            () = gone => Ok(()),
        }
    });
    // The work of a client that has gone ends with the program.
    runtime.shutdown_background();
    served
}

/// Passes the client's lines on to the server. Answers those that are not JSON: the library ignores them.
async fn pass_on(mut lines: DuplexStream) -> io::Result<()> {
    let mut input = BufReader::new(stdin());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).await? > 0 {
        if line.trim_ascii().is_empty() || serde_json::from_slice::<IgnoredAny>(&line).is_ok() {
            lines.write_all(&line).await?;
        } else {
            let mut output = stdout();
            output.write_all(format!("{NO_JSON}\n").as_bytes()).await?;
            output.flush().await?;
        }
        line.clear();
    }
    Ok(())
}
