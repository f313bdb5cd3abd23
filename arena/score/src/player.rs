//! Carries out tasks with the agent, one after the other.

use std::time::Instant;

use rand_pcg::Pcg64Mcg;
use serde_json::json;
use spariglio_agents::table::{OffenceKind, Refusal, Usage};
use spariglio_agents::{AgentError, AgentSpec, Hand, Player};
use spariglio_arena::deals::seating::Seating;
use spariglio_arena::difference::difference;
use spariglio_engine::random::below;
use spariglio_engine::{Action, Game};

use crate::error::ScoreError;
use crate::position::Position;
use crate::secret::Seeds;
use crate::suite::{OPPONENTS, SuiteGame};
use crate::task::{Answer, Task, act};

/// The players at the tables of one worker, for one game.
pub(crate) struct Worker<'a> {
    seeds: &'a Seeds,
    agent: &'a AgentSpec,
    games: &'a [SuiteGame],
    /// The place of the game for which the players are made.
    game: usize,
    /// The agent's players, one per seat of a side.
    own: Vec<Player>,
    /// The players of each opponent.
    others: [Vec<Player>; 2],
}

impl<'a> Worker<'a> {
    /// A worker without players.
    pub fn new(seeds: &'a Seeds, agent: &'a AgentSpec, games: &'a [SuiteGame]) -> Worker<'a> {
        Worker {
            seeds,
            agent,
            games,
            game: usize::MAX,
            own: Vec::new(),
            others: Default::default(),
        }
    }

    /// Plays one hand and returns the agent's answer.
    ///
    /// # Errors
    /// A player cannot be made, or the agent fails in a way that is no offence.
    pub fn hand(&mut self, task: Task, opponent: usize, deal: u64, play: usize) -> Result<Answer, ScoreError> {
        self.sit(task.game());
        let of = &self.games[task.game()];
        let game: &Game = &of.game;
        let seating = &Seating::set(game)[play];
        self.seat(of, seating, opponent, deal, true)?;
        let mut hand = Hand::new(game, &of.deal(self.seeds, deal), false);
        let mut questions = Asked::new(self.seeds, of, task);
        while !hand.is_over() {
            let (agent, instance) = seating.seats[hand.seat()];
            let action = match agent {
                0 => questions.ask(&mut self.own[instance], &hand)?,
                _ => self.others[opponent][instance].act(&hand).expect("an agent of this program"),
            };
            hand.act(action).expect("a legal action");
        }
        self.own.iter_mut().for_each(|player| player.end_hand(&hand));
        Ok(questions.answer(&mut self.own, &hand, 0))
    }

    /// Decides at a position and returns the agent's answer.
    ///
    /// # Errors
    /// As [`Worker::hand`].
    pub fn position(&mut self, task: Task, position: &Position) -> Result<Answer, ScoreError> {
        self.sit(task.game());
        let of = &self.games[task.game()];
        let mut hand = position.hand(&of.game);
        let mut questions = Asked::new(self.seeds, of, task);
        if self.own.is_empty() {
            self.own.push(self.agent.build_player(&of.game)?);
        }
        self.own[0].start_hand(questions.rng_seed);
        let action = questions.ask(&mut self.own[0], &hand)?;
        let belief = self.own[0].belief().iter();
        let belief = belief
            .map(|(card, chances)| (of.game.deck().card_text(*card), chances.clone()))
            .collect();
        hand.act(action).expect("a legal action");
        let answer = questions.answer(&mut self.own, &hand, position.before.len());
        Ok(Answer { belief, ..answer })
    }

    /// Checks an answer: every decision of an opponent is made again. If `replays` is set, so is the agent's whole answer,
    /// and all of it but its time is compared.
    ///
    /// # Errors
    /// The first difference, or an action that is not legal.
    pub fn check(&mut self, answer: &Answer, position: Option<&Position>, replays: bool) -> Result<(), ScoreError> {
        let task = answer.task;
        if replays {
            let again = match (task, position) {
                (Task::Hand(_, opponent, deal, play), _) => self.hand(task, opponent, deal, play)?,
                (_, Some(position)) => self.position(task, position)?,
                _ => return Ok(()),
            };
            let again = Answer { millis: answer.millis, ..again };
            return difference(&json!(answer), &json!(again)).map_or(Ok(()), |first| Err(untrue(task, &first)));
        }
        let Task::Hand(game, opponent, deal, play) = task else {
            return same_count(answer, 1);
        };
        self.sit(game);
        let of = &self.games[game];
        let seating = &Seating::set(&of.game)[play];
        self.seat(of, seating, opponent, deal, false)?;
        let mut hand = Hand::new(&of.game, &of.deal(self.seeds, deal), false);
        let mut decisions = 0;
        for text in &answer.actions {
            let (agent, instance) = seating.seats[hand.seat()];
            if agent == 1 {
                let expected = self.others[opponent][instance].act(&hand).expect("an agent of this program");
                let expected = expected.text(of.game.deck());
                if expected != *text {
                    return Err(untrue(task, &format!("expected the action `{expected}`, found `{text}`")));
                }
            } else {
                decisions += 1;
            }
            act(&mut hand, text, answer)?;
        }
        same_count(answer, decisions)
    }

    /// Leaves the players of another game.
    fn sit(&mut self, game: usize) {
        if self.game != game {
            self.game = game;
            self.own.clear();
            self.others.iter_mut().for_each(Vec::clear);
        }
    }

    /// Makes the players that a seating needs, and starts the hand for all; without the agent if `with_agent` is not set.
    fn seat(
        &mut self,
        of: &SuiteGame,
        seating: &Seating,
        opponent: usize,
        deal: u64,
        with_agent: bool,
    ) -> Result<(), AgentError> {
        let seats = seating.seats.iter().enumerate();
        for (seat, &(agent, instance)) in seats.filter(|(_, (agent, _))| with_agent || *agent == 1) {
            let players = match agent {
                0 => &mut self.own,
                _ => &mut self.others[opponent],
            };
            if players.len() == instance {
                let player = match agent {
                    0 => self.agent.build_player(&of.game)?,
                    _ => opponent_spec(opponent).build_player(&of.game)?,
                };
                players.push(player);
            }
            let numbers = [opponent as u64, deal, seating.alone as u64, seat as u64];
            players[instance].start_hand(self.seeds.seed("seat", &of.name, &numbers));
        }
        Ok(())
    }
}

/// The error of an answer that came out otherwise.
fn untrue(task: Task, why: &str) -> ScoreError {
    ScoreError::Untrue(format!("{task}: {why}"))
}

/// # Errors
/// The answer states another number of the agent's decisions.
fn same_count(answer: &Answer, decisions: u64) -> Result<(), ScoreError> {
    if answer.decisions == decisions {
        return Ok(());
    }
    Err(untrue(answer.task, &format!("decisions: found {}, must be {decisions}", answer.decisions)))
}

/// The specification of an opponent.
pub(crate) fn opponent_spec(opponent: usize) -> AgentSpec {
    AgentSpec::parse(OPPONENTS[opponent]).expect("an agent type")
}

/// The answers of the agent in one task so far.
struct Asked {
    task: Task,
    rng_seed: u64,
    /// Draws the actions that the agent does not give.
    rng: Pcg64Mcg,
    decisions: u64,
    faults: u64,
    refusals: u64,
    fault: Option<String>,
    millis: f64,
}

impl Asked {
    fn new(seeds: &Seeds, of: &SuiteGame, task: Task) -> Asked {
        let name = task.to_string();
        Asked {
            rng_seed: seeds.seed(&name, &of.name, &[0]),
            rng: seeds.rng(&name, &of.name, &[1]),
            task,
            decisions: 0,
            faults: 0,
            refusals: 0,
            fault: None,
            millis: 0.0,
        }
    }

