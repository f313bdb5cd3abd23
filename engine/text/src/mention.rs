//! The actions that an answer mentions.

use spariglio_engine::{Action, ActionKind, Card, CardSet, View};

use crate::token::Token;

/// An action as an answer says it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) enum Mention {
    /// A card that takes these cards.
    Capture(Card, CardSet),
    /// A card that takes the whole table.
    CaptureAll(Card),
    /// A card that is laid.
    Lay(Card),
    /// A card that is played, nothing said about captures.
    Play(Card),
    /// Cards that are declared, perhaps with the value of the matta.
    Declare(CardSet, Option<u8>),
    /// Nothing more is declared.
    Pass,
}

/// The mentions of an answer, each once, and whether a word turns the meaning of one of them round.
#[derive(Default, Debug)]
pub(crate) struct Mentions {
    pub(crate) said: Vec<Mention>,
    pub(crate) is_denied: bool,
}

impl Mentions {
    /// All mentions in an answer. A bare card of the hand counts too, unless a verb says how it is played.
    pub(crate) fn of(tokens: &[Token], hand: CardSet) -> Mentions {
        let tokens = &aces(tokens, hand);
        let (mut by_verb, mut bare) = (Mentions::default(), Mentions::default());
        for sentence in tokens.split(|token| *token == Token::End) {
            let before = [by_verb.said.len(), bare.said.len()];
            let mut rest = sentence;
            while !rest.is_empty() {
                let (mention, is_bare, length) = first(rest);
                let all = if is_bare { &mut bare } else { &mut by_verb };
                if let Some(mention) = mention.filter(|mention| !all.said.contains(mention)) {
                    all.said.push(mention);
                }
                rest = &rest[length.max(1)..];
            }
            if sentence.contains(&Token::Not) && sentence.contains(&Token::Declare) && is_alone(sentence) {
                by_verb.said.push(Mention::Pass);
                continue;
            }
            let denied = sentence.contains(&Token::Not);
            by_verb.is_denied |= denied && by_verb.said.len() > before[0];
            bare.is_denied |= (denied || sentence.contains(&Token::Doubt)) && bare.said.len() > before[1];
            if by_verb.said.len() > before[0] {
                // Beside a verb, other cards are reasons.
                bare.said.truncate(before[1]);
            }
        }
        if by_verb.said.is_empty() {
            return bare;
        }
        let played: Vec<Card> = by_verb.said.iter().filter_map(Mention::played).collect();
        let is_other = |mention: &Mention| {
            mention
                .played()
                .is_some_and(|card| hand.contains(card) && !played.contains(&card))
        };
        by_verb.said.extend(bare.said.into_iter().filter(is_other));
        by_verb
    }
}

/// The tokens; a rank that takes the whole table is the card of this rank, if the hand has just one.
fn aces(tokens: &[Token], hand: CardSet) -> Vec<Token> {
    let takes_all = |rest: &[Token]| {
        let verb = joins(rest);
        let all = verb + 1 + joins(rest.get(verb + 1..).unwrap_or_default());
        rest.get(verb) == Some(&Token::Take) && rest.get(all) == Some(&Token::All)
    };
    let meant = |(place, token): (usize, &Token)| {
        let held = match token {
            Token::Rank(rank) if takes_all(&tokens[place + 1..]) => hand & CardSet::rank(*rank),
            _ => CardSet::EMPTY,
        };
        let card = held.iter().next().filter(|_| held.len() == 1);
        card.map_or_else(|| token.clone(), |card| Token::Card(card, None))
    };
    tokens.iter().enumerate().map(meant).collect()
}

/// The mention at the start of a sentence, whether it is a bare card, and the number of tokens that it takes.
fn first(tokens: &[Token]) -> (Option<Mention>, bool, usize) {
    match &tokens[0] {
        Token::Card(card, _) => {
            let (mention, length) = capture_by(*card, &tokens[1..]);
            let is_bare = mention.is_none();
            (Some(mention.unwrap_or(Mention::Play(*card))), is_bare, 1 + length)
        }
        Token::Play => after_verb(tokens, Mention::Play),
        Token::Lay => after_verb(tokens, Mention::Lay),
        Token::Take => taken_with(tokens),
        Token::Declare => declared(tokens),
        Token::Pass if is_alone(tokens) => (Some(Mention::Pass), false, 1),
        _ => (None, false, 1),
    }
}

/// Whether no card follows.
fn is_alone(tokens: &[Token]) -> bool {
    !tokens.iter().any(|token| matches!(token, Token::Card(..)))
}

/// Number of joining words at the start.
fn joins(tokens: &[Token]) -> usize {
    tokens.iter().take_while(|token| **token == Token::And).count()
}

/// The cards at the start, joining words between them, and the number of tokens.
fn cards(tokens: &[Token]) -> (Vec<(Card, Option<u8>)>, usize) {
    let (mut found, mut length) = (Vec::new(), 0);
    loop {
        let gap = joins(&tokens[length..]);
        match tokens.get(length + gap) {
            Some(Token::Card(card, value)) => {
                found.push((*card, *value));
                length += gap + 1;
            }
            _ => return (found, length),
        }
    }
}

