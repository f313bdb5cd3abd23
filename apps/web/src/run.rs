//! A running server, from its start to its end.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use spariglio_files::Lock;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;

use crate::assets::Assets;
use crate::config::{ServeConfig, ServeError};
use crate::connections::Connections;
use crate::equities::Equities;
use crate::guard::Guard;
use crate::hints::Judges;
use crate::page_file::PageFile;
use crate::reviews::Reviews;
use crate::roster::roster;
use crate::server::{HINTS, Server, Shared, router};
use crate::state::{REVIEWS, TABLES, TOURNAMENTS, hold, kept_token, tell_address};
use crate::stream::Streams;
use crate::tables::Tables;
use crate::tournaments::Tournaments;
use spariglio_arena::deals::unforeseen::random_seed;
use spariglio_table::token::new_token;

/// Interval between checks of whether to stop.
const BEAT: Duration = Duration::from_millis(100);

/// A server that listens on its port.
pub struct Running {
    runtime: Runtime,
    listener: TcpListener,
    server: Shared,
    address: SocketAddr,
    token: String,
    /// Locks the state folder against other servers.
    _lock: Option<Lock>,
}

/// Starts a server. It answers when [`Running::serve`] runs.
///
/// # Errors
/// If the address is taken, another server uses the state folder, two agents have the same name, or a program does not
/// answer its greeting.
pub fn start(config: ServeConfig) -> Result<Running, ServeError> {
    let state = config.state.clone();
    let lock = state.as_deref().map(hold).transpose()?;
    let token = config
        .state
        .as_deref()
        .map_or_else(|| Ok(new_token(&mut random_seed)), kept_token)?;
    let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
    let wanted = SocketAddr::new(config.host, config.port);
    let listened = runtime.block_on(TcpListener::bind(wanted));
    let address = wanted.to_string();
    let listener = listened.map_err(|source| ServeError::Listen { address, source })?;
    let mut address = listener.local_addr()?;
    if address.ip().is_unspecified() {
        // All addresses of the machine; this one is always there.
        address.set_ip(Ipv4Addr::LOCALHOST.into());
    }
    let server = server(config, address.port(), token.clone())?;
    let running = Running { runtime, listener, server, address, token, _lock: lock };
    if let Some(state) = &state {
        tell_address(state, &running.url())?;
    }
    Ok(running)
}

/// The server for a port, with its kept tables and reviews.
pub(crate) fn server(config: ServeConfig, port: u16, token: String) -> Result<Shared, ServeError> {
    let roster = Arc::new(roster(&config.agents)?);
    let judges = Arc::new(Judges::new(config.hints, config.threads)?);
    let folder = |name| config.state.as_ref().map(|state| state.join(name));
    let tables = Arc::new(Tables::new(folder(TABLES), &roster));
    Ok(Arc::new(Server {
        guard: Guard::new(port, &config.names, token),
        assets: Assets::new(config.assets),
        tournaments: Tournaments::new(folder(TOURNAMENTS), Arc::clone(&tables), Arc::clone(&roster)),
        tables,
        roster,
        reviews: Reviews::new(Arc::clone(&judges), folder(REVIEWS)),
        equities: Equities::default(),
        judges,
        streams: Streams::default(),
        hints: Semaphore::new(HINTS),
        language: config.language,
    }))
}

impl Running {
    /// The address to open. It has the token, which is exchanged for a cookie.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/?token={}", self.address, self.token)
    }

    /// A file that leads a browser to [`Running::url`], for the command line that starts the browser.
    ///
    /// # Errors
    /// If the file cannot be written to the folder for temporary files.
    pub fn page_file(&self) -> std::io::Result<PageFile> {
        PageFile::to(&self.url())
    }

    /// Answers requests until `stopped` returns true.
    pub fn serve(self, stopped: impl Fn() -> bool) {
        let Running { runtime, listener, server, .. } = self;
        runtime.block_on(async {
            let end = std::pin::pin!(async {
                while !stopped() {
                    tokio::time::sleep(BEAT).await;
                }
            });
            let serve = std::pin::pin!(Connections::serve(listener, router(Arc::clone(&server))));
            futures_util::future::select(serve, end).await;
        });
        server.tournaments.close();
        server.tables.close();
        // Does not wait for a hint or review that is still running.
        runtime.shutdown_background();
    }
}
