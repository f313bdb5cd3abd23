//! The driver: the thread of a table. Lets its agents act when it is their turn, makes automatic declarations, and ends
//! hands of persons whose time has run out.

use std::sync::{MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use spariglio_agents::Stop;
use spariglio_table::{Bench, Outcome, Question, Task, Waiting};

use crate::table::{Held, OpenTable};

/// Longest time between two saves of a running clock.
const SAVED: Duration = Duration::from_secs(5);
/// Longest wait for an agent's turn before it is looked at again.
const LOOK: Duration = Duration::from_secs(3600);

/// Runs a table until it is closed. `bench` has the players of the agents' seats.
pub(crate) fn drive(open: &OpenTable, mut bench: Bench) {
    while let Some(task) = open.wait_for_task() {
        match task {
            Task::Declare(action) => open.make(|held| held.table.declare(action)),
            Task::Close(waiting) => open.play_closed(&mut bench, waiting),
            Task::Decide => open.decide(&mut bench),
            Task::Seat(seat, player) => bench.seat(seat, player),
            Task::End => {
                let question = open.look(spariglio_table::Table::question);
                bench.end(&question);
            }
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
        let clock = held.table.live().clocks.as_ref().and_then(spariglio_table::Clocks::left);
        let Some((left, why)) = clock else {
            return self.wake.wait(held).unwrap_or_else(PoisonError::into_inner);
        };
        if left.is_zero() {
            drop(held);
            self.make(|held| Some(held.table.run_out(why)));
            return self.lock();
        }
        let waited = self.wake.wait_timeout(held, left.min(SAVED));
        let (mut held, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        if timeout.timed_out() {
            self.save(&mut held);
        }
        held
    }

    /// Makes a change, unless there is nothing to change any more or the table was closed.
    fn make(&self, change: impl FnOnce(&mut Held) -> Option<&'static str>) {
        let mut held = self.lock();
        if held.is_gone {
            return;
        }
        let Some(what) = change(&mut held) else { return };
        if let Ok(news) = held.table.change(|_| Ok(what)) {
            self.save(&mut held);
            drop(held);
            self.tell(news);
        }
    }

    /// Asks the agent of the seat to act. Plays its action if the position is still the same.
    fn decide(&self, bench: &mut Bench) {
        let (question, stop) = {
            let mut held = self.lock();
            let limit = held.table.limit();
            // A program's answer cannot be hurried.
            let stop = (!held.table.asks_program()).then(|| Stop::new(limit.map(|limit| Instant::now() + limit)));
            let news = held.table.think(stop.clone());
            let question = held.table.question();
            drop(held);
            self.tell(news);
            (question, stop)
        };
        let outcome: Outcome = match stop {
            Some(stop) => stop.during(|| bench.answer(&question)),
            None => bench.answer(&question),
        };
        self.wait_for_pace(&question);
        self.make(|held| held.table.answered(&question, outcome));
    }

    fn play_closed(&self, bench: &mut Bench, waiting: Waiting) {
        let question = self.look(spariglio_table::Table::question);
        let seat = waiting.seat;
        let margin = bench.play_closed(&question, waiting);
        self.make(|held| Some(held.table.note_closed(&question, seat, margin)));
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
