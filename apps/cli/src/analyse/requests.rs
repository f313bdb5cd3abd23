//! Engine mode: questions of `docs/reference/bot.md` on standard input, one JSON object per line, and answers on standard
//! output as they are ready.
//!
//! Invariant: every question has one answer, with its `id`. A cancelled one tells no decision.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{BufRead, Write, stdin};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

use anyhow::Result;
use serde_json::{Value, json};
use spariglio_agents::agent::Stop;
use spariglio_bot::{Bot, fault};
use spariglio_engine::FormatError;

use crate::{Status, common};

/// Most questions that wait.
const WAITING: usize = 4096;

/// A question, the text of its id, and the wish to end it.
type Question = (String, Option<String>, Stop);

/// The questions that have no answer yet, by the text of their ids.
type Open = Arc<Mutex<HashMap<String, Stop>>>;

/// Answers until the input ends.
pub fn run(threads: usize) -> Result<Status> {
    let (sender, receiver) = sync_channel::<Question>(WAITING);
    let (receiver, open) = (Arc::new(Mutex::new(receiver)), Open::default());
    let threads = match threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let workers: Vec<_> = (0..threads)
        .map(|_| {
            let (receiver, open) = (Arc::clone(&receiver), Arc::clone(&open));
            thread::spawn(move || work(&receiver, &open))
        })
        .collect();
    for line in stdin().lock().split(b'\n') {
        // Bytes that are not UTF-8 become the replacement character, which is no JSON.
        let line = String::from_utf8_lossy(&line?).into_owned();
        if line.trim().is_empty() {
            continue;
        }
        let value: Value = serde_json::from_str(&line).unwrap_or_default();
        if let Some(id) = value.get("cancel") {
            cancel(&open, id)?;
            continue;
        }
        let id = value.get("id").map(Value::to_string);
        let stop = Stop::default();
        if let Some(id) = &id
            && !begin(&open, id, &stop)
        {
            let error = FormatError::new("id", "one that no open question has", id.clone());
            answer(&json!({ "id": value["id"], "error": fault(&error) }).to_string())?;
            continue;
        }
        sender.send((line, id, stop))?;
    }
    drop(sender);
    for worker in workers {
        worker.join().map_err(|_| anyhow::anyhow!("a thread has failed"))??;
    }
    Ok(Status::Success)
}

/// Notes a question as open; `false` if its id is that of another one.
fn begin(open: &Open, id: &str, stop: &Stop) -> bool {
    match locked(open).entry(id.to_owned()) {
        Entry::Occupied(_) => false,
        Entry::Vacant(entry) => {
            entry.insert(stop.clone());
            true
        }
    }
}

/// Asks for the end of a question; one that has its answer is told.
fn cancel(open: &Open, id: &Value) -> Result<()> {
    match locked(open).get(&id.to_string()) {
        Some(stop) => stop.ask(),
        None => answer(&json!({ "id": id, "cancelled": false }).to_string())?,
    }
    Ok(())
}

fn work(questions: &Mutex<Receiver<Question>>, open: &Open) -> Result<()> {
    let mut bot = Bot::default();
    loop {
        let question = locked(questions).recv();
        let Ok((line, id, stop)) = question else { return Ok(()) };
        let text = if stop.is_due() {
            String::new()
        } else {
            stop.during(|| bot.answer(&line))
        };
        if let Some(id) = &id {
            locked(open).remove(id);
        }
        match id.filter(|_| stop.is_due()) {
            Some(id) => answer(&format!("{{\"id\":{id},\"cancelled\":true}}"))?,
            None => answer(&text)?,
        }
    }
}

fn answer(text: &str) -> Result<()> {
    let mut out = common::output();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}

fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no thread has failed")
}
