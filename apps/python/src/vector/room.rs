//! All hands that are stepped together, and the opponents that decide for many of them at once.

use spariglio_agents::BatchAgent;
use spariglio_agents::custom::ask;
use spariglio_engine::Game;

use super::slot::Slot;
use crate::work::Stop;

/// Hands, and the agents that decide waves of their turns.
pub struct Room {
    pub slots: Vec<Slot>,
    /// By number of the agent in its pool; `None` if it decides one turn at a time.
    pub waves: Vec<Option<Box<dyn BatchAgent>>>,
}

impl Room {
    /// Fails if an opponent failed; the hands are lost then.
    ///
    /// # Errors
    /// Its reason.
    pub fn failure(&mut self) -> Result<(), String> {
        failure(&mut self.slots)
    }

    /// Asks the agents that hands wait for, until none waits. `margins` are those of `Slot::choose`, by hand and side.
    ///
    /// # Errors
    /// An opponent fails; the hands are lost then.
    pub fn settle(&mut self, game: &Game, margins: &mut [f32], stop: &Stop) -> Result<(), String> {
        settle(game, &mut self.slots, &mut self.waves, margins, stop)
    }

    /// Plays the choices, which must be legal, until `stop` is set. Returns the margins of the hands that ended, by hand
    /// and side; 0 elsewhere.
    ///
    /// # Errors
    /// An opponent fails; the hands are lost then.
    pub fn play(&mut self, game: &Game, choices: &[u16], in_steps: bool, stop: &Stop) -> Result<Vec<f32>, String> {
        let mut margins = vec![0.0; self.slots.len() * game.sides()];
        let hands = self.slots.iter_mut().zip(choices).zip(margins.chunks_exact_mut(game.sides()));
        for ((slot, &choice), margins) in hands.take_while(|_| !stop.is_set()) {
            slot.choose(game, choice, in_steps, margins);
        }
        self.settle(game, &mut margins, stop)?;
        Ok(margins)
    }

    /// Makes the choices of a hand again.
    ///
    /// # Errors
    /// A choice is not legal, or an opponent fails.
    pub fn replay(
        &mut self,
        game: &Game,
        hand: usize,
        choices: &[u16],
        in_steps: bool,
        stop: &Stop,
    ) -> Result<(), String> {
        let slot = &mut self.slots[hand..=hand];
        settle(game, slot, &mut self.waves, &mut [], stop)?;
        slot[0].begin_steps();
        for &choice in choices {
            if !slot[0].allows(choice, in_steps) {
                return Err(format!("hand {hand}: choice {choice} is not legal"));
            }
            slot[0].choose(game, choice, in_steps, &mut []);
            if slot[0].end.is_some() {
                settle(game, slot, &mut self.waves, &mut [], stop)?;
                slot[0].begin_steps();
            }
        }
        Ok(())
    }
}

fn failure(slots: &mut [Slot]) -> Result<(), String> {
    slots.iter_mut().find_map(|slot| slot.failed.take()).map_or(Ok(()), Err)
}

fn settle(
    game: &Game,
    slots: &mut [Slot],
    waves: &mut [Option<Box<dyn BatchAgent>>],
    margins: &mut [f32],
    stop: &Stop,
) -> Result<(), String> {
    let sides = game.sides();
    loop {
        failure(slots)?;
        let waiting: Vec<_> = slots.iter().map(Slot::waits_for).collect();
        if stop.is_set() || waiting.iter().all(Option::is_none) {
            return Ok(());
        }
        for (number, agent) in waves.iter_mut().enumerate() {
            let hands: Vec<_> = (0..waiting.len()).filter(|&hand| waiting[hand] == Some(number)).collect();
            let Some(agent) = agent.as_mut().filter(|_| !hands.is_empty()) else {
                continue;
            };
            let turns: Vec<_> = hands.iter().map(|&hand| slots[hand].turn(game)).collect();
            let actions = ask(agent.as_mut(), &turns)?;
            for (hand, action) in hands.into_iter().zip(actions) {
                let margins = margins.get_mut(hand * sides..(hand + 1) * sides).unwrap_or_default();
                slots[hand].answer(game, action, margins);
            }
        }
    }
}
