//! A server that runs: from its start to its end.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use spariglio_files::Lock;
use spariglio_files::whole::{make_folder, read_if_there, remove_temporaries, write_whole};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;

use crate::assets::Assets;
use crate::config::{ServeConfig, ServeError};
use crate::guard::Guard;
use crate::hints::Judges;
use crate::reviews::Reviews;
use crate::roster::Roster;
use crate::server::{HINTS, Server, Shared, router};
use crate::stream::Streams;
use crate::tables::Tables;
use crate::token::{is_token, random_token};

/// How often it is asked whether the server shall stop.
const BEAT: Duration = Duration::from_millis(100);

/// A server that listens.
pub struct Running {
    runtime: Runtime,
    listener: TcpListener,
    server: Shared,
    address: SocketAddr,
    token: String,
    /// Nobody else uses the folder.
    _lock: Option<Lock>,
}

/// Starts a server; it answers from [`Running::serve`] on.
///
/// # Errors
/// The address is taken, the folder of the state is used by another server, or two agents have the same name.
pub fn start(config: ServeConfig) -> Result<Running, ServeError> {
    let lock = config.state.as_deref().map(hold).transpose()?;
    let token = config.state.as_deref().map_or_else(|| Ok(random_token()), kept_token)?;
    let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
    let wanted = SocketAddr::new(config.host, config.port);
    let listened = runtime.block_on(TcpListener::bind(wanted));
    let address = wanted.to_string();
    let listener = listened.map_err(|source| ServeError::Listen { address, source })?;
    let address = listener.local_addr()?;
    let server = server(config, address.port(), token.clone())?;
    Ok(Running {
        runtime,
        listener,
        server,
        address,
        token,
        _lock: lock,
    })
}

/// The server as a service that answers requests, without a port: for programs that have a listener of their own, and for tests.
/// Requests must say that they are for `port` of this machine, and carry the cookie with `token`.
///
/// # Errors
/// As [`start`], but for the address.
pub fn service(config: ServeConfig, port: u16, token: String) -> Result<Router, ServeError> {
    Ok(router(server(config, port, token)?))
}

/// The server at a port, with the tables that were kept.
pub(crate) fn server(config: ServeConfig, port: u16, token: String) -> Result<Shared, ServeError> {
    let roster = Roster::new(&config.agents)?;
    let judges = Arc::new(Judges::new(config.hints, config.threads)?);
    let folder = config.state.map(|state| state.join("tables"));
    Ok(Arc::new(Server {
        guard: Guard::new(port, &config.names, token),
        assets: Assets::new(config.assets),
        tables: Tables::new(folder, &roster),
        roster,
        reviews: Reviews::new(Arc::clone(&judges)),
        judges,
        streams: Streams::default(),
        hints: Semaphore::new(HINTS),
        language: config.language,
    }))
}

impl Running {
    /// The address to be opened: with the token, which is swapped for a cookie.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/?token={}", self.address, self.token)
    }

    /// Answers requests until `stopped` says so.
    ///
    /// # Errors
    /// The system refuses connections.
    pub fn serve(self, stopped: impl Fn() -> bool) -> Result<(), ServeError> {
        let Running {
            runtime,
            listener,
            server,
            ..
        } = self;
        let served = runtime.block_on(async {
            let end = std::pin::pin!(async {
                while !stopped() {
                    tokio::time::sleep(BEAT).await;
                }
            });
            let serve = std::pin::pin!(axum::serve(listener, router(Arc::clone(&server))).into_future());
            match futures_util::future::select(serve, end).await {
                futures_util::future::Either::Left((served, _)) => served,
                futures_util::future::Either::Right(_) => Ok(()),
            }
        });
        server.tables.close();
        // A hint or a review may still be at work: nobody waits for it.
        runtime.shutdown_background();
        Ok(served?)
    }
}

/// Takes the folder of the state, which nobody but its owner may read.
fn hold(folder: &Path) -> Result<Lock, ServeError> {
    make_folder(&folder.join("tables"))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700))?;
    }
    let lock = Lock::take(&folder.join("lock"))?;
    remove_temporaries(&folder.join("tables"))?;
    Ok(lock)
}

/// The token of the state: that of the last run, so that open pages go on.
fn kept_token(folder: &Path) -> Result<String, ServeError> {
    let file = folder.join("token");
    if let Some(token) = read_if_there(&file)?.filter(|token| is_token(token)) {
        return Ok(token);
    }
    let token = random_token();
    write_whole(&file, &token)?;
    Ok(token)
}
