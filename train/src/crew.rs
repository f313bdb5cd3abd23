//! The crew of a leader: helpers on other machines, which compute shards of its steps.
//!
//! A helper gets the weights and the seeds of some shards, and returns their sums and gradients. If it is lost, the leader
//! computes its shards. Invariant: the bytes of a run do not depend on the crew.

mod plan;
mod rows;

use std::io::{self, Read};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use spariglio_agents::net::Block;

pub(crate) use rows::Search;

use crate::frame::{bytes_of, receive, receive_net, send};
use crate::message::{Answer, Hello, Request, SentPart, Welcome};
use crate::setting::{Part, Setting};
use crate::shard::Shard;
use crate::stats::Stats;

/// The longest time that a helper may take for a greeting, a step or a sign of life.
const PATIENCE: Duration = Duration::from_secs(60);

/// The most bytes of a greeting, which a stranger may send.
const GREETING: u64 = 4096;

/// The weight of the last step in a speed.
const RECENT: f64 = 0.2;

/// The helpers of a leader.
#[derive(Debug)]
pub struct Crew {
    listener: TcpListener,
    token: String,
    helpers: Vec<Helper>,
    /// Those that were admitted since the last step.
    admitted: Arc<Mutex<Vec<Helper>>>,
    own: Speed,
    news: Vec<String>,
    tally: Tally,
}

/// The work of helpers since the start of this process.
#[derive(Copy, Clone, Debug, Default)]
#[non_exhaustive]
pub struct Tally {
    /// Decisions learnt from.
    pub decisions: u64,
    /// Those of helpers.
    pub helped: u64,
    /// Shards of rows that helpers played.
    pub shards: u64,
    /// The time of all steps, without the updates of the networks.
    pub time: Duration,
    /// The part of it in which the leader only waited for helpers.
    pub waited: Duration,
}

/// Decisions per second and busy thread; `None` before the first share.
#[derive(Copy, Clone, Debug, Default)]
struct Speed(Option<f64>);

impl Speed {
    fn note(&mut self, decisions: u64, time: Duration, threads: usize) {
        let now = decisions as f64 / time.as_secs_f64() / threads.max(1) as f64;
        self.0 = Some(self.0.map_or(now, |speed| speed + RECENT * (now - speed)));
    }
}

/// A helper with its connection.
#[derive(Debug)]
struct Helper {
    stream: TcpStream,
    name: String,
    threads: usize,
    speed: Speed,
}

impl Helper {
    /// Has shards computed: sets their sums, and the gradients of the first of each group of `per_sum`.
    fn compute(&mut self, setting: Setting<'_>, shards: &mut [Shard], parts: &[Part<'_>]) -> io::Result<()> {
        let start = Instant::now();
        let per_sum = setting.per_sum;
        let request = Request::Step { loss: setting.loss, per_sum, parts: parts.iter().map(SentPart::of).collect() };
        let nets = setting.nets;
        send(&mut self.stream, &request, [bytes_of(nets.policy), bytes_of(nets.critic)])?;
        let stats: Vec<Stats> = receive(&mut self.stream)?;
        if stats.len() != shards.len() {
            return Err(io::Error::other(format!("sums of {} shards: expected {}", stats.len(), shards.len())));
        }
        let decisions = stats.iter().map(Stats::learnt).sum();
        for (shard, stats) in shards.iter_mut().zip(stats) {
            shard.stats = stats;
        }
        for shard in shards.iter_mut().step_by(per_sum) {
            let gradients = &mut shard.work.gradients;
            receive_net(&mut self.stream, &mut gradients.policy)?;
            receive_net(&mut self.stream, &mut gradients.critic)?;
        }
        self.speed.note(decisions, start.elapsed(), self.threads.min(shards.len()));
        Ok(())
    }
}

/// Computes shards on this machine.
type Own<'a> = dyn Fn(&mut [Shard], &[Part<'_>]) + Sync + 'a;

impl Crew {
    /// Takes an address, such as `0.0.0.0:7000`, for helpers that know the token.
    ///
    /// # Errors
    /// The address cannot be used.
    pub fn listen(address: &str, token: &str) -> io::Result<Crew> {
        Ok(Crew {
            listener: TcpListener::bind(address)?,
            token: token.to_owned(),
            helpers: Vec::new(),
            admitted: Arc::default(),
            own: Speed::default(),
            news: Vec::new(),
            tally: Tally::default(),
        })
    }

    /// The address as text, with the port that was taken if none was named.
    pub fn address(&self) -> String {
        self.listener
            .local_addr()
            .map_or_else(|error| error.to_string(), |address| address.to_string())
    }

