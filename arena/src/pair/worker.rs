//! One worker's table: its own instances of both agents, and how a deal's set is played on it.

use spariglio_agents::search::Clock;
use spariglio_agents::solver::Solver;
use spariglio_agents::{Offence, Place, Player};
use spariglio_engine::{Action, Deal, State, World};

use super::Duel;
use super::account::{Account, Unacted};
use crate::behaviour::{ENDGAME_CARDS, ENDGAME_DEALS, Plays};
use crate::error::ArenaError;
use crate::outcome::Outcome;
use crate::seating::Seating;
use crate::tally::SetCount;
use crate::timing::Stopwatch;
use crate::variance::Reducer;

/// Two agents, an instance a seat, and what a hand needs.
pub(super) struct Worker<'a> {
    duel: &'a Duel<'a>,
    agents: [Vec<Player>; 2],
    /// The actions of the hand in progress.
    history: Vec<Action>,
    plays: Plays,
    stopwatch: Stopwatch,
    /// For a second estimate, where it is asked for.
    reducer: Option<Reducer<'a>>,
    /// For endgames; none where the game is not one of two sides.
    solver: Option<Solver>,
}

impl<'a> Worker<'a> {
    pub fn new(duel: &'a Duel<'a>) -> Result<Worker<'a>, ArenaError> {
        let build = |agent: usize| {
            let spec = duel.agents[agent];
            (0..Seating::instances(&duel.set)[agent])
                .map(|_| spec.build_player(duel.game))
                .collect::<Result<Vec<_>, _>>()
                .map_err(|source| ArenaError::Agent {
                    agent: spec.to_string(),
                    source: Box::new(source),
                })
        };
        let reducer = |reduction| Reducer::new(duel.game, reduction, duel.config);
        Ok(Worker {
            duel,
            reducer: duel.reduction.as_ref().map(reducer).transpose()?,
            agents: [build(0)?, build(1)?],
            history: Vec::new(),
            plays: Plays::default(),
            stopwatch: Stopwatch::new(),
            solver: Solver::new(duel.game).ok(),
        })
    }

    /// Plays the set of one deal and adds it to `found`.
    pub fn play_set(&mut self, index: u64, found: &mut Account) -> Result<(), ArenaError> {
        let duel = self.duel;
        let deal = duel.deal(index);
        let first_side = duel.game.side((deal.dealer() + 1) % duel.game.players());
        let dealer_side = duel.game.side(deal.dealer());
        let mut count = SetCount::default();
        for (number, play) in duel.set.iter().enumerate() {
            self.start(index, number, play);
            let hand = if duel.timed(index) {
                self.play_hand::<true>(&deal, index, play, found)?
            } else {
                self.play_hand::<false>(&deal, index, play, found)?
            };
            found.tally.push_hand(duel.game, play, &hand, &self.plays);
            count.push(play, &hand, first_side, dealer_side);
            if index < ENDGAME_DEALS && hand.forfeit.is_none() && !duel.is_tuning() {
                self.solve_endgame(&deal, play, found);
            }
        }
        if duel.record {
            found.series.push(count.margin());
        }
        found.tally.push(index, &count);
        if let Some(reducer) = &mut self.reducer {
            found.tally.push_correction(count.margin(), reducer.finish_set(index)?);
        }
        Ok(())
    }

    /// Prepares the agents of a play.
    pub fn start(&mut self, index: u64, number: usize, play: &Seating) {
        for (seat, &(agent, instance)) in play.seats.iter().enumerate() {
            let place = [index, number as u64, seat as u64];
            let seed = self.duel.source.seat_seed(self.duel.config.seed, place);
            self.agents[agent][instance].start_hand(seed);
        }
    }

    /// Plays a hand to its end, or to an offence; `history` and `plays` then hold it.
    pub fn play_hand<const TIMED: bool>(
        &mut self,
        deal: &Deal,
        index: u64,
        play: &Seating,
        found: &mut Account,
    ) -> Result<Outcome, ArenaError> {
        let Duel { game, config, .. } = self.duel;
        let mut world = World {
            deal: *deal,
            state: State::new(game, deal),
        };
        self.history.clear();
        self.plays = Plays::default();
        let mut forfeit = None;
        if let Some(reducer) = &mut self.reducer {
            reducer.start_hand(play, &world.state);
        }
        while !world.state.is_over() {
            let seat = world.state.seat();
            let (agent, instance) = play.seats[seat];
            let began = (TIMED && world.state.count_actions(game) > 1).then(Clock::start);
            let answer = self.agents[agent][instance].act(&Place {
                game,
                world: &world,
                history: &self.history,
                partners_open: config.partners_open,
            });
            let action = match answer {
                Ok(action) => action,
                Err(source) => {
                    if !found.acted[agent] && found.unacted.is_none() {
                        found.unacted = Some(self.unacted(agent, source, index, seat));
                    }
                    forfeit = Some(game.side(seat));
                    break;
                }
            };
            found.acted[agent] = true;
            if let Some(began) = began {
                let clocked = found.clocked.get_or_insert_default();
                clocked.agents[agent].push(self.stopwatch.since(began));
            }
            if let Some(reducer) = &mut self.reducer {
                reducer.before(&world.state, action, self.agents[agent][instance].draw());
            }
            if world.state.try_apply(game, deal, action).is_err() {
                return Err(ArenaError::IllegalAction {
                    agent: self.duel.agents[agent].to_string(),
                    action: action.text(game.deck()),
                    deal: index,
                    seed: config.seed,
                    seat,
                });
            }
            if let Some(reducer) = &mut self.reducer {
                reducer.after(&world.state);
            }
            self.plays.push(game.side(seat), action);
            self.history.push(action);
        }
        let place = Place {
            game,
            world: &world,
            history: &self.history,
            partners_open: config.partners_open,
        };
        for &(agent, instance) in &play.seats {
            self.agents[agent][instance].end_hand(&place);
        }
        Ok(Outcome::new(game, world.state, forfeit))
    }

    fn unacted(&self, agent: usize, source: Offence, deal: u64, seat: usize) -> Unacted {
        Unacted {
            agent,
            specification: self.duel.agents[agent].to_string(),
            source,
            deal,
            seed: self.duel.config.seed,
            seat,
        }
    }

    /// The points that the last plays of the hand in `history` lost, against the exact best.
    fn solve_endgame(&mut self, deal: &Deal, play: &Seating, found: &mut Account) {
        let Some(solver) = &mut self.solver else { return };
        for decision in solver.endgame_decisions(self.duel.game, deal, &self.history, ENDGAME_CARDS) {
            let (agent, _) = play.seats[decision.seat];
            found.tally.agents[agent].behaviour.push_endgame(&decision);
        }
    }
}
