//! A game: a rule set compiled once into masks, tables and switches. Immutable; shared by all threads.
//!
//! Invariant: every field follows from the rule set; no code asks for a variant by name.

mod facts;

use crate::cards::card_set::CardSet;
use crate::cards::deck::Deck;
use crate::format::fnv1a;
use crate::format::tree::FormatError;
use crate::hand::capture::rank_set::RankSets;
use crate::hand::capture::small_table::SmallTables;
use crate::hand::declaration::Thirds;
use crate::hand::score::PrimeScale;
use crate::hand::tally::Tally;
use crate::rules::{
    Ace, AceOnEmpty, AceWithAce, DeclarationHands, DeclarationMode, Majority, MatchRules, Matta, Pack, RuleSet,
    ScoreRules,
};

/// The most seats of any game.
pub const MAX_SEATS: usize = 6;

/// The most cards of any pack.
pub const MAX_CARDS: usize = 52;

/// A rule set, ready to play.
#[derive(Clone, Debug)]
pub struct Game {
    rules: RuleSet,
    players: usize,
    sides: usize,
    pack: CardSet,
    /// The cards of the deck in canonical order, then all others.
    order: [u8; MAX_CARDS],
    side_of: [u8; MAX_SEATS],
    /// All deal-rounds, then an empty one that starts after the last dealt card.
    rounds: Vec<DealRound>,
    pub(crate) suit: CardSet,
    /// Cards with a capture value.
    pub(crate) numerals: CardSet,
    pub(crate) capture: Switches,
    /// Points of the side with the most cards and the most of the suit; negative if the fewest score.
    majorities: [i32; 2],
    prime: Option<PrimeScale>,
    /// Whether captures score during play, apart from sweeps. If not, picada, simili and quadriglia are not counted.
    pub(crate) play_points: bool,
    /// The cards that score singly, with their points.
    pub(crate) singles: Vec<(CardSet, i32)>,
    pub(crate) declarations: Declaring,
    pub(crate) thirds: Thirds,
    /// Present if captures depend only on the ranks on the table, once no two table cards share a rank.
    pub(crate) rank_sets: Option<&'static RankSets>,
    /// The plays against small tables of the 40-card pack.
    pub(crate) small_tables: Option<&'static SmallTables>,
    /// Whether cards capture only by equals and sums, and 7c is always a seven.
    pub(crate) counts_sums: bool,
    /// Whether plays do nothing but capture, lay and sweep, each passes the turn on, and any held card may be played.
    pub(crate) is_lean: bool,
}

/// One deal-round.
#[derive(Copy, Clone, Debug)]
struct DealRound {
    /// Hand cards per seat.
    len: u8,
    /// Index of its first card in the deal.
    start: u8,
    /// A seat may declare while more plays than this are left in the deal-round.
    declare_above: u8,
}

/// The sizes of the captures that are legal among those of a card that all other rules allow.
#[derive(Copy, Clone, Eq, Ord, PartialEq, PartialOrd, Debug)]
pub(crate) enum Sizes {
    /// All.
    Any,
    /// The smallest.
    Fewest,
}

impl Sizes {
    /// The only legal one of `sizes`, which rise; `None` if all are legal, or if none is open.
    #[inline(always)]
    pub(crate) fn only<T>(
        self,
        mut sizes: impl DoubleEndedIterator<Item = T>,
        is_open: impl FnMut(&T) -> bool,
    ) -> Option<T> {
        match self {
            Sizes::Any => None,
            Sizes::Fewest => sizes.find(is_open),
        }
    }
}

/// The capture rules as switches. Rules that exclude each other are separate flags here: a finder of captures reads the
/// few that it needs in its inner loop, so that no loop compares words of the rule set.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Switches {
    pub equal: bool,
    pub sum: bool,
    pub fifteen: bool,
    pub difference: bool,
    pub ace: bool,
    pub ace_or_fifteen: bool,
    pub ace_takes_itself: bool,
    /// Whether an equal card forbids sums.
    pub equal_bars_sums: bool,
    /// Whether an equal card forbids fifteens.
    pub equal_bars_fifteens: bool,
    pub mandatory: bool,
    pub sizes: Sizes,
    pub ace_sweeps: bool,
    pub last_play_sweeps: bool,
    /// Whether a seat that empties the table plays again.
    pub again: bool,
    pub shutout: bool,
}

