//! The names of everybody at the table: the person and the agents.

use anyhow::Result;
use spariglio_agents::AgentSpec;
use spariglio_arena::pairs::component::label;
use spariglio_engine::Game;
use spariglio_engine::format::plain::plain;

/// The names of seats and sides.
pub struct Names {
    person: usize,
    sides: usize,
    names: Vec<String>,
    /// The agents' full specifications; empty for the person.
    agents: Vec<String>,
}

impl Names {
    /// The names by seat of the agents in `specs`; `None` is the person, at seat `person`. Programs are greeted.
    ///
    /// # Errors
    /// A program does not answer.
    pub fn new(game: &Game, person: usize, specs: &[Option<&AgentSpec>]) -> Result<Names> {
        let mut names = Names {
            person,
            sides: game.sides(),
            names: Vec::new(),
            agents: specs
                .iter()
                .map(|spec| spec.map_or_else(String::new, |spec| plain(&spec.to_string())))
                .collect(),
        };
        names.names = (0..)
            .zip(specs)
            .map(|(seat, spec)| names.make_name(game, seat, *spec))
            .collect::<Result<_>>()?;
        Ok(names)
    }

    fn make_name(&self, game: &Game, seat: usize, spec: Option<&AgentSpec>) -> Result<String> {
        let Some(spec) = spec else { return Ok("You".to_owned()) };
        let name = label(spec, game)?.unwrap_or_else(|| spec.agent_type().name.to_owned());
        let is_partner = seat % self.sides == self.person % self.sides;
        let partner = if is_partner { ", your partner" } else { "" };
        Ok(format!("Seat {seat} ({}{partner})", plain(&name)))
    }

    /// Number of seats.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The person's seat.
    pub fn person(&self) -> usize {
        self.person
    }

    /// A seat's name for the start of a sentence.
    pub fn name(&self, seat: usize) -> &str {
        &self.names[seat]
    }

    /// A seat with its agent's full specification.
    pub fn introduction(&self, seat: usize) -> String {
        match self.agents[seat].as_str() {
            "" => self.names[seat].clone(),
            agent => format!("Seat {seat} ({agent})"),
        }
    }

    /// The form of a verb after the name: "You play", "Seat 1 plays".
    pub fn verb(&self, seat: usize, base: &str) -> String {
        let ending = if seat == self.person { "" } else { "s" };
        format!("{base}{ending}")
    }

    /// A side's name; `You` or `Your side` for the person's side.
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

    /// The sides, beginning with the person's.
    pub fn sides_in_order(&self) -> impl Iterator<Item = usize> + use<> {
        let (first, sides) = (self.person % self.sides, self.sides);
        (0..sides).map(move |step| (first + step) % sides)
    }
}
