//! A helper: computes shards for a leader on another machine.

use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use spariglio_agents::net::inputs::INPUTS_VERSION;
use spariglio_engine::Game;
use spariglio_files::run_dir::{ROWS, data_folder, net_folder};
use spariglio_files::threads::ThreadsError;
use spariglio_files::whole::{make_folder, read_bytes, write_whole};
use spariglio_files::{ConfigError, Fingerprint, RunDir, RunFile, tell};
use spariglio_selfplay::{DataConfig, Job, generate_part};
use thiserror::Error;

use crate::frame::{Files, bytes_of, lengths, receive, receive_files, receive_net, send};
use crate::learner::Learner;
use crate::message::{Answer, Hello, Reply, Request};
use crate::plain::Plain;

/// How long a helper looks for a leader that is not there, or no longer.
const PATIENCE: Duration = Duration::from_secs(120);

/// The time between two looks for a leader.
const LOOK: Duration = Duration::from_millis(500);

/// The time between two signs of life during long work, and between two looks for its end.
const SIGN: Duration = Duration::from_secs(10);
const TICK: Duration = Duration::from_millis(20);

/// An error that ends a helper.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum HelpError {
    /// The leader does not want this helper.
    #[error("the leader refuses this helper: {0}")]
    Refused(String),
    /// The address names no port of a machine.
    #[error("{address}: expected HOST:PORT, such as localhost:7000: {source}")]
    Address {
        /// The address.
        address: String,
        /// The system's error.
        source: io::Error,
    },
    /// No leader was found.
    #[error("no leader at {address} for {} s: {source}", PATIENCE.as_secs())]
    NoLeader {
        /// The address.
        address: String,
        /// The last error.
        source: io::Error,
    },
    /// The rows of the search cannot be played here.
    #[error("the rows of the leader's search: {0}")]
    Rows(io::Error),
    /// The run cannot be learnt here.
    #[error("the leader's run: {0}")]
    Config(#[from] ConfigError),
    /// The threads cannot be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// The connection failed.
    #[error(transparent)]
    Connection(#[from] io::Error),
}

/// Computes shards for the leader at an address, such as `10.0.0.1:7000`, until its run ends. If the connection fails,
/// looks for the leader for two minutes, and says so. Uses `threads` threads (0: one per core).
///
/// # Errors
/// The address is none, there is no leader, it refuses this helper, or its run cannot be learnt here.
pub fn help(address: &str, token: &str, threads: usize) -> Result<(), HelpError> {
    let wrong = |source| HelpError::Address { address: address.to_owned(), source };
    address.to_socket_addrs().map_err(wrong)?;
    let pool = spariglio_files::pool(threads)?;
    let mut contact = Instant::now();
    let mut is_told = false;
    loop {
        let outcome = TcpStream::connect(address).map_err(HelpError::from).and_then(|stream| {
            let joined = pool.install(|| work(stream, token));
            (contact, is_told) = (Instant::now(), false);
            joined
        });
        match outcome {
            Err(HelpError::Connection(source)) if contact.elapsed() > PATIENCE => {
                return Err(HelpError::NoLeader { address: address.to_owned(), source });
            }
            Err(HelpError::Connection(source)) => {
                if !std::mem::replace(&mut is_told, true) {
                    tell!("no leader at {address}: {source}; trying again for {} s", PATIENCE.as_secs());
                }
                thread::sleep(LOOK);
            }
            outcome => return outcome,
        }
    }
}

/// Works on a connection until the run ends.
fn work(mut stream: TcpStream, token: &str) -> Result<(), HelpError> {
    stream.set_nodelay(true)?;
    let threads = rayon::current_num_threads();
    let hello = Hello { version: env!("CARGO_PKG_VERSION").to_owned(), token: token.to_owned(), threads };
    send(&mut stream, &hello, [])?;
    let welcome = receive::<Answer>(&mut stream)?.map_err(HelpError::Refused)?;
    let game = Arc::new(welcome.rules.game()?);
    let mut learner = Learner::new(&game, &welcome.gradient, welcome.seed, Box::new(Plain))?;
    loop {
        match receive(&mut stream)? {
            Request::Step { loss, per_sum, parts } => {
                receive_net(&mut stream, &mut learner.policy.net)?;
                receive_net(&mut stream, &mut learner.critic.net)?;
                let sums = learner.help(loss, per_sum, &parts)?;
                let gradients = sums
                    .gradients
                    .iter()
                    .flat_map(|net| [bytes_of(&net.policy), bytes_of(&net.critic)]);
                send(&mut stream, &sums.stats, gradients)?;
            }
            Request::Rows { labels, round, shard, guide, net } => {
                let net = receive_files(&mut stream, net)?;
                let errand = Errand { game: &game, seed: welcome.seed, threads, labels, round, shard, guide, net };
                let files = while_alive(&mut stream, || errand.play())?.map_err(HelpError::Rows)?;
                send(&mut stream, &Reply::Made(lengths(&files)), files.iter().map(|(_, bytes)| &bytes[..]))?;
            }
            Request::Done => return Ok(()),
        }
    }
}

/// A shard of rows to play.
struct Errand<'a> {
    game: &'a Arc<Game>,
    seed: u64,
    threads: usize,
    labels: DataConfig,
    round: u32,
    shard: u32,
    guide: u32,
    net: Files,
}

impl Errand<'_> {
    /// The files of the shard.
    fn play(&self) -> io::Result<Files> {
        let folder = tempfile::tempdir()?;
        let root = folder.path();
        let net = net_folder(root, self.guide);
        make_folder(&net).map_err(io::Error::other)?;
        for (name, bytes) in &self.net {
            write_whole(&net.join(name), bytes).map_err(io::Error::other)?;
        }
        let job =
            Job::new(self.game, self.seed, self.round, &self.labels, root, Some(&net)).map_err(io::Error::other)?;
        let file = RunFile::new("helper", INPUTS_VERSION, self.seed, Fingerprint::of(self.game), &self.labels);
        let run = RunDir::open(root, &file).map_err(io::Error::other)?;
        let part = format!("{}/{}", self.shard + 1, self.labels.shards)
            .parse()
            .map_err(io::Error::other)?;
        generate_part(&run, &job, part, self.threads, &|_| {}).map_err(io::Error::other)?;
        files_in(&data_folder(root, self.round))
    }
}

/// The files of a shard, its rows last: if they are there, the others are too.
fn files_in(folder: &Path) -> io::Result<Files> {
    let mut files = Files::new();
    for table in std::fs::read_dir(folder)? {
        let table = table?.path();
        for file in table.read_dir()? {
            let file = file?.path();
            let path = file
                .strip_prefix(folder)
                .map_err(io::Error::other)?
                .to_string_lossy()
                .replace('\\', "/");
            files.push((path, read_bytes(&file).map_err(io::Error::other)?));
        }
    }
    files.sort_by_key(|(path, _)| path.starts_with(ROWS));
    Ok(files)
}

/// The result of long work. Meanwhile, the leader gets signs of life.
fn while_alive<T: Send>(stream: &mut TcpStream, work: impl FnOnce() -> T + Send) -> io::Result<T> {
    thread::scope(|scope| {
        let working = scope.spawn(work);
        let mut sign = Instant::now();
        while !working.is_finished() {
            thread::sleep(TICK);
            if sign.elapsed() > SIGN {
                send(stream, &Reply::Working, [])?;
                sign = Instant::now();
            }
        }
        working.join().map_err(|_| io::Error::other("the work panicked"))
    })
}
