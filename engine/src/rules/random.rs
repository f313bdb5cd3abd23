//! Random rule sets that can be played.

use rand::Rng;
use toml::{Table, Value};

use crate::random::below;
use crate::rules::{
    Ace, AceOnEmpty, AceWithAce, DeclarationHands, DeclarationMode, LowMeld, Majority, Matta, Misdeal, Pack, Prime,
    PrimeMissingSuit, ScoreRules, SingleFirst, Ties,
};
use crate::{Card, Deck, Game, RuleSet};

fn pick<T: Copy>(rng: &mut impl Rng, values: &[T]) -> T {
    values[below(rng, values.len() as u32) as usize]
}

/// True in `one_in` of the cases.
fn chance(rng: &mut impl Rng, one_in: u32) -> bool {
    below(rng, one_in) == 0
}

fn points(rng: &mut impl Rng) -> u16 {
    pick(rng, &[0, 1, 1, 2, 5])
}

impl RuleSet {
    /// The rule set with many random changes, under another name. It may be one that cannot be played.
    #[must_use]
    pub fn shuffled(&self, name: &str, rng: &mut impl Rng) -> RuleSet {
        let mut rules = self.clone();
        name.clone_into(&mut rules.name);
        change_deal(&mut rules, rng);
        change_capture(&mut rules, rng);
        change_declarations(&mut rules, rng);
        change_score(&mut rules, rng);
        change_own(&mut rules, rng);
        rules
    }

    /// House rules: the rule set under another name, with random captures, sweeps, declarations and scores in some or all
    /// of their fields. The deal stays. Sometimes nothing but the name changes. `None` if the fields contradict each other.
    ///
    /// # Examples
    /// ```
    /// use rand_pcg::Pcg64Mcg;
    /// use spariglio_engine::RuleSet;
    ///
    /// let scopone = RuleSet::preset("scopone").expect("a preset");
    /// let mut rng = Pcg64Mcg::new(7);
    /// let house = (0..).find_map(|_| scopone.varied("house", &mut rng)).expect("most are fine");
    /// assert_eq!((&*house.name, house.players), ("house", 4));
    /// assert_ne!((&house.capture, &house.score), (&scopone.capture, &scopone.score));
    /// ```
    #[must_use]
    pub fn varied(&self, name: &str, rng: &mut impl Rng) -> Option<RuleSet> {
        let mut other = self.clone();
        change_capture(&mut other, rng);
        change_declarations(&mut other, rng);
        change_score(&mut other, rng);
        let [mut rules, other] = [self, &other].map(|rules| rules.to_toml().parse::<Table>().expect("TOML"));
        let one_in = pick(rng, &[1, 2, 4, 8, 16]);
        for part in ["capture", "sweep", "declarations", "score"] {
            let (Some(Value::Table(own)), Some(Value::Table(fields))) = (rules.get_mut(part), other.get(part)) else {
                continue;
            };
            for (field, value) in fields {
                if chance(rng, one_in) {
                    own.insert(field.clone(), value.clone());
                }
            }
        }
        rules.insert("name".to_owned(), name.into());
        RuleSet::from_toml(&rules.to_string()).ok()
    }
}

/// A preset with many random changes. `None` if no hand can be played with it or a plain engine would take too long.
///
/// # Examples
/// ```
/// use rand_pcg::Pcg64Mcg;
/// use spariglio_engine::rules::random_game;
///
/// let mut rng = Pcg64Mcg::new(7);
/// let game = (0..).find_map(|_| random_game("mine", &mut rng)).expect("some can be played");
/// assert_eq!(game.rules().name, "mine");
/// ```
#[must_use]
pub fn random_game(name: &str, rng: &mut impl Rng) -> Option<Game> {
    let base = pick(rng, RuleSet::preset_names());
    let rules = RuleSet::preset(base)?.shuffled(name, rng);
    let auto = rules.declarations.mode == DeclarationMode::Auto;
    let first = rules.deal.rounds.first().copied().unwrap_or(0);
    let many = auto && first > 10 && rules.declarations.hands == DeclarationHands::AnyThree;
    Game::new(rules).ok().filter(|_| !many)
}

/// Some ranks and suits of a pack.
fn part(pack: Pack, rng: &mut impl Rng) -> Deck {
    loop {
        let one_in = 1 + below(rng, 3);
        let ranks: String = pack.rank_letters().chars().filter(|_| !chance(rng, 1 + one_in)).collect();
        let suits: String = "dcsb".chars().filter(|_| !chance(rng, 4)).collect();
        if let Some(deck) = Deck::part(pack, &ranks, &suits) {
            return deck;
        }
    }
}

