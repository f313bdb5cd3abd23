//! The rules in words are true and complete: a reader that knows nothing but the sentences fills a rule set from them,
//! and the plain engine plays by it. The fast engine, which plays by the real rule set, must agree on every legal
//! action, every position and every point.

#[path = "../../tests/support/hands/both_engines.rs"]
mod both_engines;

use rand_pcg::Pcg64Mcg;
use spariglio_engine::rules::{
    Ace, AceOnEmpty, AceWithAce, DeclarationHands, DeclarationMode, LowMeld, Majority, Matta, Misdeal, Pack, Prime,
    PrimeMissingSuit, SingleFirst, Ties, random_game,
};
use spariglio_engine::{Deck, Game, RuleSet, Suit};
use spariglio_text::{Language, Spelling, Wording};

/// The effect of a sentence on a rule set, with the texts in its gaps.
type Effect = fn(&mut RuleSet, &[&str]);
/// A sentence with gaps, and its effect.
type Claim = (&'static str, Effect);

/// The texts in the gaps of a sentence, if a line is this sentence.
fn gaps<'a>(sentence: &str, line: &'a str) -> Option<Vec<&'a str>> {
    let mut parts = sentence.split("{}");
    let mut rest = line.strip_prefix(parts.next()?)?;
    let mut values = Vec::new();
    let parts: Vec<&str> = parts.collect();
    for (place, part) in parts.iter().enumerate() {
        let end = match (part.is_empty(), place + 1 == parts.len()) {
            (true, true) => rest.len(),
            (_, true) => rest.len().checked_sub(part.len()).filter(|end| rest[*end..] == **part)?,
            _ => rest.find(part)?,
        };
        values.push(&rest[..end]);
        rest = &rest[end + part.len()..];
    }
    rest.is_empty().then_some(values)
}

