//! Invented names for the cards, the suits and the game, so that memory of the family does not help. Values and the scale
//! of the prime are other numbers with the same sums and order, and lists are shuffled. The mechanics stay.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::{below, mix};

use crate::token::is_known;
use crate::wording::{Disguise, Wording};

const CONSONANTS: &[u8] = b"bdfgklmnprstvz";
const VOWELS: &[u8] = b"aeiou";

/// Most ranks of a pack.
const RANKS: usize = 13;

impl Wording<'_> {
    /// The same wording; with a `seed`, it has invented names for the cards, the suits and the game, and other numbers for
    /// values and the prime. All depend on the seed only. The spelling has no effect then. The names that players of the family know are left out, so that a text does not say
    /// which game it is.
    #[must_use]
    pub fn disguised(mut self, seed: Option<u64>) -> Self {
        self.disguise = seed.map(Disguise::new);
        self
    }
}

impl Disguise {
    pub(crate) fn new(seed: u64) -> Disguise {
        let mut rng = Pcg64Mcg::new(mix(seed).into());
        let mut names: Vec<String> = Vec::new();
        while names.len() < RANKS + 4 + 1 {
            let name = invented(&mut rng);
            if !names.contains(&name) && !is_known(&name) {
                names.push(name);
            }
        }
        let suits = names.split_off(RANKS);
        let mut order: Vec<u8> = (0..16).collect();
        for place in (1..order.len()).rev() {
            order.swap(place, below(&mut rng, place as u32 + 1) as usize);
        }
        Disguise {
            ranks: names,
            suits: suits[..4].to_vec(),
            game: suits[4].clone(),
            value: 3 + below(&mut rng, 7) as u16,
            prime: [2 + below(&mut rng, 4) as u16, 1 + below(&mut rng, 30) as u16],
            order,
        }
    }
}

/// Five letters that can be spoken.
fn invented(rng: &mut Pcg64Mcg) -> String {
    let mut one_of = |letters: &[u8]| char::from(letters[below(rng, letters.len() as u32) as usize]);
    [CONSONANTS, VOWELS, CONSONANTS, VOWELS, CONSONANTS]
        .map(&mut one_of)
        .iter()
        .collect()
}