fn set(cards: &[(Card, Option<u8>)]) -> CardSet {
    cards.iter().map(|(card, _)| *card).collect()
}

/// The capture by a card: a verb of taking and cards follow.
fn capture_by(card: Card, tokens: &[Token]) -> (Option<Mention>, usize) {
    let gap = joins(tokens);
    if tokens.get(gap) != Some(&Token::Take) {
        return (None, 0);
    }
    let after = gap + 1 + tokens[gap + 1..].iter().take_while(|token| **token == Token::Take).count();
    let (taken, length) = cards(&tokens[after..]);
    let gap = joins(&tokens[after..]);
    if taken.is_empty() && tokens.get(after + gap) == Some(&Token::All) {
        return (Some(Mention::CaptureAll(card)), after + gap + 1);
    }
    match taken.is_empty() {
        true => (None, 0),
        false => (Some(Mention::Capture(card, set(&taken))), after + length),
    }
}

/// "play 7d", "lay 7d", "play 7d and take 3c 4s".
fn after_verb(tokens: &[Token], plain: fn(Card) -> Mention) -> (Option<Mention>, bool, usize) {
    let gap = 1 + tokens[1..]
        .iter()
        .take_while(|token| matches!(token, Token::And | Token::Play | Token::Lay))
        .count();
    let Some(Token::Card(card, _)) = tokens.get(gap) else {
        return (None, false, 1);
    };
    let (mention, length) = capture_by(*card, &tokens[gap + 1..]);
    (Some(mention.unwrap_or(plain(*card))), false, gap + 1 + length)
}

/// "take 3c and 4s with 7d", "take everything with Ad".
fn taken_with(tokens: &[Token]) -> (Option<Mention>, bool, usize) {
    let gap = joins(&tokens[1..]);
    let all = tokens.get(1 + gap) == Some(&Token::All);
    let (taken, length) = cards(&tokens[1..]);
    let after = if all { 2 + gap } else { 1 + length };
    let joined = joins(&tokens[after..]);
    let with = after + joined;
    let is_with = matches!(tokens.get(with), Some(Token::With | Token::Play));
    let card = tokens.get(with + 1 + joins(tokens.get(with + 1..).unwrap_or_default()));
    match (is_with, card, all || !taken.is_empty()) {
        (true, Some(Token::Card(card, _)), true) => {
            let length = with + 2 + joins(&tokens[with + 1..]);
            let mention = if all {
                Mention::CaptureAll(*card)
            } else {
                Mention::Capture(*card, set(&taken))
            };
            (Some(mention), false, length)
        }
        _ => (None, false, 1),
    }
}

/// "declare Ad 2c 3s"; "declare nothing" is to pass.
fn declared(tokens: &[Token]) -> (Option<Mention>, bool, usize) {
    let (shown, length) = cards(&tokens[1..]);
    if shown.is_empty() {
        let nothing = matches!(tokens.get(1), Some(Token::Word(word)) if matches!(word.to_lowercase().as_str(), "nothing" | "niente" | "nulla"));
        return (nothing.then_some(Mention::Pass), false, 1);
    }
    let value = shown.iter().find_map(|(_, value)| *value);
    (Some(Mention::Declare(set(&shown), value)), false, 1 + length)
}

impl Mention {
    /// The legal actions that it may mean. A single one is meant.
    pub(crate) fn meant(&self, view: &View<'_>, legal: &[Action]) -> Vec<Action> {
        let fits = |action: &Action| match (self, action.kind()) {
            (Mention::Capture(card, taken), ActionKind::Play { card: played, captured }) => {
                *card == played && *taken == captured
            }
            (Mention::CaptureAll(card), ActionKind::Play { card: played, captured }) => {
                *card == played && captured == view.table()
            }
            (Mention::Lay(card), ActionKind::Play { card: played, captured }) => *card == played && captured.is_empty(),
            (Mention::Play(card), ActionKind::Play { card: played, .. }) => *card == played,
            (Mention::Declare(cards, value), ActionKind::Declare { cards: declared, matta }) => {
                *cards == declared && value.is_none_or(|value| value == matta)
            }
            (Mention::Pass, ActionKind::Pass) => true,
            _ => false,
        };
        legal.iter().copied().filter(fits).collect()
    }

    /// The cards that it names.
    pub(crate) fn cards(&self) -> CardSet {
        match self {
            Mention::Capture(card, taken) => CardSet::single(*card) | *taken,
            Mention::CaptureAll(card) | Mention::Lay(card) | Mention::Play(card) => CardSet::single(*card),
            Mention::Declare(cards, _) => *cards,
            Mention::Pass => CardSet::EMPTY,
        }
    }

    /// The card that it plays.
    pub(crate) fn played(&self) -> Option<Card> {
        match self {
            Mention::Capture(card, _) | Mention::CaptureAll(card) | Mention::Lay(card) | Mention::Play(card) => {
                Some(*card)
            }
            Mention::Declare(..) | Mention::Pass => None,
        }
    }
}