/// The declaration rules as switches.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Declaring {
    pub any_three: bool,
    pub auto: bool,
    pub max_sum: u8,
    pub wild: bool,
    pub platform: bool,
    pub dealer_bonus: bool,
}

impl Game {
    /// Compiles a rule set.
    ///
    /// # Errors
    /// Fails if the rule set is out of range or impossible.
    ///
    /// # Examples
    /// Fields of a rule set may be changed before it is compiled:
    /// ```
    /// use spariglio_engine::{Game, RuleSet};
    ///
    /// let mut rules = RuleSet::preset("scopa").expect("a preset");
    /// rules.sweep.points = 2;
    /// assert_eq!(Game::new(rules.clone())?.rules().sweep.points, 2);
    /// rules.sides = 3;
    /// assert!(Game::new(rules).is_err(), "three sides need three seats");
    /// # Ok::<(), spariglio_engine::FormatError>(())
    /// ```
    pub fn new(rules: RuleSet) -> Result<Game, FormatError> {
        rules.validate()?;
        let players = usize::from(rules.players);
        let sides = usize::from(rules.sides);
        let pack = rules.deck.cards();
        let mut side_of = [0; MAX_SEATS];
        for (seat, side) in side_of.iter_mut().enumerate() {
            *side = (seat % sides) as u8;
        }
        let capture = switches(&rules);
        let mut game = Game {
            players,
            sides,
            pack,
            order: order(pack),
            side_of,
            rounds: rounds(&rules),
            suit: CardSet::suit(rules.score.suit) & pack,
            numerals: CardSet::from_bits((1 << 40) - 1),
            thirds: Thirds::new(&declaring(&rules)),
            declarations: declaring(&rules),
            majorities: majorities(&rules.score),
            prime: PrimeScale::new(&rules.score, rules.deck),
            play_points: Tally::MOST_OF_A_CAPTURE.points(&rules) > 0,
            singles: singles(&rules),
            rank_sets: rank_sets(&rules, &capture),
            counts_sums: counts_sums(&rules, &capture),
            is_lean: is_lean(&rules),
            small_tables: None,
            capture,
            rules,
        };
        if game.deck().pack() == Pack::Italian40 {
            game.small_tables = Some(SmallTables::of(&game));
        }
        Ok(game)
    }

    /// The game of a preset, if there is one of this name.
    ///
    /// # Examples
    /// ```
    /// use spariglio_engine::Game;
    ///
    /// let game = Game::preset("scopone").expect("a preset");
    /// assert_eq!((game.players(), game.sides(), game.pack_len()), (4, 2, 40));
    /// assert_eq!((game.table_len(), game.round_len(0)), (4, 9));
    /// assert!(Game::preset("briscola").is_none());
    /// ```
    pub fn preset(name: &str) -> Option<Game> {
        RuleSet::preset(name).and_then(|rules| Game::new(rules).ok())
    }

    /// The same game with declarations by choice, so that each player may switch automatic ones off
    /// (`docs/reference/rules.md` E.1); `None` if seats decide to declare already.
    ///
    /// # Examples
    /// ```
    /// use spariglio_engine::Game;
    /// use spariglio_engine::rules::DeclarationMode;
    ///
    /// let game = Game::preset("cirulla_platform").expect("a preset").by_choice().expect("it is automatic");
    /// assert_eq!(game.rules().declarations.mode, DeclarationMode::Choice);
    /// assert!(game.by_choice().is_none());
    /// ```
    #[must_use]
    pub fn by_choice(&self) -> Option<Game> {
        if self.rules.declarations.mode == DeclarationMode::Choice {
            return None;
        }
        let mut rules = self.rules.clone();
        rules.declarations.mode = DeclarationMode::Choice;
        Game::new(rules).ok()
    }

    /// The rule set.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The deck: letters and capture values of its cards.
    #[inline(always)]
    pub fn deck(&self) -> Deck {
        self.rules.deck
    }

