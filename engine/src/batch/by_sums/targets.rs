//! What the captures of a card add up to.

use super::sums::Sums;
use super::{HELD, NO_PLACE};
use crate::batch::lane_rng::LANES;
use crate::card::MATTA;
use crate::game::Game;
use crate::vector::Bytes32;

/// A target that no sum meets.
const NEVER: u8 = 0xFF;
/// What a place without a card counts: more than fifteen, and eight of them are less than [`NEVER`].
const NO_VALUE: u8 = 17;

/// The capture rules as conditions for all lanes, of a game in which not the fewest cards must be captured.
#[derive(Copy, Clone, Debug)]
pub(super) struct Rules<V> {
    equal: V,
    sum: V,
    fifteen: V,
    equal_bars_sums: V,
    equal_bars_fifteens: V,
    fifteen_of_ace: V,
    may_lay: V,
}

impl<V: Bytes32> Rules<V> {
    /// The rules of a game.
    #[inline(always)]
    pub(super) fn new(game: &Game) -> Rules<V> {
        let rules = &game.capture;
        Rules {
            equal: everywhere(rules.equal),
            sum: everywhere(rules.sum),
            fifteen: everywhere(rules.fifteen),
            equal_bars_sums: everywhere(rules.equal_bars_sums),
            equal_bars_fifteens: everywhere(rules.equal_bars_fifteens),
            fifteen_of_ace: everywhere(rules.fifteen && rules.ace_or_fifteen),
            may_lay: everywhere(!rules.mandatory),
        }
    }
}

/// A condition that holds in all lanes or in none.
#[inline(always)]
fn everywhere<V: Bytes32>(holds: bool) -> V {
    V::splat(if holds { 0xFF } else { 0 })
}

/// What cards count in sums, by their places: [`NO_VALUE`] where there is none.
#[inline(always)]
pub(super) fn values<V: Bytes32>(places: [u8; LANES], mattas: V) -> V {
    let mut values = [0; LANES];
    for (value, place) in values.iter_mut().zip(places) {
        *value = place / 4 + 1;
    }
    let values = V::from_array(values);
    let places = V::from_array(places);
    let values = places.equals(V::splat(NO_PLACE)).choose(V::splat(NO_VALUE), values);
    let is_matta = places.equals(V::splat(MATTA.index()));
    let is_declared = mattas.equals(V::splat(0)).not();
    is_matta.and(is_declared).choose(mattas, values)
}

/// The sums that a card takes.
#[derive(Copy, Clone, Debug)]
pub(super) struct Targets<V> {
    /// Of one table card.
    single: V,
    /// Of several.
    several: V,
    /// Of one or several, besides.
    fifteen: V,
    /// Whether the card may be laid though it captures.
    may_lay: V,
}

impl<V: Bytes32> Targets<V> {
    /// Those of no card.
    #[inline(always)]
    pub(super) fn none() -> Targets<V> {
        let never = V::splat(NEVER);
        Targets {
            single: never,
            several: never,
            fifteen: never,
            may_lay: V::splat(0),
        }
    }

    /// Those of cards with these values; `sums` are those of the table.
    #[inline(always)]
    pub(super) fn new<const SUMS: bool, const ACES: bool>(rules: &Rules<V>, values: V, sums: &Sums<V>) -> Targets<V> {
        let never = V::splat(NEVER);
        let fifteen = rules.fifteen.choose(V::splat(15).minus(values), never);
        let mut targets = Targets {
            fifteen,
            may_lay: rules.may_lay,
            ..Targets::none()
        };
        if !SUMS {
            return targets;
        }
        let has_equal = sums.have_single(values);
        let captures_equal = has_equal.and(rules.equal);
        let fifteens = rules.equal_bars_fifteens.and(captures_equal).not();
        targets.single = rules.equal.choose(values, never);
        targets.several = rules
            .equal_bars_sums
            .and(captures_equal)
            .not()
            .and(rules.sum)
            .choose(values, never);
        targets.fifteen = fifteens.choose(fifteen, never);
        if ACES {
            let is_ace = values.equals(V::splat(1));
            let takes_all = is_ace.and(has_equal.not());
            let is_empty = sums.first().equals(V::splat(NO_VALUE));
            let whole = is_empty.choose(never, sums.whole());
            targets.single = takes_all.choose(whole, targets.single);
            targets.several = is_ace.choose(takes_all.choose(whole, never), targets.several);
            let fifteen_of_ace = is_ace.and(takes_all.or(rules.fifteen_of_ace.not()));
            targets.fifteen = fifteen_of_ace.choose(never, targets.fifteen);
        }
        targets
    }

