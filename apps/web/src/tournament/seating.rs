//! The host of a tournament's matches: each match of a person is played at a table.

use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use spariglio_arena::ArenaError;
use spariglio_arena::tournaments::{Bout, Host, HostedBout, LEFT, MatchReport, Meeting};
use spariglio_engine::rules::DeclarationMode;
use spariglio_table::token::new_token;
use spariglio_table::{MatchOver, Named, Refusal, Roster, Setup, Sitter, Table, Why};

use spariglio_arena::deals::unforeseen::random_seed;

use super::entry::Member;
use super::{OpenTournament, TournamentState};
use crate::table::OpenTable;
use crate::tables::Tables;

/// Time between two looks at a table.
const BEAT: Duration = Duration::from_millis(50);
/// The next hand begins so long after the end of a hand, if nobody asks for it before.
const NEXT_HAND: Duration = Duration::from_secs(15);

/// The host of a tournament.
pub(super) struct Seating<'a> {
    pub open: &'a OpenTournament,
    pub tables: &'a Arc<Tables>,
    pub roster: &'a Roster,
}

impl Host for Seating<'_> {
    fn begin_round(&self, pairings: &[Meeting]) -> Result<(), ArenaError> {
        self.open.change(|running| {
            let is_first = running.pairings.is_empty();
            running.pairings.extend(pairings);
            let pause = running.entry.request().map_or(0, |body| body.break_seconds);
            running.break_until = (!is_first).then(|| Instant::now() + Duration::from_secs(pause.into()));
        });
        self.wait_for(|| {
            self.open.look(|running| {
                let is_break = running.break_until.is_some_and(|until| Instant::now() < until);
                (!is_break && !running.entry.is_paused).then_some(())
            })
        })?;
        self.open.change(|running| running.break_until = None);
        Ok(())
    }

    fn play(&self, bout: &Bout<'_>) -> Result<Option<HostedBout>, ArenaError> {
        let members = self.members(bout);
        if !members.iter().any(|member| matches!(member, Member::Person(_))) {
            return Ok(None);
        }
        let table = self.table(bout, &members)?;
        let over = self.wait_for(|| {
            let left = self.open.look(|running| {
                let has_left = |member: &Member| match member {
                    Member::Person(number) => running.entry.entrants[*number].left,
                    Member::Agent(_) => false,
                };
                members.iter().position(has_left)
            });
            if let Some(seat) = left {
                table.make(|table| table.give_up(seat).ok());
            }
            table.make(Table::judge_offence);
            table.make(|table| table.deal_due(Instant::now(), NEXT_HAND));
            table.look(Table::match_over)
        })?;
        self.open.change(|running| running.entry.tables.remove(&bout.id));
        Ok(Some(hosted(over)))
    }

    fn note(&self, report: &MatchReport) {
        let is_known = |known: &MatchReport| known.slot == report.slot;
        if !self.open.look(|running| running.reports.iter().any(is_known)) {
            self.open.change(|running| running.reports.push(report.clone()));
        }
    }
}

impl Seating<'_> {
    /// Calls `look` until it finds something. No lock is held meanwhile.
    fn wait_for<T>(&self, look: impl Fn() -> Option<T>) -> Result<T, ArenaError> {
        loop {
            if self.open.is_closing() {
                return Err(ArenaError::Stopped);
            }
            if let Some(answer) = look() {
                return Ok(answer);
            }
            sleep(BEAT);
        }
    }

    /// Who sits at a bout, by seat.
    fn members(&self, bout: &Bout<'_>) -> Vec<Member> {
        let member = |running: &TournamentState, seat: usize| {
            let team = bout.teams[bout.game.side(seat)];
            running.entry.teams[team].1[seat / 2].clone()
        };
        self.open
            .look(|running| (0..bout.game.players()).map(|seat| member(running, seat)).collect())
    }

    /// The table of a bout: the one where it began before the server stopped, or a new one.
    fn table(&self, bout: &Bout<'_>, members: &[Member]) -> Result<Arc<OpenTable>, ArenaError> {
        let known = self.open.look(|running| running.entry.tables.get(&bout.id).cloned());
        if let Some(table) = known.and_then(|id| self.tables.get(&id).ok()) {
            return Ok(table);
        }
        let failed =
            |refusal: &Refusal| ArenaError::Hosted { id: bout.id.clone(), message: refusal.body().to_string() };
        // If there are too many tables, one becomes free when a match ends.
        let table = self.wait_for(|| {
            let setup = self.open.look(|running| self.setup(running, bout, members));
            match setup.and_then(|setup| self.tables.open_held(setup)) {
                Err(refusal) if refusal.code == "tables" => None,
                opened => Some(opened),
            }
        })?;
        let table = table.map_err(|refusal| failed(&refusal))?;
        self.open
            .change(|running| running.entry.tables.insert(bout.id.clone(), table.id.clone()));
        Ok(table)
    }

    fn setup(&self, running: &TournamentState, bout: &Bout<'_>, members: &[Member]) -> Result<Setup, Refusal> {
        let (body, game) = (running.entry.request()?, bout.game);
        let sitter = |member: &Member| match member {
            Member::Person(number) => {
                let name = running.entry.entrants[*number].name.clone();
                Ok(Sitter::Person { key: new_token(&mut random_seed), name })
            }
            Member::Agent(name) => {
                let spec = self.roster.get("agents", name, game)?.clone();
                Ok(Sitter::Agent(Named { name: name.clone(), spec }))
            }
        };
        let is_choice = game.rules().declarations.mode == DeclarationMode::Choice;
        Ok(Setup {
            game: Arc::clone(game),
            sitters: members.iter().map(sitter).collect::<Result<_, Refusal>>()?,
            fixture: bout.fixture,
            is_match: true,
            partners_open: body.partners_open,
            auto_declare: vec![is_choice; members.len()],
            clock: Some(body.clock),
            seen_cards: false,
            start: None,
            origin: None,
            tournament: Some(running.entry.id.clone()),
        })
    }
}

/// A bout of a table whose match is over.
fn hosted(over: MatchOver) -> HostedBout {
    let text = |why: Why| match why {
        Why::Left => LEFT,
        Why::MoveTime => "ran out of time for a decision",
        Why::MatchTime => "ran out of time for the match",
        Why::Offence => "gave no legal action",
    };
    HostedBout {
        records: over.records,
        offence: over.forfeit.map(|(seat, why)| (seat, text(why).to_owned())),
    }
}
