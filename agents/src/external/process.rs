//! A running program: lines go to its standard input and come from its standard output. The last lines of its standard
//! error are kept.
//!
//! Each stream has its own thread. So a program cannot block its caller, even if it never reads or never stops writing.
//! Invariant: a process does not outlive its value. On Unix the same holds for its process group, which it leads,
//! unless a program leaves the group, for example by setsid. The program starts in an empty folder of its own, which is
//! removed with it, so it finds no foreign files.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use spariglio_engine::format::plain::{plain, short};

use tempfile::TempDir;

use super::command::not_started;
use super::sandbox::{self, BUBBLEWRAP};
use super::transcript::Transcript;
use crate::agent::Stop;
use crate::table::OffenceKind;

/// The longest line of an agent's answer in bytes.
pub(super) const LONGEST_LINE: usize = 65_536;
/// The most letters of a line that an error shows.
const SHOWN: usize = 200;
/// The lines of standard error that an error shows.
const LAST_LINES: usize = 3;
/// An environment variable by which a Python program answers at once though it never flushes. Without it, a program
/// does the same on every machine.
const UNBUFFERED: &str = "PYTHONUNBUFFERED";
/// Lines that may wait unread; if a program writes more, it has to wait.
const WAITING: usize = 16;
/// How long to wait if the end must be near.
const SOON: Duration = Duration::from_millis(200);
/// The time between two looks at a process that ends.
const LOOK: Duration = Duration::from_millis(2);

/// A running program.
pub(super) struct Process {
    child: Child,
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Heard>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    errors: JoinHandle<()>,
    status: Option<ExitStatus>,
    /// The longest line that it may write, in bytes.
    longest: usize,
    transcript: Option<Transcript>,
    /// The place of the last request in the transcript.
    last_sent: u64,
    /// Its working folder; removed when the process has ended.
    _folder: TempDir,
}

/// One read from the standard output.
enum Heard {
    Line(Vec<u8>),
    TooLong,
}

impl Process {
    /// Starts the program `words[0]` with the other words as its arguments. It may write lines of `longest` bytes.
    pub(super) fn spawn(
        words: &[String],
        longest: usize,
        transcript: Option<Transcript>,
    ) -> Result<Process, OffenceKind> {
        let is_shut_in = words[0] == BUBBLEWRAP;
        let needs = if is_shut_in {
            " (a sandbox needs bubblewrap, on Linux)"
        } else {
            ""
        };
        let failed = |error: std::io::Error| {
            OffenceKind::Crashed(format!("cannot start `{}`{needs}: {}", words[0], not_started(&words[0], &error)))
        };
        let no_folder = |error| OffenceKind::Crashed(format!("no temporary folder, check TMPDIR: {error}"));
        let folder = tempfile::Builder::new().prefix("spariglio-").tempdir().map_err(no_folder)?;
        let mut command = if is_shut_in {
            sandbox::command(folder.path(), &words[1..]).map_err(failed)?
        } else {
            let mut command = Command::new(&words[0]);
            command.args(&words[1..]);
            command.env("PWD", folder.path()).env_remove("OLDPWD").env_remove(UNBUFFERED);
            command
        };
        command.current_dir(&folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(failed)?;
        let missing = || failed(std::io::Error::other("a stream is missing"));
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take().ok_or_else(missing)?;
        let (input, to_write) = channel();
        let (heard, output) = sync_channel(WAITING);
        let last_words = Arc::default();
        let last_lines = Arc::clone(&last_words);
        let (answers, complaints) = (transcript.clone(), transcript.clone());
        thread::spawn(move || write_lines(stdin, &to_write));
        thread::spawn(move || read_lines(stdout, &heard, longest, answers.as_ref()));
        let errors = thread::spawn(move || keep_last(stderr, &last_lines, complaints.as_ref()));
        Ok(Process {
            child,
            input: Some(input),
            output,
            last_words,
            errors,
            status: None,
            longest,
            transcript,
            last_sent: 0,
            _folder: folder,
        })
    }

    /// Sends a line to the program and adds the line end. If the program does not read it, it is lost.
    pub(super) fn send(&mut self, mut line: Vec<u8>) {
        if let Some(transcript) = &self.transcript {
            self.last_sent = transcript.sent(&line);
        }
        line.push(b'\n');
        if let Some(input) = &self.input {
            // This fails if the program has closed its input. The missing answer will show it.
            let _ = input.send(line);
        }
    }

    /// The next line; waits at most `limit`, and no longer than until the work is asked to stop.
    pub(super) fn receive(&mut self, limit: Duration) -> Result<Vec<u8>, OffenceKind> {
        match Stop::receive(&self.output, limit) {
            Ok(Heard::Line(line)) => Ok(line),
            Ok(Heard::TooLong) => Err(self.too_long()),
            Err(RecvTimeoutError::Timeout) => {
                Err(OffenceKind::Timeout { limit_millis: u32::try_from(limit.as_millis()).unwrap_or(u32::MAX) })
            }
            Err(RecvTimeoutError::Disconnected) => Err(OffenceKind::Crashed(self.end())),
        }
    }

    /// Fails if a line has come that nobody asked for, or if the output is closed.
    pub(super) fn stray(&mut self) -> Result<(), OffenceKind> {
        match self.output.try_recv() {
            Err(TryRecvError::Empty) => Ok(()),
            Ok(Heard::Line(line)) => {
                Err(OffenceKind::Protocol(format!("a line that nobody asked for: {}", shown(&line))))
            }
            Ok(Heard::TooLong) => Err(self.too_long()),
            Err(TryRecvError::Disconnected) => Err(OffenceKind::Crashed(self.end())),
        }
    }

    /// Closes the input, and returns a line if one comes at once.
    pub(super) fn line_at_the_end(&mut self) -> Option<Vec<u8>> {
        self.input = None;
        self.receive(SOON).ok()
    }

    /// Notes an offence in the transcript, with the place of the last request.
    pub(super) fn note_offence(&self, kind: &OffenceKind) {
        if let Some(transcript) = &self.transcript {
            transcript.note("x-offence", format!("{kind}; the request is line {}", self.last_sent));
        }
    }

    /// Closes the input and waits for the end, at most `limit`. Returns the status if the program ended by itself.
    pub(super) fn finish(&mut self, limit: Duration) -> Option<ExitStatus> {
        self.input = None;
        let until = Instant::now() + limit;
        let left = || until.saturating_duration_since(Instant::now());
        while !left().is_zero() && self.output.recv_timeout(left()).is_ok() {}
        self.wait(left())
    }

    /// Ends the program by force. Returns the last lines of its standard error.
    pub(super) fn kill(&mut self) -> Option<String> {
        self.input = None;
        self.end_by_force();
        let until = Instant::now() + SOON;
        while !self.errors.is_finished() && Instant::now() < until {
            thread::sleep(LOOK);
        }
        let words: Vec<String> = self.last_words.lock().ok()?.drain(..).collect();
        Some(words.join(", ")).filter(|words| !words.is_empty())
    }

    fn too_long(&self) -> OffenceKind {
        OffenceKind::Protocol(format!("a line longer than {} bytes", self.longest))
    }

    /// Says how a program ended if its output is closed.
    fn end(&mut self) -> String {
        match self.wait(SOON) {
            Some(status) => format!("the program ended ({status})"),
            None => "the program closed its standard output".to_owned(),
        }
    }

    fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + limit;
        while self.status.is_none() {
            self.reap();
            if self.status.is_none() {
                if Instant::now() >= until {
                    break;
                }
                thread::sleep(LOOK);
            }
        }
        self.status
    }

