//! What a card of the scoring suit is worth to a run of it: the low meld from the ace, the high meld of the courts.
//!
//! Each of up to six cards is in the own pile, in another's, or open; open ones fall to either side with even chance.
//! Runs longer than six cards are looked at no further than that.

/// Cards of a meld that are looked at.
pub const MOST: usize = 6;

/// Half the swing by each card, by who has which card of a meld.
#[derive(Clone, Debug)]
pub struct Meld {
    /// Index in base 3, the sum of [`Meld::digits`] of the own cards and twice those of the other's.
    swings: Vec<[f32; MOST]>,
    digits: [u16; 1 << MOST],
}

impl Meld {
    /// The table of a meld of the first `cards` cards (at most [`MOST`]), of which an owned set is worth `points`.
    pub fn new(cards: usize, points: impl Fn(usize) -> f32) -> Meld {
        let power = |card: usize| 3_usize.pow(card as u32);
        let digit = |state: usize, card: usize| state / power(card) % 3;
        let owned = |state: usize, by: usize| {
            let cards = (0..cards).filter(|&card| digit(state, card) == by);
            cards.fold(0, |set, card| set | 1 << card)
        };
        // An open card's two outcomes have larger indices than the state itself.
        let states = power(cards);
        let mut margins = vec![0.0; states];
        let mut swings = vec![[0.0; MOST]; states];
        for state in (0..states).rev() {
            margins[state] = points(owned(state, 1)) - points(owned(state, 2));
            for card in (0..cards).filter(|&card| digit(state, card) == 0) {
                let (mine, theirs) = (margins[state + power(card)], margins[state + 2 * power(card)]);
                margins[state] = (mine + theirs) / 2.0;
                swings[state][card] = (mine - theirs) / 2.0;
            }
        }
        let mut digits = [0; 1 << MOST];
        for (set, digits) in digits.iter_mut().enumerate() {
            let held = (0..cards).filter(|card| set >> card & 1 != 0);
            *digits = held.map(|card| power(card) as u16).sum();
        }
        Meld { swings, digits }
    }

    /// Half the swing, in points, by each card, from the cards that the own side and another have.
    #[inline(always)]
    pub fn now(&self, mine: usize, theirs: usize) -> &[f32; MOST] {
        let digits = |set: usize| usize::from(self.digits[set & ((1 << MOST) - 1)]);
        &self.swings[digits(mine) + 2 * digits(theirs)]
    }
}
