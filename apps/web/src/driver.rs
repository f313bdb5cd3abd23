//! The driver: the thread of a table. Lets its agents act when it is their turn, makes automatic declarations, and ends
//! hands of persons whose time has run out.

use std::sync::{MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use spariglio_agents::agent::Stop;
use spariglio_table::{Bench, Question, Table, Task};

use crate::table::{Held, OpenTable};

/// Longest time between two saves of a running clock.
const SAVED: Duration = Duration::from_secs(5);
/// Longest wait for an agent's turn before it is looked at again.
const LOOK: Duration = Duration::from_secs(3600);

/// Runs a table until it is closed. `bench` has the players of the agents' seats.
pub(crate) fn drive(open: &OpenTable, mut bench: Bench) {
    while let Some(task) = open.wait_for_task() {
        match task {
            Task::Declare(action) => open.make(|table| table.declare(action)),
            Task::Close(question, waiting) => {
                let seat = waiting.seat;
                let margin = bench.play_closed(&question, waiting);
                open.make(|table| Some(table.note_closed(&question, seat, margin)));
            }
            Task::Decide(question) => open.decide(&mut bench, &question),
            Task::Seat(seat, player) => bench.seat(seat, player),
            Task::End(question) => bench.end(&question),
        }
    }
}

impl OpenTable {
    /// Waits for the next task; `None` if the table was closed.
    fn wait_for_task(&self) -> Option<Task> {
        let mut held = self.lock();
        loop {
            if held.is_gone {
                return None;
            }
            if let Some(task) = held.table.task() {
                return Some(task);
            }
            held = self.wait_for_news(held);
        }
    }

    /// Waits for a change, or until the running clock has to be looked at.
    fn wait_for_news<'a>(&'a self, held: MutexGuard<'a, Held>) -> MutexGuard<'a, Held> {
        let Some(left) = held.table.time_left() else {
            return self.wake.wait(held).unwrap_or_else(PoisonError::into_inner);
        };
        if left.is_zero() {
            drop(held);
            self.make(Table::run_out);
            return self.lock();
        }
        let waited = self.wake.wait_timeout(held, left.min(SAVED));
        let (mut held, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        if timeout.timed_out() {
            self.save(&mut held);
        }
        held
    }

    /// Makes a change, unless it is not due any more or the table was closed.
    pub(crate) fn make(&self, change: impl FnOnce(&mut Table) -> Option<&'static str>) {
        let mut held = self.lock();
        if held.is_gone {
            return;
        }
        if let Some(news) = held.table.try_change(change) {
            self.save(&mut held);
            drop(held);
            self.tell(news);
        }
    }

    /// Asks the agent of the seat to act. Plays its action if the position is still the same.
    fn decide(&self, bench: &mut Bench, question: &Question) {
        // A program's answer cannot be hurried.
        let limit = question.limit().map(|limit| Instant::now() + limit);
        let stop = (!question.asks_program()).then(|| Stop::new(limit));
        let Some(news) = self.lock().table.think(question, stop.clone()) else {
            return;
        };
        self.tell(news);
        let outcome = match stop {
            Some(stop) => stop.during(|| bench.answer(question)),
            None => bench.answer(question),
        };
        self.wait_for_pace(question);
        self.make(|table| table.answered(question, outcome));
    }

    /// Waits until an agent's action is due or the position changes.
    fn wait_for_pace(&self, question: &Question) {
        let mut held = self.lock();
        while let Some(left) = held.table.waits(question.place).filter(|_| !held.is_gone) {
            let waited = self.wake.wait_timeout(held, left.min(LOOK));
            held = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
