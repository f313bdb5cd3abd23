//! Who sits where: the person and the agents, and what they are called.

use anyhow::{Result, bail};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use spariglio_agents::{Agent, AgentSpec};
use spariglio_engine::Game;

use crate::common;

/// Everybody at the table.
pub struct Seats {
    person: usize,
    sides: usize,
    /// By seat; none for the person.
    agents: Vec<Option<Box<dyn Agent>>>,
    names: Vec<String>,
}

impl Seats {
    /// The person at `person`, the agents around: one for all, or one each.
    pub fn new(game: &Game, person: usize, specs: &[AgentSpec]) -> Result<Seats> {
        let others = game.players() - 1;
        if specs.len() != 1 && specs.len() != others {
            let expected = if others == 1 {
                "1".to_owned()
            } else {
                format!("1 or {others}")
            };
            bail!("--agents names {} agents, expected {expected}", specs.len());
        }
        let mut order = specs.iter().cycle();
        let mut seats = Seats {
            person,
            sides: game.sides(),
            agents: Vec::new(),
            names: Vec::new(),
        };
        for seat in 0..game.players() {
            let spec = if seat == person { None } else { order.next() };
            let agent = spec.map(|spec| common::build(spec, game)).transpose()?;
            seats.names.push(seats.make_name(seat, spec));
            seats.agents.push(agent);
        }
        Ok(seats)
    }

    fn make_name(&self, seat: usize, spec: Option<&AgentSpec>) -> String {
        match spec {
            None => "You".to_owned(),
            Some(spec) if seat % self.sides == self.person % self.sides => {
                format!("Seat {seat} ({spec}, your partner)")
            }
            Some(spec) => format!("Seat {seat} ({spec})"),
        }
    }

    /// Seeds every agent for a hand.
    pub fn start_hand(&mut self, rng: &mut Pcg64Mcg) {
        for agent in self.agents.iter_mut().flatten() {
            agent.start_hand(rng.next_u64());
        }
    }

    /// The agent of a seat; none for the person.
    pub fn agent(&mut self, seat: usize) -> Option<&mut Box<dyn Agent>> {
        self.agents[seat].as_mut()
    }

    /// Number of seats.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The person's seat.
    pub fn person(&self) -> usize {
        self.person
    }

    /// What a seat is called at the start of a sentence.
    pub fn name(&self, seat: usize) -> &str {
        &self.names[seat]
    }

    /// The verb's form after the name: "You play", "Seat 1 plays".
    pub fn verb(&self, seat: usize, base: &str) -> String {
        let ending = if seat == self.person { "" } else { "s" };
        format!("{base}{ending}")
    }

    /// What a side is called, with `You` or `Your side` for the person's.
    pub fn side_name(&self, side: usize) -> String {
        let members: Vec<usize> = (0..self.len()).filter(|seat| seat % self.sides == side).collect();
        match (side == self.person % self.sides, members.as_slice()) {
            (true, [_]) => "You".to_owned(),
            (true, _) => "Your side".to_owned(),
            (false, [seat]) => format!("Seat {seat}"),
            (false, _) if self.sides == 2 => "Opponents".to_owned(),
            (false, seats) => {
                let list: Vec<String> = seats.iter().map(usize::to_string).collect();
                format!("Seats {}", list.join("+"))
            }
        }
    }

    /// Sides with the person's first.
    pub fn sides_in_order(&self) -> impl Iterator<Item = usize> + use<> {
        let (first, sides) = (self.person % self.sides, self.sides);
        (0..sides).map(move |step| (first + step) % sides)
    }
}
