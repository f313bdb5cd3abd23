//! The adviser: a strong agent that gives hints and takes no part in the game.
//!
//! Invariant: a hint changes nothing in the match, and the same position gets the same hint.

use anyhow::Result;
use spariglio_agents::{Agent, AgentSpec, Budget, Hand};
use spariglio_engine::Game;

use super::menu::Menu;
use super::names::Names;
use super::screen::Screen;
use crate::common;

/// Most actions in a hint.
const MOST_ACTIONS: usize = 5;
/// Least probability of an action in a hint; the first is named in any case.
const LEAST_POLICY: f32 = 0.01;

/// Gives hints.
pub struct Adviser {
    spec: AgentSpec,
    agent: Box<dyn Agent>,
}

impl Adviser {
    /// An adviser that is `spec`; if that is `None`, a strong agent that decides quickly.
    ///
    /// # Errors
    /// The agent cannot be built for the game, or is not fair.
    pub fn new(game: &Game, spec: Option<&str>) -> Result<Adviser> {
        let spec = common::adviser(game, spec)?;
        let agent = common::build(&spec, game)?;
        Ok(Adviser { spec, agent })
    }

    /// Prints the agent's choice in `hand`, its best actions with their numbers in `menu`, and the points it expects.
    pub fn advise(&mut self, screen: &mut Screen, names: &Names, hand: &Hand<'_>, menu: &Menu<'_>) -> Result<()> {
        self.agent.start_hand(0);
        let decision = self.agent.decide(&hand.view(), Budget::OWN);
        let mut best: Vec<_> = decision.actions.iter().zip(&decision.policy).collect();
        best.sort_by(|first, second| second.1.total_cmp(first.1));
        // The chosen action first: if two actions are equal, a search may choose one that its policy ranks second.
        best.sort_by_key(|(action, _)| **action != decision.action);
        let phrase = screen.style.action(hand.game(), decision.action, "");
        screen.line(&format!("{} would {phrase}.", self.spec))?;
        for (rank, (action, policy)) in best.into_iter().enumerate().take(MOST_ACTIONS) {
            if rank == 0 || *policy >= LEAST_POLICY {
                let percent = (100.0 * policy).round();
                screen.line(&format!("  {percent:>4} %  {}", menu.entry(*action)))?;
            }
        }
        match self.spec.expected_points(decision.value) {
            Some(points) => {
                let side = names.side_name(names.person() % hand.game().sides()).to_lowercase();
                screen.line(&format!(
                    "It expects {points:+.1} points for {side} in this hand, minus those of the others."
                ))
            }
            None => Ok(()),
        }
    }
}