fn change_deal(rules: &mut RuleSet, rng: &mut impl Rng) {
    if chance(rng, 4) {
        rules.deck = pick(rng, &[Deck::ITALIAN40, Deck::BRESCIANE52]);
    } else if chance(rng, 3) {
        rules.deck = part(rules.deck.pack(), rng);
    }
    rules.players = 2 + below(rng, 5) as u8;
    let divisors: Vec<u8> = (2..=rules.players)
        .filter(|sides| rules.players.is_multiple_of(*sides))
        .collect();
    rules.sides = pick(rng, &divisors);
    let cards = rules.deck.size();
    let mut left = if rules.deck.is_whole() {
        let fits = |table: &u8| (cards - table).is_multiple_of(rules.players);
        let tables: Vec<u8> = (0..=12).filter(fits).collect();
        rules.deal.table = pick(rng, &tables);
        (cards - rules.deal.table) / rules.players
    } else {
        rules.deal.table = below(rng, u32::from(cards.min(8))) as u8;
        let most = (cards - rules.deal.table) / rules.players;
        most - below(rng, 3).min(most.into()) as u8
    };
    rules.deal.rounds.clear();
    while left > 0 {
        let largest = left.min(26);
        let count = if chance(rng, 2) {
            largest.min(3)
        } else {
            1 + below(rng, largest.into()) as u8
        };
        rules.deal.rounds.push(count);
        left -= count;
    }
    rules.deal.misdeal = pick(rng, &[Misdeal::None, Misdeal::None, Misdeal::ThreeKings, Misdeal::TwoAces]);
}

fn change_capture(rules: &mut RuleSet, rng: &mut impl Rng) {
    let capture = &mut rules.capture;
    for flag in [&mut capture.equal, &mut capture.sum, &mut capture.fifteen] {
        *flag ^= chance(rng, 4);
    }
    capture.single_first = pick(rng, &SingleFirst::ALL);
    for flag in capture.limits() {
        *flag ^= chance(rng, 4);
    }
    capture.ace = pick(rng, &[capture.ace, Ace::None, Ace::TakesAll]);
    capture.ace_with_ace = pick(rng, &[AceWithAce::AceOnly, AceWithAce::AceOrFifteen]);
    if capture.ace == Ace::TakesAll {
        capture.ace_on_empty = pick(rng, &[AceOnEmpty::Lay, AceOnEmpty::TakesItself]);
    }
    rules.sweep.points = points(rng);
    rules.sweep.ace_scores ^= chance(rng, 3);
    rules.sweep.last_play_scores ^= chance(rng, 3);
}

/// Mechanics that no known game has. House rules have none: networks do not read them.
fn change_own(rules: &mut RuleSet, rng: &mut impl Rng) {
    rules.deal.open = chance(rng, 4);
    rules.capture.difference = chance(rng, 4);
    rules.sweep.again = chance(rng, 4);
    if rules.sweep.again {
        (rules.declarations.hands, rules.declarations.dealer_bonus) = (DeclarationHands::None, false);
    }
    rules.score.majority = pick(rng, &[Majority::Most, Majority::Most, Majority::Most, Majority::Fewest]);
}

fn change_declarations(rules: &mut RuleSet, rng: &mut impl Rng) {
    let declarations = &mut rules.declarations;
    let hands = [DeclarationHands::None, DeclarationHands::ThreeCards, DeclarationHands::AnyThree];
    declarations.hands = pick(rng, &hands);
    declarations.mode = pick(rng, &[DeclarationMode::Choice, DeclarationMode::Auto]);
    declarations.three_max_sum = pick(rng, &[9, 9, 6, 0, 12, 15]);
    declarations.three_points = points(rng);
    declarations.ten_points = pick(rng, &[10, 10, 0, 1, 3]);
    declarations.matta = pick(rng, &[Matta::None, Matta::Declared, Matta::Declared, Matta::Platform]);
    declarations.dealer_bonus = chance(rng, 2);
}

fn change_score(rules: &mut RuleSet, rng: &mut impl Rng) {
    let of_deck: Vec<Card> = rules.deck.cards().iter().collect();
    let pack = rules.deck.pack();
    // All scores by name: one that is added to the rules does not compile before it is drawn.
    let ScoreRules {
        cards,
        suit,
        suit_points,
        prime,
        prime_missing_suit,
        low_meld,
        high_meld,
        shutout,
        picada,
        simili,
        quadriglia,
        ties,
        // `change_own` draws it.
        majority: _,
        single,
    } = &mut rules.score;
    *cards = points(rng);
    *suit = pick(rng, &of_deck).suit();
    *suit_points = points(rng);
    *prime = match pack {
        Pack::Bresciane52 => pick(rng, &[Prime::None, Prime::MostSevens, Prime::Sevens]),
        Pack::Italian40 => pick(rng, &Prime::ALL),
    };
    *prime_missing_suit = pick(rng, &[PrimeMissingSuit::NoPrime, PrimeMissingSuit::CountsZero]);
    *low_meld = pick(rng, &LowMeld::ALL);
    *high_meld = points(rng);
    *shutout = chance(rng, 2);
    (*picada, *simili, *quadriglia) = (points(rng), points(rng), points(rng));
    *ties = pick(rng, &Ties::ALL);
    single.clear();
    for _ in 0..below(rng, 4) {
        single.insert(pick(rng, &of_deck), 1 + points(rng));
    }
}
