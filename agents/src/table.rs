//! The table: players at the seats play one hand of a deal.
//!
//! [`play_hand`] is the one loop from a deal to the end of its hand. Whoever gives the actions is a [`Seats`], whoever
//! looks on an [`HandObserver`]; both are shown the [`Hand`] in progress, which alone keeps the history and knows whether
//! partners see each other's hand cards. A caller that cannot be a loop (many hands in step) steps a [`Hand`] itself.
//!
//! | file | noun |
//! |---|---|
//! | `hand` | a hand in progress or over, and what the seat to act may see of it |
//! | `seats` | whoever gives the actions of a hand |
//! | `observer` | whoever looks on |
//! | `opponent` | an agent that plays the other sides of a hand |
//! | `player` | an agent of any kind at a seat |
//! | `offence` | why a player gave no action that stands |
//! | `refusal` | why a player gave none: an offence, or a failure that is none |
//!
//! Invariant: only legal actions reach a hand; every action is observed once, in order.

mod hand;
mod observer;
mod offence;
mod opponent;
mod player;
mod refusal;
mod seats;

pub use hand::Hand;
pub use observer::HandObserver;
pub use offence::{Foul, FoulKind, Offence, OffenceKind};
pub use opponent::Opponent;
pub use player::{Player, Program};
pub use refusal::{Failure, Refusal};
pub use seats::Seats;

/// Plays `hand` to its end; the seats have been prepared for it.
///
/// # Errors
/// A seat gave no action, or one that is not legal: the hand stays as it was before that decision, and is not over.
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
