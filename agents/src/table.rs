//! The table: players at the seats play one hand of a deal.
//!
//! [`play_hand`] is the loop of contests and self-play from a deal to the end of its hand. [`Seats`] give the actions,
//! and a [`HandObserver`] receives them as events. Both are shown the [`Hand`] in progress, with its history. A caller
//! with many hands in step uses [`Hand`] without the loop.
//!
//! | file | noun |
//! |---|---|
//! | `hand` | a hand in progress or over, and the view of the seat to act |
//! | `seats` | the source of the actions of a hand |
//! | `observer` | the receiver of a hand's events |
//! | `models` | agents that may play as a player does, and how often each did the same |
//! | `opponent` | an agent that plays the other sides of a hand |
//! | `player` | an agent of any kind at a seat |
//! | `offence` | a seat's failure to give a legal action, and a program's reason for it |
//! | `usage` | the calls, faults and tokens of a player that is asked over a network |
//! | `refusal` | a player's reason to give no action: an offence, or the failure of a host's agent |
//!
//! Invariant: only legal actions reach a hand; every action is observed once, in order.

mod hand;
mod models;
mod observer;
mod offence;
mod opponent;
mod player;
mod refusal;
mod seats;
mod usage;

pub use hand::Hand;
pub use models::Models;
pub use observer::HandObserver;
pub use offence::{Foul, FoulKind, Offence, OffenceKind};
pub use opponent::Opponent;
pub use player::{Player, Program};
pub use refusal::{Failure, Refusal};
pub use seats::Seats;
pub use usage::Usage;

/// Plays `hand` to its end. The seats must be prepared for it.
///
/// # Errors
/// Fails if a seat gives no action, or an illegal one. The hand is then unchanged by that decision and not over.
///
/// # Examples
/// ```
/// use rand_pcg::Pcg64Mcg;
/// use spariglio_agents::{AgentSpec, Hand, play_hand};
/// use spariglio_engine::{Deal, Game};
///
/// let game = Game::preset("scopa").expect("a preset");
/// let mut seats = ["greedy", "random"].map(|name| {
///     AgentSpec::parse(name).expect("a spec").build_player(&game).expect("an agent")
/// });
/// let mut hand = Hand::new(&game, &Deal::random(&game, 0, &mut Pcg64Mcg::new(7)), false);
/// let mut turns = Vec::new();
/// play_hand(&mut hand, &mut seats[..], &mut turns).expect("legal actions");
/// assert_eq!((turns.len(), turns[0].0), (game.plies(), 1));
/// ```
pub fn play_hand<S: Seats + ?Sized, O: HandObserver + ?Sized>(
    hand: &mut Hand<'_>,
    seats: &mut S,
    observer: &mut O,
) -> Result<(), Foul<S::Refusal>> {
    while !hand.is_over() {
        let seat = hand.seat();
        let foul = |kind| Foul { seat, kind };
        let action = seats.act(hand).map_err(|refusal| foul(FoulKind::NoAction(refusal)))?;
        hand.act(action).map_err(|_| foul(FoulKind::IllegalAction(action)))?;
        observer.acted(seat, action, hand);
    }
    seats.end_hand(hand);
    Ok(())
}