    /// Number of seats, 2 to 6.
    #[inline(always)]
    pub fn players(&self) -> usize {
        self.players
    }

    /// Number of sides, 2 to 6.
    #[inline(always)]
    pub fn sides(&self) -> usize {
        self.sides
    }

    /// Whether sides have more than one seat.
    pub fn has_partners(&self) -> bool {
        self.players > self.sides
    }

    /// The side of a seat.
    #[inline(always)]
    pub fn side(&self, seat: usize) -> usize {
        usize::from(self.side_of[seat])
    }

    /// All cards of the deck.
    #[inline(always)]
    pub fn pack(&self) -> CardSet {
        self.pack
    }

    /// Cards in the deck.
    #[inline(always)]
    pub fn pack_len(&self) -> usize {
        self.pack.len() as usize
    }

    /// Cards dealt to the table.
    #[inline(always)]
    pub fn table_len(&self) -> usize {
        usize::from(self.rules.deal.table)
    }

    /// Number of plays in a whole hand.
    #[inline(always)]
    pub fn plies(&self) -> usize {
        self.dealt_len() - self.table_len()
    }

    /// Number of cards dealt during a hand, including the first table. All others stay in the stock.
    #[inline(always)]
    pub fn dealt_len(&self) -> usize {
        self.round_start(self.deal_rounds())
    }

    /// The cards of the deck in canonical order, then all others.
    #[inline(always)]
    pub(crate) fn order(&self) -> &[u8; MAX_CARDS] {
        &self.order
    }

    /// Number of deal-rounds.
    #[inline(always)]
    pub fn deal_rounds(&self) -> usize {
        self.rounds.len() - 1
    }

    /// Hand cards per seat in a deal-round.
    #[inline(always)]
    pub fn round_len(&self, round: usize) -> usize {
        usize::from(self.rounds[round].len)
    }

    /// Index of a deal-round's first card in the canonical order of a deal. For the deal-round after the last, it is
    /// the first card that is never dealt.
    #[inline(always)]
    pub fn round_start(&self, round: usize) -> usize {
        usize::from(self.rounds[round].start)
    }

    /// A seat that has not yet played may declare while more plays than this are left in the deal-round; 255 if nothing
    /// may be declared.
    #[inline(always)]
    pub(crate) fn declare_above(&self, round: usize) -> u8 {
        self.rounds[round].declare_above
    }

    /// Whether equal cards come first, and cards of the 40-card pack capture only by equals and sums, with 7c as a
    /// seven. If so, captures depend only on the ranks on the table, once no two of them are equal.
    pub fn goes_by_rank(&self) -> bool {
        self.rank_sets.is_some() && !self.capture.ace
    }

    /// Whether three-card bonuses are declared.
    #[inline(always)]
    pub fn declares(&self) -> bool {
        self.rules.declarations.hands != DeclarationHands::None
    }

    /// The points of a shutout in averages and searches of hands: the match limit, or 51 if the match has a fixed
    /// number of hands.
    pub fn shutout_value(&self) -> i32 {
        self.rules.end.limit.map_or(51, |limit| limit as i32)
    }

    /// A hash of everything in the rule set except its name: [`fnv1a`] over the canonical text.
    pub fn fingerprint(&self) -> u64 {
        let nameless = RuleSet { name: String::new(), ..self.rules.clone() };
        fnv1a(nameless.to_toml().as_bytes())
    }

    /// Like [`Game::fingerprint`], but only of the rules of a single hand. Ignores the end of the match, except its
    /// limit if the rules have shutouts.
    pub fn hand_fingerprint(&self) -> u64 {
        let limit = self.rules.score.shutout.then_some(self.shutout_value() as u32);
        let hand = RuleSet {
            name: String::new(),
            end: MatchRules { limit, hands: if limit.is_some() { None } else { Some(1) }, seven_zero: false },
            ..self.rules.clone()
        };
        fnv1a(hand.to_toml().as_bytes())
    }
}

