//! The features of a rule set: the same for every view of a game.

use spariglio_engine::{
    Ace, AceOnEmpty, AceWithAce, DeclarationHands, DeclarationMode, Game, LowMeld, Matta, Pack, Prime,
    PrimeMissingSuit, RuleSet, SingleFirst,
};

use super::Sink;
use super::layout::block;

/// Writes the features that depend on the rule set alone.
pub(super) fn encode<S: Sink + ?Sized>(game: &Game, sink: &mut S) {
    let rules = game.rules();
    sink.put(block::PLAYERS + game.players() - 1, 1);
    sink.put(block::SIDES_PLAYING + game.sides() - 1, 1);
    sink.put(block::DECK + usize::from(rules.deck.pack() == Pack::Bresciane52), 1);
    number(sink, block::START, u32::from(rules.deal.table));
    number(sink, block::START + 1, rules.deal.rounds.len() as u32);
    capture(rules, sink);
    declarations(rules, sink);
    score(game, sink);
    match_end(game, sink);
}

fn capture<S: Sink + ?Sized>(rules: &RuleSet, sink: &mut S) {
    let capture = &rules.capture;
    let single_first = match capture.single_first {
        SingleFirst::No => 0,
        SingleFirst::BeforeAll => 1,
        SingleFirst::BeforeSums => 2,
    };
    let values = [
        capture.equal.into(),
        capture.sum.into(),
        capture.fifteen.into(),
        (capture.ace == Ace::TakesAll).into(),
        (capture.ace_with_ace == AceWithAce::AceOrFifteen).into(),
        (capture.ace_on_empty == AceOnEmpty::TakesItself).into(),
        single_first,
        capture.mandatory.into(),
        capture.fewest.into(),
    ];
    numbers(sink, block::CAPTURE, &values);
    number(sink, block::SWEEP, u32::from(rules.sweep.points));
    let flags = [rules.sweep.ace_scores, rules.sweep.last_play_scores];
    set(sink, block::SWEEP + 1, &flags);
}

fn declarations<S: Sink + ?Sized>(rules: &RuleSet, sink: &mut S) {
    let declarations = &rules.declarations;
    let hands = match declarations.hands {
        DeclarationHands::None => 0,
        DeclarationHands::ThreeCards => 1,
        DeclarationHands::AnyThree => 2,
    };
    let matta = match declarations.matta {
        Matta::None => 0,
        Matta::Declared => 1,
        Matta::Platform => 2,
    };
    sink.put(block::DECLARATION_HANDS + hands, 1);
    sink.put(block::DECLARATION_MATTA + matta, 1);
    let auto = declarations.mode == DeclarationMode::Auto;
    set(sink, block::DECLARATION_AUTO, &[auto]);
    set(sink, block::DEALER_BONUS, &[declarations.dealer_bonus]);
    let points = [
        u32::from(declarations.three_max_sum),
        u32::from(declarations.three_points),
        u32::from(declarations.ten_points),
    ];
    numbers(sink, block::DECLARATION_POINTS, &points);
}

fn score<S: Sink + ?Sized>(game: &Game, sink: &mut S) {
    let score = &game.rules().score;
    for card in game.pack().iter().filter(|card| card.suit() == score.suit) {
        sink.put(block::SCORE_SUIT + usize::from(card.index()), 1);
    }
    for (card, &points) in &score.single {
        let index = block::SCORE_SINGLE + usize::from(card.index());
        number(sink, index, u32::from(points));
    }
    let points = [
        score.cards,
        score.suit_points,
        score.high_meld,
        score.picada,
        score.simili,
        score.quadriglia,
    ];
    numbers(sink, block::SCORE_POINTS, &points.map(u32::from));
    sink.put(block::SCORE_PRIME + score.prime as usize, 1);
    let zero = score.prime_missing_suit == PrimeMissingSuit::CountsZero;
    set(sink, block::SCORE_PRIME + Prime::ALL.len(), &[zero]);
    for &place in low_meld_places(score.low_meld) {
        sink.put(block::SCORE_LOW_MELD + place, 1);
    }
}

/// Places in the block `score_low_meld` that are 1. The layout has a place for each of the first five melds; a later one is
/// told by two of them, so that networks of this feature version stay valid.
fn low_meld_places(meld: LowMeld) -> &'static [usize] {
    match meld {
        LowMeld::None => &[0],
        LowMeld::Piccola => &[1],
        LowMeld::NapolaMinusTwo => &[2],
        LowMeld::Run => &[3],
        LowMeld::AfterAce => &[4],
        LowMeld::PiccolaSeven => &[1, 3],
    }
}

fn match_end<S: Sink + ?Sized>(game: &Game, sink: &mut S) {
    let rules = game.rules();
    let shutout = if rules.score.shutout {
        game.shutout_value() as u32
    } else {
        0
    };
    let numbers_of_match = [rules.end.limit.unwrap_or(0), rules.end.hands.unwrap_or(0), shutout];
    numbers(sink, block::MATCH_END, &numbers_of_match);
}

fn set<S: Sink + ?Sized>(sink: &mut S, start: usize, flags: &[bool]) {
    for (i, _) in flags.iter().enumerate().filter(|&(_, &flag)| flag) {
        sink.put(start + i, 1);
    }
}

fn numbers<S: Sink + ?Sized>(sink: &mut S, start: usize, values: &[u32]) {
    for (i, &value) in values.iter().enumerate() {
        number(sink, start + i, value);
    }
}

/// A number, 255 at most.
fn number<S: Sink + ?Sized>(sink: &mut S, index: usize, value: u32) {
    if value > 0 {
        sink.put(index, value.min(255) as u8);
    }
}