    /// Kills and reaps. It sends no signal once the process is reaped: its number may belong to another by then.
    fn end_by_force(&mut self) {
        if self.status.is_none() {
            self.kill_all();
            self.status = self.child.wait().ok();
        }
    }

    /// Reaps a process that has ended, after it kills the rest of its group. Until the process is reaped, its number
    /// cannot belong to another.
    #[cfg(unix)]
    fn reap(&mut self) {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        if let Ok(Some(_)) = waitid(WaitId::Pid(Pid::from_child(&self.child)), look) {
            self.kill_all();
            self.status = self.child.wait().ok();
        }
    }

    #[cfg(not(unix))]
    fn reap(&mut self) {
        self.status = self.child.try_wait().ok().flatten();
    }

    #[cfg(unix)]
    fn kill_all(&mut self) {
        use rustix::process::{Pid, Signal, kill_process_group};
        // It fails if the group is gone already.
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
    }

    #[cfg(not(unix))]
    fn kill_all(&mut self) {
        // It fails if the program has ended already.
        let _ = self.child.kill();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end_by_force();
        if let (Some(transcript), Some(status)) = (&self.transcript, self.status) {
            transcript.note("x-end", status.to_string());
        }
    }
}

/// The beginning of a line, safe to show in an error.
pub(super) fn shown(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    format!("`{}`", plain(&short(text.trim_end(), SHOWN)))
}

fn write_lines(mut input: impl Write, lines: &Receiver<Vec<u8>>) {
    for line in lines {
        if input.write_all(&line).and_then(|()| input.flush()).is_err() {
            break;
        }
    }
}

fn read_lines(output: impl Read, heard: &SyncSender<Heard>, longest: usize, transcript: Option<&Transcript>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        // One byte above the limit tells that a line is too long, without a read of all of it.
        let most = longest as u64 + 1;
        match (&mut output).take(most).read_until(b'\n', &mut line) {
            Ok(_) if line.last() == Some(&b'\n') => {
                if let Some(transcript) = transcript {
                    transcript.answered(&line);
                }
                if heard.send(Heard::Line(line)).is_err() {
                    break;
                }
            }
            Ok(length) if length > longest => {
                // This fails if nobody listens any more.
                let _ = heard.send(Heard::TooLong);
                break;
            }
            _ => break,
        }
    }
}

/// Keeps the last lines that have letters or digits, shortened for an error. Python underlines a fault with other signs.
fn keep_last(errors: impl Read, kept: &Mutex<VecDeque<String>>, transcript: Option<&Transcript>) {
    let mut errors = BufReader::new(errors);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut errors).take(LONGEST_LINE as u64).read_until(b'\n', &mut line) {
            Ok(length) if length > 0 => {
                if let Some(transcript) = transcript {
                    transcript.complained(&line);
                }
                if line.iter().any(|sign| sign.is_ascii_alphanumeric() || !sign.is_ascii())
                    && let Ok(mut kept) = kept.lock()
                {
                    kept.push_back(shown(line.trim_ascii()));
                    let more = kept.len().saturating_sub(LAST_LINES);
                    kept.drain(..more);
                }
            }
            _ => break,
        }
    }
}