    /// These, or the other ones where a condition holds.
    #[inline(always)]
    pub(super) fn or_where(self, condition: V, other: Targets<V>) -> Targets<V> {
        Targets {
            single: condition.choose(other.single, self.single),
            several: condition.choose(other.several, self.several),
            fifteen: condition.choose(other.fifteen, self.fifteen),
            may_lay: self.may_lay,
        }
    }

    /// The subset of the `k`-th play, 0 for a lay, which is the first.
    #[inline(always)]
    pub(super) fn nth<const SUMS: bool>(&self, sums: &Sums<V>, k: V) -> V {
        let one = V::splat(1);
        // How many captures there are up to the chosen one; where a lay is chosen, more than there are.
        let lays = k.not().and(self.may_lay);
        let mut left = k.plus(self.may_lay).plus(one).or(lays);
        // How many subsets there are from the chosen one on: none where a lay is chosen.
        let mut from_chosen = V::splat(0);
        for card in 0..sums.cards() {
            for (others, sum) in sums.up_to(card).iter().enumerate() {
                let met = self.met::<SUMS>(*sum, others);
                left = left.minus_to_zero(met.and(one));
                from_chosen = from_chosen.minus(left.not());
            }
        }
        from_chosen
            .not()
            .choose(from_chosen, V::splat(sums.subsets()).minus(from_chosen))
    }

    /// Where the sum of a card with the lower cards of a subset is a target; `others` is the number of that subset, 0 for no card.
    #[inline(always)]
    fn met<const SUMS: bool>(&self, sum: V, others: usize) -> V {
        let fifteen = sum.equals(self.fifteen);
        let target = if others == 0 { self.single } else { self.several };
        if SUMS { fifteen.or(sum.equals(target)) } else { fifteen }
    }
}

/// The number of plays of the first cards, as many as are held: captures, and the lay where it is open.
#[inline(always)]
pub(super) fn counts<V: Bytes32, const SUMS: bool>(
    targets: &[Targets<V>; HELD],
    held: usize,
    sums: &Sums<V>,
) -> [V; HELD] {
    let mut counts = [V::splat(0); HELD];
    match held {
        1 => count::<V, 1, SUMS>(&mut counts, targets, sums),
        2 => count::<V, 2, SUMS>(&mut counts, targets, sums),
        _ => count::<V, HELD, SUMS>(&mut counts, targets, sums),
    }
    counts
}

/// [`counts`] of the first `N` cards.
#[inline(always)]
fn count<V: Bytes32, const N: usize, const SUMS: bool>(
    counts: &mut [V; HELD],
    targets: &[Targets<V>; HELD],
    sums: &Sums<V>,
) {
    let mut plays = [V::splat(0); N];
    for card in 0..sums.cards() {
        for (others, sum) in sums.up_to(card).iter().enumerate() {
            for (plays, targets) in plays.iter_mut().zip(targets) {
                *plays = plays.minus(targets.met::<SUMS>(*sum, others));
            }
        }
    }
    for ((count, plays), targets) in counts.iter_mut().zip(plays).zip(targets) {
        *count = plays.minus(plays.not().or(targets.may_lay));
    }
}