    /// Admits helpers from now on, also during a run.
    pub(crate) fn open(&self, welcome: Welcome) -> io::Result<()> {
        let (listener, token, admitted) = (self.listener.try_clone()?, self.token.clone(), self.admitted.clone());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (token, welcome, admitted) = (token.clone(), welcome.clone(), admitted.clone());
                // A greeting may take long; the next helper does not wait for it.
                thread::spawn(move || {
                    if let Ok(helper) = greet(stream, &token, welcome) {
                        admitted.lock().unwrap_or_else(PoisonError::into_inner).push(helper);
                    }
                });
            }
        });
        Ok(())
    }

    /// The helpers that came or were lost since the last call, as sentences.
    pub(crate) fn news(&mut self) -> Vec<String> {
        std::mem::take(&mut self.news)
    }

    /// The work of helpers so far.
    pub(crate) fn tally(&self) -> Tally {
        self.tally
    }

    /// Tells all helpers that the run has ended.
    pub(crate) fn end(&mut self) {
        self.admit();
        for helper in &mut self.helpers {
            // A helper that is lost learns it from its connection.
            let _ = send(&mut helper.stream, &Request::Done, []);
        }
    }

    /// Computes the parts of a step.
    pub(crate) fn compute(&mut self, setting: Setting<'_>, shards: &mut [Shard], parts: &[Part<'_>], own: &Own<'_>) {
        self.admit();
        let (start, threads) = (Instant::now(), rayon::current_num_threads());
        let speeds: Vec<(Speed, usize)> = self.helpers.iter().map(|helper| (helper.speed, helper.threads)).collect();
        let ranges = plan::ranges((self.own, threads), &speeds, parts, setting.per_sum);
        let first = ranges.last().map_or(0, |range| range.end);
        let (mut free, mine) = shards.split_at_mut(first);
        let mut outcomes: Vec<io::Result<()>> = Vec::new();
        let mut own_time = Duration::ZERO;
        thread::scope(|scope| {
            let mut running = Vec::new();
            for (helper, range) in self.helpers.iter_mut().zip(&ranges) {
                let (given, others) = std::mem::take(&mut free).split_at_mut(range.len());
                free = others;
                let parts = &parts[range.clone()];
                running.push((!parts.is_empty()).then(|| scope.spawn(move || helper.compute(setting, given, parts))));
            }
            own(mine, &parts[first..]);
            own_time = start.elapsed();
            let panicked = |_| Err(io::Error::other("its thread panicked"));
            outcomes = running
                .into_iter()
                .map(|share| share.map_or(Ok(()), |share| share.join().unwrap_or_else(panicked)))
                .collect();
        });
        self.tally.waited += start.elapsed() - own_time;
        let learnt = |shards: &[Shard]| shards.iter().map(|shard| shard.stats.learnt()).sum();
        let made: u64 = learnt(&shards[first..]);
        if made > 0 {
            self.own.note(made, own_time, threads.min(shards.len() - first));
        }
        for (place, outcome) in outcomes.into_iter().enumerate().rev() {
            let range = ranges[place].clone();
            let (shards, parts) = (&mut shards[range.clone()], &parts[range]);
            let is_new = speeds[place].0.0.is_none() && !parts.is_empty();
            let checked = outcome.and_then(|()| {
                if is_new {
                    check(shards, parts, setting.per_sum, own)
                } else {
                    Ok(())
                }
            });
            if let Err(error) = checked {
                own(shards, parts);
                self.dismiss(place, &error);
            } else {
                self.tally.helped += learnt(shards);
            }
        }
        self.tally.decisions += learnt(shards);
        self.tally.time += start.elapsed();
    }

    fn dismiss(&mut self, place: usize, error: &io::Error) {
        let helper = self.helpers.remove(place);
        self.news
            .push(format!("helper {} is lost: {error}; the others do its work", helper.name));
    }

    fn admit(&mut self) {
        for helper in self.admitted.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            self.news
                .push(format!("helper {} joins with {} threads", helper.name, helper.threads));
            self.helpers.push(helper);
        }
    }
}

/// Exchanges greetings.
fn greet(mut stream: TcpStream, token: &str, welcome: Welcome) -> io::Result<Helper> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let hello: Hello = receive(&mut (&mut stream).take(GREETING))?;
    let own = env!("CARGO_PKG_VERSION");
    let answer: Answer = if hello.token != token {
        Err("another token: expected the leader's, in SPARIGLIO_TOKEN".to_owned())
    } else if hello.version != own {
        Err(format!("version {}: expected {own}, as the leader has", hello.version))
    } else {
        Ok(welcome)
    };
    send(&mut stream, &answer, [])?;
    if answer.is_err() {
        return Err(io::Error::other("refused"));
    }
    let name = stream.peer_addr()?.to_string();
    Ok(Helper { stream, name, threads: hello.threads.max(1), speed: Speed::default() })
}

/// Computes the first group of a new helper's shards again.
///
/// # Errors
/// The helper got something else.
fn check(shards: &mut [Shard], parts: &[Part<'_>], per_sum: usize, own: &Own<'_>) -> io::Result<()> {
    let group = ..per_sum.min(shards.len());
    let numbers = |shards: &[Shard]| -> (Vec<Stats>, [Vec<Block>; 2]) {
        let gradients = &shards[0].work.gradients;
        let stats = shards.iter().map(|shard| shard.stats.clone()).collect();
        (stats, [&gradients.policy, &gradients.critic].map(|net| net.blocks().to_vec()))
    };
    let theirs = numbers(&shards[group]);
    own(&mut shards[group], &parts[group]);
    if numbers(&shards[group]) == theirs {
        Ok(())
    } else {
        Err(io::Error::other("it computes other numbers than this machine"))
    }
}
