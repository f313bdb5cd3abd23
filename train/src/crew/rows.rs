//! Rows of a search by a crew: each shard is played by a helper or here.

use std::io;
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use spariglio_agents::agent::Stop;
use spariglio_files::RunDir;
use spariglio_files::run_dir::net_folder;
use spariglio_files::whole::{make_folder, read_bytes, write_whole};
use spariglio_selfplay::{DataConfig, Job, SelfplayError, generate_part};

use super::{Crew, Helper};
use crate::frame::{Files, lengths, receive, receive_files, send};
use crate::message::{Reply, Request};

/// The time between two looks for a stop.
const LOOK: Duration = Duration::from_millis(50);

/// The search of a round.
#[derive(Copy, Clone)]
pub(crate) struct Search<'a> {
    pub run: &'a RunDir,
    pub job: &'a Job,
    pub labels: &'a DataConfig,
    /// The number of the network that guides the search.
    pub guide: u32,
    pub threads: usize,
}

impl Crew {
    /// Plays the missing shards. `tell` gets their number after each one.
    ///
    /// # Errors
    /// As [`generate_part`].
    pub(crate) fn search(
        &mut self,
        search: Search<'_>,
        missing: &[u32],
        tell: &(dyn Fn(usize) + Sync),
    ) -> Result<(), SelfplayError> {
        self.admit();
        let net = files_of(&net_folder(search.run.root(), search.guide))?;
        let left = Mutex::new(missing.to_vec());
        let take = || left.lock().expect("no panic holds it").pop();
        let give_back = |shard| left.lock().expect("no panic holds it").push(shard);
        let done = Mutex::new(0);
        let count = || {
            let mut done = done.lock().expect("no panic holds it");
            *done += 1;
            tell(*done);
        };
        let play_here = || {
            while let Some(shard) = take() {
                let part = format!("{}/{}", shard + 1, search.labels.shards).parse().expect("a part");
                generate_part(search.run, search.job, part, search.threads, &|_| {})?;
                count();
            }
            Ok(())
        };
        let shards = AtomicU64::new(0);
        let helped = |helper: &mut Helper| {
            while let Some(shard) = take() {
                helper.play(search, shard, &net).inspect_err(|_| give_back(shard))?;
                shards.fetch_add(1, Ordering::Relaxed);
                count();
            }
            Ok(())
        };
        let streams: Vec<TcpStream> = self.helpers.iter().flat_map(|helper| helper.stream.try_clone()).collect();
        let mut outcomes: Vec<io::Result<()>> = Vec::new();
        let own = thread::scope(|scope| {
            let running: Vec<_> = self.helpers.iter_mut().map(|helper| scope.spawn(|| helped(helper))).collect();
            let own = play_here();
            while running.iter().any(|helper| !helper.is_finished()) {
                if own.is_err() || Stop::is_due_here() {
                    // The wait for its shard ends with an error.
                    streams.iter().for_each(|stream| drop(stream.shutdown(Shutdown::Both)));
                    break;
                }
                thread::sleep(LOOK);
            }
            outcomes = running.into_iter().map(|helper| helper.join().expect("no panic")).collect();
            own
        });
        for (place, outcome) in outcomes.into_iter().enumerate().rev() {
            if let Err(error) = outcome {
                self.dismiss(place, &error);
            }
        }
        self.tally.shards += shards.into_inner();
        own?;
        // The shards of lost helpers.
        play_here()
    }
}

impl Helper {
    /// Has a shard played, and writes its files.
    fn play(&mut self, search: Search<'_>, shard: u32, net: &Files) -> io::Result<()> {
        let Search { run, job, labels, guide, .. } = search;
        let labels = labels.clone();
        let request = Request::Rows { labels, round: job.generation, shard, guide, net: lengths(net) };
        send(&mut self.stream, &request, net.iter().map(|(_, bytes)| &bytes[..]))?;
        let sizes = loop {
            match receive(&mut self.stream)? {
                Reply::Working => {}
                Reply::Made(sizes) => break sizes,
            }
        };
        let folder = run.make_data(job.generation).map_err(io::Error::other)?;
        for (path, bytes) in receive_files(&mut self.stream, sizes)? {
            let path = folder.join(sound(&path)?);
            make_folder(path.parent().unwrap_or(&folder)).map_err(io::Error::other)?;
            write_whole(&path, bytes).map_err(io::Error::other)?;
        }
        Ok(())
    }
}

/// A path of a shard's file: a folder and a name.
fn sound(path: &str) -> io::Result<&str> {
    let is_sound =
        path.split('/').count() == 2 && !path.contains("..") && !path.contains(['\\', ':']) && !path.starts_with('/');
    is_sound
        .then_some(path)
        .ok_or_else(|| io::Error::other(format!("a file {path}: expected one of a shard")))
}

/// The files of a folder.
pub(crate) fn files_of(folder: &Path) -> Result<Files, SelfplayError> {
    let wrong = |error: io::Error| SelfplayError::File(spariglio_files::FileError::contents(folder, error.to_string()));
    let mut files = Files::new();
    for entry in std::fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.push((name, read_bytes(&path)?));
    }
    files.sort();
    Ok(files)
}