    /// The agent's action; a random one after an offence.
    fn ask(&mut self, player: &mut Player, hand: &Hand<'_>) -> Result<Action, ScoreError> {
        let began = Instant::now();
        let answer = player.act(hand);
        self.millis += began.elapsed().as_secs_f64() * 1000.0;
        self.decisions += 1;
        let mut legal = Vec::new();
        hand.view().legal_actions(&mut legal);
        let mut is_refusal = false;
        let offence = match answer {
            Ok(action) if legal.contains(&action) => return Ok(action),
            Ok(action) => format!("plays `{}`, which is not legal", action.text(hand.game().deck())),
            Err(Refusal::Offence(offence)) => {
                is_refusal = matches!(offence.kind, OffenceKind::Refused(_));
                offence.to_string()
            }
            Err(Refusal::Failed(message)) => {
                return Err(ScoreError::Failed { task: self.task.to_string(), message });
            }
        };
        self.refusals += u64::from(is_refusal);
        self.faults += u64::from(!is_refusal);
        self.fault.get_or_insert(offence);
        Ok(legal[below(&mut self.rng, legal.len() as u32) as usize])
    }

    fn answer(self, own: &mut [Player], hand: &Hand<'_>, from: usize) -> Answer {
        let deck = hand.game().deck();
        let mut usage = Usage::default();
        let mut thoughts = Vec::new();
        for player in own {
            usage.merge(&player.take_usage());
            thoughts.extend(player.take_thoughts());
        }
        Answer {
            task: self.task,
            actions: hand.history()[from..].iter().map(|action| action.text(deck)).collect(),
            decisions: self.decisions,
            faults: self.faults,
            refusals: self.refusals,
            fault: self.fault,
            millis: self.millis,
            usage,
            thoughts,
            belief: Vec::new(),
        }
    }
}