/// The captures by rank set. `None` unless equal cards come first, capturing is mandatory, cards of the 40-card pack
/// capture only by equals, sums and the ace's taking all, with 7c as a seven, and each play passes the turn on.
fn rank_sets(rules: &RuleSet, capture: &Switches) -> Option<&'static RankSets> {
    let by_rank = rules.deck.pack() == Pack::Italian40
        && capture.equal
        && capture.sum
        && capture.equal_bars_sums
        && capture.mandatory
        && !capture.fifteen
        && !capture.difference
        && !capture.again
        && capture.sizes == Sizes::Any
        && rules.declarations.hands == DeclarationHands::None;
    let tables = if capture.ace {
        RankSets::with_aces
    } else {
        RankSets::get
    };
    by_rank.then(tables)
}

/// Whether cards capture only by equals and sums, and 7c is always a seven.
fn counts_sums(rules: &RuleSet, capture: &Switches) -> bool {
    !capture.fifteen
        && !capture.difference
        && !capture.ace
        && capture.sizes == Sizes::Any
        && rules.declarations.hands == DeclarationHands::None
}

/// Whether plays do nothing but capture, lay and sweep, each passes the turn on, and any held card may be played.
fn is_lean(rules: &RuleSet) -> bool {
    Tally::MOST_OF_A_CAPTURE.points(rules) == 0
        && rules.declarations.hands != DeclarationHands::AnyThree
        && !rules.sweep.again
}

/// The cards of a set in canonical order, then all others.
fn order(set: CardSet) -> [u8; MAX_CARDS] {
    let mut order = [0; MAX_CARDS];
    let all = CardSet::from_bits((1 << MAX_CARDS) - 1);
    for (place, card) in order.iter_mut().zip(set.into_iter().chain(all - set)) {
        *place = card.index();
    }
    order
}

fn majorities(score: &ScoreRules) -> [i32; 2] {
    let sign = if score.majority == Majority::Fewest { -1 } else { 1 };
    [score.cards, score.suit_points].map(|points| sign * i32::from(points))
}

fn singles(rules: &RuleSet) -> Vec<(CardSet, i32)> {
    let single = |(&card, &points)| (CardSet::single(card), i32::from(points));
    rules.score.single.iter().map(single).collect()
}

fn switches(rules: &RuleSet) -> Switches {
    let capture = &rules.capture;
    Switches {
        equal: capture.equal,
        sum: capture.sum,
        fifteen: capture.fifteen,
        difference: capture.difference,
        ace: capture.ace == Ace::TakesAll,
        ace_or_fifteen: capture.ace_with_ace == AceWithAce::AceOrFifteen,
        ace_takes_itself: capture.ace_on_empty == AceOnEmpty::TakesItself,
        equal_bars_sums: capture.single_first.bars_sums(),
        equal_bars_fifteens: capture.single_first.bars_fifteens(),
        mandatory: capture.mandatory,
        sizes: if capture.fewest { Sizes::Fewest } else { Sizes::Any },
        ace_sweeps: rules.sweep.ace_scores,
        last_play_sweeps: rules.sweep.last_play_scores,
        again: rules.sweep.again,
        shutout: rules.score.shutout,
    }
}

fn declaring(rules: &RuleSet) -> Declaring {
    let declarations = &rules.declarations;
    Declaring {
        any_three: declarations.hands == DeclarationHands::AnyThree,
        auto: declarations.mode == DeclarationMode::Auto,
        max_sum: declarations.three_max_sum,
        wild: declarations.matta != Matta::None,
        platform: declarations.matta == Matta::Platform,
        dealer_bonus: declarations.dealer_bonus,
    }
}

fn rounds(rules: &RuleSet) -> Vec<DealRound> {
    let mut start = 0;
    let mut rounds = Vec::with_capacity(rules.deal.rounds.len() + 1);
    for (i, &len) in rules.deal.rounds.iter().enumerate() {
        let declares = match rules.declarations.hands {
            DeclarationHands::None => false,
            DeclarationHands::ThreeCards => len == 3,
            DeclarationHands::AnyThree => i == 0,
        };
        rounds.push(DealRound {
            len,
            start,
            declare_above: if declares { (len - 1) * rules.players } else { 255 },
        });
        start += len * rules.players + if i == 0 { rules.deal.table } else { 0 };
    }
    rounds.push(DealRound { len: 0, start, declare_above: 255 });
    rounds
}