fn number<T: std::str::FromStr>(text: &str) -> T
where
    T::Err: std::fmt::Debug,
{
    text.parse().unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn suit(word: &str) -> Suit {
    let words = ["coins", "cups", "swords", "batons"];
    Suit::ALL[words
        .iter()
        .position(|known| *known == word)
        .unwrap_or_else(|| panic!("suit {word}"))]
}

fn ties(words: &str) -> Ties {
    match words {
        "nobody scores" => Ties::Nobody,
        "each side that has the most scores it" | "each side that has the fewest scores it" => Ties::Each,
        other => panic!("ties: {other}"),
    }
}

fn nothing(_: &mut RuleSet, _: &[&str]) {}

/// The deck of ranks and suits. The pack has tens if cards without a value or above seven by number are named.
fn read_deck(rules: &mut RuleSet, ranks: &str, none: &str, suits: &str) {
    let mut letters: Vec<&str> = ranks.split(", ").filter_map(|rank| rank.split(' ').next()).collect();
    letters.extend(none.split(", ").filter(|rank| !rank.is_empty()));
    let courts = "JQK".chars().any(|court| ranks.contains(court));
    let pack = if !none.is_empty() || ["8", "9", "T"].iter().any(|tall| letters.contains(tall)) {
        Pack::Bresciane52
    } else if courts {
        Pack::Italian40
    } else {
        rules.deck.pack()
    };
    let suits: String = suits
        .split(", ")
        .map(|one| suit(one.split(' ').next().unwrap_or("")).letter())
        .collect();
    rules.deck = Deck::part(pack, &letters.concat(), &suits).expect("a deck");
}

const CLAIMS: &[Claim] = &[
    ("The deck has {} cards: each of its ranks once in each suit.", nothing),
    ("A card is written as its rank and its suit: {}.", nothing),
    (
        "There are {} seats, 0 to {}; they play in this order, and seat 0 follows seat {}.",
        |rules, gaps| {
            rules.players = number(gaps[0]);
            rules.sides = 0;
        },
    ),
    ("Each seat plays for itself: it is a side.", |rules, _| rules.sides = rules.players),
    ("Seats {} are side {}: one pile, one score.", |rules, gaps| {
        rules.sides = number::<u8>(gaps[1]) + 1;
    }),
    ("At the start {} cards lie face up on the table.", |rules, gaps| rules.deal.table = number(gaps[0])),
    ("Hand cards dealt to each seat, one deal-round after the other ({} in all): {}.", |rules, gaps| {
        rules.deal.rounds = gaps[1].split(", ").map(number).collect();
    }),
    ("The next deal-round begins if all hands are empty; no cards are added to the table.", nothing),
    ("{} cards are never dealt and never seen.", nothing),
    ("All hand cards lie face up: every seat sees them.", |rules, _| rules.deal.open = true),
    ("A deal with three or four cards of the rank {} on the table is dealt again.", |rules, _| {
        rules.deal.misdeal = Misdeal::ThreeKings;
    }),
    ("A deal with two or more cards of the rank A on the table is dealt again.", |rules, _| {
        rules.deal.misdeal = Misdeal::TwoAces;
    }),
    ("The seat after the dealer plays first in each deal-round, and the dealer last.", nothing),
    (
        "In its turn a seat plays one card: it takes cards from the table, or it is laid face up on the table.",
        nothing,
    ),
    ("Equal: a card takes one card of the same value.", |rules, _| rules.capture.equal = true),
    (
        "Equal: a card takes one card of the same value; a card without a value takes one of the same rank.",
        |rules, _| rules.capture.equal = true,
    ),
    ("Sum: a card takes two or more cards whose values add up to its own.", |rules, _| {
        rules.capture.sum = true
    }),
    ("Fifteen: a card takes one or more cards that make 15 together with its own value.", |rules, _| {
        rules.capture.fifteen = true;
    }),
    ("Difference: a card takes two cards whose values differ by its own.", |rules, _| {
        rules.capture.difference = true;
    }),
    (
        "Ace: if no card of value 1 lies on the table, a card of value 1 ({}) takes all cards of the table, and can take nothing else.",
        |rules, _| rules.capture.ace = Ace::TakesAll,
    ),
    (
        "If a card of value 1 lies on the table, a card of value 1 takes one such card and can take nothing else.",
        |rules, _| rules.capture.ace_with_ace = AceWithAce::AceOnly,
    ),
    (
        "If a card of value 1 lies on the table, a card of value 1 takes one such card or makes fifteen.",
        |rules, _| rules.capture.ace_with_ace = AceWithAce::AceOrFifteen,
    ),
    ("If a card of value 1 lies on the table, a card of value 1 can only make fifteen.", |rules, _| {
        rules.capture.ace_with_ace = AceWithAce::AceOrFifteen;
    }),
    ("If a card of value 1 lies on the table, a card of value 1 takes nothing.", |rules, _| {
        rules.capture.ace_with_ace = AceWithAce::AceOnly;
    }),
    (
        "On an empty table a played card of value 1 goes to the pile at once: the side captured last, but this is no sweep.",
        |rules, _| rules.capture.ace_on_empty = AceOnEmpty::TakesItself,
    ),
    (
        "One play makes one of these captures; the played card and the captured cards go to the side's pile.",
        nothing,
    ),
    ("A card that can take an equal card may take nothing else.", |rules, _| {
        rules.capture.single_first = SingleFirst::BeforeAll;
    }),
    ("A card that can take an equal card may not take a sum.", |rules, _| {
        rules.capture.single_first = SingleFirst::BeforeSums;
    }),
    ("Among the captures of a card only those of the fewest cards are legal.", |rules, _| {
        rules.capture.fewest = true
    }),
    ("A card that can take must take; a seat may always play another card instead.", |rules, _| {
        rules.capture.mandatory = true;
    }),
    ("Every card may be laid, even if it could take.", |rules, _| rules.capture.mandatory = false),
    ("Sweep (scopa): a capture that empties the table scores {}.", |rules, gaps| {
        rules.sweep.points = number(gaps[0])
    }),
    ("A card of value 1 that takes all makes no sweep.", |rules, _| rules.sweep.ace_scores = false),
    (
        "A seat that empties the table by a capture plays again, if it has a card; a seat without cards is passed over.",
        |rules, _| rules.sweep.again = true,
    ),
    ("The seat after the dealer plays first in each deal-round.", nothing),
    ("The last play of the hand makes no sweep.", |rules, _| rules.sweep.last_play_scores = false),
    (
        "After the last play of the hand, the side that captured last gets the cards left on the table; this is no capture.",
        nothing,
    ),
    (
        "Before its first card of the hand a seat may declare three of its cards, and further threes without a common card.",
        |rules, _| declares(rules, DeclarationHands::AnyThree, DeclarationMode::Choice),
    ),
    (
        "Before its first card of the hand a seat declares the threes of its cards, without a common card, that score most in all.",
        |rules, _| declares(rules, DeclarationHands::AnyThree, DeclarationMode::Auto),
    ),
    (
        "A seat that holds exactly three cards may declare them once, before its first card of the deal-round.",
        |rules, _| declares(rules, DeclarationHands::ThreeCards, DeclarationMode::Choice),
    ),
    (
        "A seat that holds exactly three cards declares them if they score, before its first card of the deal-round.",
        |rules, _| declares(rules, DeclarationHands::ThreeCards, DeclarationMode::Auto),
    ),
    ("Three cards whose values add up to {} or less score {}.", |rules, gaps| {
        rules.declarations.three_max_sum = number(gaps[0]);
        rules.declarations.three_points = number(gaps[1]);
    }),
    (
        "Three cards of the same value score {}, and nothing for a small sum; cards without a value cannot be declared.",
        |rules, gaps| rules.declarations.ten_points = number(gaps[0]),
    ),
    ("Declared cards are shown to everybody until they are played.", nothing),
    ("A seat that holds declared cards plays these first.", nothing),
    ("Several declarations are made in any order.", nothing),
    (
        "If the first table cards add up to 15 or 30, the dealer's side takes them before the first play: 1 point for 15, 2 for 30; it has captured last then.",
        |rules, _| rules.declarations.dealer_bonus = true,
    ),
    (
        "Wild card (matta): in a declaration 7c has any value from 1 to 10, which is written with it, as in 7c=2.",
        |rules, _| rules.declarations.matta = Matta::Declared,
    ),
    (
        "Wild card (matta): in a declaration 7c has the value 1 for a small sum, or the value of two equal cards; the value is written with it, as in 7c=1.",
        |rules, _| rules.declarations.matta = Matta::Platform,
    ),
    ("It keeps this value for captures until the hand ends, in the hand and on the table.", nothing),
    ("It keeps this value for captures until it lies on the table after a play of the dealer.", nothing),
    ("Among the first table cards 7c has whatever value from 1 to 10 makes 15 or 30.", |rules, _| {
        if rules.declarations.matta == Matta::None {
            rules.declarations.matta = Matta::Declared;
        }
    }),
    ("The points of a hand are counted when it ends. Goal: more points than the other sides.", nothing),
    ("More cards in the pile than every other side scores {}; if level, {}.", |rules, gaps| {
        rules.score.cards = number(gaps[0]);
        rules.score.ties = ties(gaps[1]);
    }),
    ("More cards of {} in the pile than every other side scores {}; if level, {}.", |rules, gaps| {
        rules.score.ties = ties(gaps[2]);
        rules.score.suit = suit(gaps[0]);
        rules.score.suit_points = number(gaps[1]);
    }),
    ("Fewer cards in the pile than every other side scores {}; if level, {}.", |rules, gaps| {
        rules.score.majority = Majority::Fewest;
        rules.score.cards = number(gaps[0]);
        rules.score.ties = ties(gaps[1]);
    }),
    ("Fewer cards of {} in the pile than every other side scores {}; if level, {}.", |rules, gaps| {
        rules.score.majority = Majority::Fewest;
        rules.score.ties = ties(gaps[2]);
        rules.score.suit = suit(gaps[0]);
        rules.score.suit_points = number(gaps[1]);
    }),
    (
        "Best sum (prime, primiera): in each suit the best card of the pile counts: {}; the side with the highest sum scores 1; if level, {}.",
        |rules, gaps| {
            rules.score.ties = ties(gaps[1]);
            let has = |words: &str| gaps[0].split(", ").any(|one| one == words);
            rules.score.prime = if has("K = 0") || has("Q = 0") || has("J = 0") {
                Prime::CourtsZero
            } else if has("J = 8") || has("Q = 9") {
                Prime::CourtsRanked
            } else {
                Prime::Standard
            };
        },
    ),
    (
        "Prime (prime, primiera): most cards of the first of these ranks scores 1; if level, of the next, and so on: {}; if all are level, {}.",
        |rules, gaps| {
            rules.score.prime = Prime::MostSevens;
            rules.score.ties = ties(gaps[1]);
        },
    ),
    ("Prime (prime, primiera): most cards of rank {} scores 1; if level, {}.", |rules, gaps| {
        assert_eq!(gaps[0], "7");
        rules.score.prime = Prime::Sevens;
        rules.score.ties = ties(gaps[1]);
    }),
    ("A pile without a card of some suit has no such sum and cannot score for it.", |rules, _| {
        rules.score.prime_missing_suit = PrimeMissingSuit::NoPrime;
    }),
    ("A suit without a card in the pile counts 0 in this sum.", |rules, _| {
        rules.score.prime_missing_suit = PrimeMissingSuit::CountsZero;
    }),
    ("An unbroken run of {} from A up in one pile scores by its length: {}.", |rules, gaps| {
        rules.score.suit = suit(gaps[0]);
        let table: Vec<(u8, u8)> = gaps[1]
            .split(", ")
            .filter_map(|entry| entry.split_once(": "))
            .map(|(run, points)| (number(run), number(points)))
            .collect();
        let longest = table.iter().map(|(run, _)| *run).max().unwrap_or(0);
        let says = |meld: LowMeld| {
            (1..=longest).all(|run| {
                let expected = table.iter().find(|(known, _)| *known == run).map_or(0, |(_, points)| *points);
                meld.points(run) == expected
            })
        };
        rules.score.low_meld = LowMeld::ALL.into_iter().find(|meld| says(*meld)).expect("a table of runs");
    }),
    ("{} in the pile scores {}.", |rules, gaps| {
        let card = rules
            .deck
            .parse_card(gaps[0].trim_end_matches(" (settebello)"))
            .expect("a card");
        rules.score.single.insert(card, number(gaps[1]));
    }),
    ("{} of {} in one pile score {}.", |rules, gaps| {
        rules.score.suit = suit(gaps[1]);
        rules.score.high_meld = number(gaps[2]);
    }),
    ("Taking exactly the card that the play before laid, as an equal card, scores {}.", |rules, gaps| {
        rules.score.picada = number(gaps[0]);
    }),
    ("A capture with all cards of one suit, the played card included, scores {}.", |rules, gaps| {
        rules.score.simili = number(gaps[0]);
    }),
    ("Taking three or more cards from the table scores {}.", |rules, gaps| {
        rules.score.quadriglia = number(gaps[0])
    }),
    (
        "A side with all {} cards of {} in its pile wins the match at once; if only hands are compared, this counts {} and everything else 0.",
        |rules, gaps| {
            rules.score.suit = suit(gaps[1]);
            rules.score.shutout = true;
        },
    ),
    (
        "The match ends after a hand if one side has {} points or more, and more than every other: it wins.",
        |rules, gaps| rules.end.limit = Some(number(gaps[0])),
    ),
    ("The match ends after {} hands; the side with the most points wins.", |rules, gaps| {
        rules.end.hands = Some(number(gaps[0]));
    }),
    ("It also ends after a hand if one side has 7 points or more and every other side 0.", |rules, _| {
        rules.end.seven_zero = true;
    }),
    ("After each hand the next seat deals.", nothing),
    ("`CARD x CARDS` plays CARD and takes CARDS from the table.", nothing),
    ("`CARD` alone lays it on the table.", nothing),
    ("`declare CARDS` declares three cards; `pass` declares nothing more.", nothing),
];

fn declares(rules: &mut RuleSet, hands: DeclarationHands, mode: DeclarationMode) {
    rules.declarations.hands = hands;
    rules.declarations.mode = mode;
}

/// The rule set before anything is claimed. Of the real rules it has the pack and the suit only, for rule sets whose
/// text does not need them.
fn blank(real: &RuleSet) -> RuleSet {
    let mut rules = RuleSet::preset("scopa").expect("a preset");
    rules.name.clone_from(&real.name);
    rules.deck = real.deck;
    rules.score.suit = real.score.suit;
    rules.deal.misdeal = Misdeal::None;
    let capture = &mut rules.capture;
    for flag in capture.limits() {
        *flag = false;
    }
    (capture.equal, capture.sum) = (false, false);
    capture.single_first = SingleFirst::No;
    rules.sweep.ace_scores = true;
    rules.sweep.last_play_scores = true;
    rules.score.cards = 0;
    rules.score.suit_points = 0;
    rules.score.prime = Prime::None;
    rules.score.single.clear();
    rules.end.limit = None;
    rules.end.hands = None;
    rules
}

/// The rule set that a text claims.
fn claimed(text: &str, real: &RuleSet) -> RuleSet {
    let mut rules = blank(real);
    let (mut ranks, mut none, mut suits) = ("", "", "");
    let mut later: Vec<(Effect, Vec<&str>)> = Vec::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("- ")) {
        if let Some(found) = gaps("Suits: {}.", line) {
            suits = found[0];
        } else if let Some(found) = gaps("Ranks, each with its value: {}.", line) {
            ranks = found[0];
        } else if let Some(found) = gaps("Ranks without a value: {}.", line) {
            none = found[0];
        } else {
            let fits = |(sentence, apply): &Claim| Some((*apply, gaps(sentence, line)?));
            later.push(CLAIMS.iter().find_map(fits).unwrap_or_else(|| panic!("no rule says: {line}")));
        }
    }
    read_deck(&mut rules, ranks, none, suits);
    later.into_iter().for_each(|(apply, gaps)| apply(&mut rules, &gaps));
    rules
}

fn check(game: &Game, seed: u64) {
    let text = Wording::new(game, Language::English, Spelling::Letters).rules();
    let rules = claimed(&text, game.rules());
    let real = game.rules();
    assert_eq!((&rules.deck, rules.players, rules.sides), (&real.deck, real.players, real.sides), "{text}");
    assert_eq!(rules.deal.rounds, real.deal.rounds, "{text}");
    assert_eq!(
        (rules.deal.table, rules.deal.open, rules.end),
        (real.deal.table, real.deal.open, real.end),
        "{text}"
    );
    both_engines::play(&rules, game, &mut Pcg64Mcg::new(seed.into()));
}

#[test]
fn the_plain_engine_plays_presets_by_their_text() {
    for name in RuleSet::preset_names() {
        let game = Game::preset(name).expect("a preset");
        (0..30).for_each(|seed| check(&game, seed));
    }
}

#[test]
fn the_plain_engine_plays_random_rule_sets_by_their_text() {
    let mut rng = Pcg64Mcg::new(11);
    let games = (0..).filter_map(|_| random_game("random", &mut rng)).take(600);
    for (seed, game) in games.enumerate() {
        check(&game, seed as u64);
        check(&game, seed as u64 + 1);
    }
}

#[test]
fn languages_and_disguises_have_the_same_rules() {
    for name in RuleSet::preset_names() {
        let game = Game::preset(name).expect("a preset");
        let lines = |wording: &Wording<'_>| wording.rules().lines().count();
        let english = lines(&Wording::new(&game, Language::English, Spelling::Letters));
        for language in Language::ALL {
            for spelling in Spelling::ALL {
                let wording = Wording::new(&game, language, spelling);
                assert_eq!(lines(&wording), english, "{name}");
                assert_eq!(lines(&wording.disguised(Some(3))), english, "{name}");
            }
        }
    }
}

#[test]
fn italian_rules_have_the_words_of_the_table() {
    for name in RuleSet::preset_names() {
        let game = Game::preset(name).expect("a preset");
        let text = Wording::new(&game, Language::Italian, Spelling::Letters).rules();
        for other in ["piazza pulita", "Jolly", "della mano", "una mano", "ogni mano", " mani;"] {
            assert!(!text.contains(other), "{name}: {other}");
        }
        assert!(text.contains("smazzata"), "{name}");
        assert_eq!(text.contains("Matta: "), text.contains("accuso 7c"), "{name}");
    }
}
