//! An answer in words, read as one legal action or a question back. It is never guessed.
//!
//! The order: the whole answer is an action's text; it holds JSON with an action; its last marked line, such as
//! `Action: 7d x 7c`, names one; else the sentences mention exactly one. JSON and marked lines are final: if they name
//! no legal action, nothing is looked for elsewhere.

use serde_json::Value;
use spariglio_engine::{Action, Card, CardSet, View};

use crate::language::said;
use crate::mention::{Mention, Mentions};
use crate::token::{Token, tokens};
use crate::view::{in_reach, legal};
use crate::wording::{Spelling, Wording};

/// The meaning of an answer.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Reading {
    /// This legal action.
    Action(Action),
    /// An action that is not legal. The question to ask back names it.
    Illegal(String),
    /// No action, several, or a card that can be played in several ways. The question to ask back says which.
    Unclear(String),
}

/// Words before the action in a marked line.
const MARKS: [&str; 9] =
    ["action", "final action", "final answer", "answer", "move", "my move", "azione", "mossa", "giocata"];
/// Names of the action in JSON.
const KEYS: [&str; 8] = ["action", "move", "play", "answer", "azione", "mossa", "giocata", "risposta"];
/// Names of the arguments of a tool call that is written as JSON.
const CALL_KEYS: [&str; 4] = ["arguments", "parameters", "args", "input"];
/// Names of the played card in JSON.
const CARD_KEYS: [&str; 3] = ["card", "carta", "play"];
/// Names of the captured cards in JSON.
const TAKEN_KEYS: [&str; 8] = ["take", "takes", "capture", "captures", "captured", "prende", "prese", "presa"];

impl Wording<'_> {
    /// Reads an answer of the seat to act, in either language and any spelling. In a disguise only the invented names
    /// are cards.
    ///
    /// # Panics
    /// Panics if the view's seat is not to act.
    #[must_use]
    pub fn read(&self, view: &View<'_>, answer: &str) -> Reading {
        let legal = legal(view);
        let (answer, _) = without_thoughts(&answer.replace(is_invisible, ""));
        if let Some(action) = self.as_written(&legal, &answer) {
            return Reading::Action(action);
        }
        let marked = marked(&answer);
        match (in_json(&answer), marked) {
            (Json::Action(text), None) => self.read_marked(view, &legal, &text),
            (Json::None, Some(text)) => self.read_marked(view, &legal, text),
            (Json::None, None) => match in_call(&answer) {
                Some(text) => self.read_marked(view, &legal, text),
                None => self.read_sentences(view, &legal, &answer),
            },
            (Json::Action(text), Some(mark)) => {
                let [first, second] = [&text, mark].map(|text| self.read_marked(view, &legal, text));
                if first == second {
                    first
                } else {
                    self.several(&[text, mark.to_owned()])
                }
            }
            (Json::Unclear(texts), _) if texts.is_empty() => self.no_action(),
            (Json::Unclear(texts), _) => self.several(&texts),
        }
    }

    /// The cards that a text names, in its order.
    #[must_use]
    pub fn cards_in(&self, text: &str) -> Vec<Card> {
        let cards = self.tokens(text).into_iter().filter_map(|token| match token {
            Token::Card(card, _) => Some(card),
            _ => None,
        });
        cards.collect()
    }

    /// The action whose text is the whole answer, in this wording or as records have it, in small or capital letters.
    fn as_written(&self, legal: &[Action], answer: &str) -> Option<Action> {
        let bare = answer.trim().trim_matches(['`', '*', '"', '.', '\'']).trim().to_lowercase();
        let is_it = |text: String| text.to_lowercase() == bare;
        // Beside French symbols people write c for clubs, which records call b.
        let has_clubs = self.spelling() == Spelling::Symbols && bare.contains('c');
        let reads_records = self.disguise.is_none() && !has_clubs;
        let is_record = |action: Action| reads_records && is_it(action.text(self.game.deck()));
        let is_meant = |action: &Action| is_it(self.action(*action)) || is_record(*action);
        legal.iter().copied().find(is_meant)
    }

    /// Reads a text that is meant to be the action. Lines after the first may explain it, but name no other one.
    fn read_marked(&self, view: &View<'_>, legal: &[Action], text: &str) -> Reading {
        let (line, rest) = text.trim().split_once('\n').unwrap_or((text.trim(), ""));
        let alone = self.mentions(view, rest).said.is_empty();
        match self.as_written(legal, line).filter(|_| alone) {
            Some(action) => Reading::Action(action),
            None => self.read_sentences(view, legal, text),
        }
    }

    fn mentions(&self, view: &View<'_>, text: &str) -> Mentions {
        Mentions::of(&self.tokens(text), view.hand_cards())
    }

    /// The tokens of a text. Cards may be in small letters if there are no other words.
    fn tokens(&self, text: &str) -> Vec<Token> {
        let read = tokens(self, text, true);
        match read.iter().any(|token| matches!(token, Token::Word(_) | Token::Rank(_))) {
            true => tokens(self, text, false),
            false => read,
        }
    }

    fn no_action(&self) -> Reading {
        Reading::Unclear(self.ask(&said!(
            self,
            "I found no action in your answer.",
            "Non ho trovato una giocata nella risposta."
        )))
    }

    fn read_sentences(&self, view: &View<'_>, legal: &[Action], text: &str) -> Reading {
        let Mentions { said, is_denied } = self.mentions(view, text);
        match said.as_slice() {
            [] => self.no_action(),
            [_] if is_denied => Reading::Unclear(self.ask(&said!(
                self,
                "Your answer says \"not\", \"or\" or the like beside an action, so I cannot tell which one you mean.",
                "La risposta dice \"non\", \"o\" o simili accanto a una giocata: non so quale intendi."
            ))),
            [mention] => self.read_mention(view, legal, mention),
            several => self.several(&several.iter().map(|one| self.mention(one)).collect::<Vec<_>>()),
        }
    }

    fn several(&self, texts: &[String]) -> Reading {
        let line = |text: &String| format!("`{}`", text.lines().next().unwrap_or_default());
        let list = texts.iter().map(line).collect::<Vec<_>>().join(", ");
        Reading::Unclear(self.ask(&said!(
            self,
            "Your answer names several actions: {list}.",
            "La risposta nomina più giocate: {list}."
        )))
    }

    fn read_mention(&self, view: &View<'_>, legal: &[Action], mention: &Mention) -> Reading {
        let meant = mention.meant(view, legal);
        let understood = self.mention(mention);
        match meant.as_slice() {
            [action] => Reading::Action(*action),
            [] => {
                let why = self.why_not(view, mention);
                Reading::Illegal(self.ask(&said!(
                    self,
                    "I understood `{understood}`, which is not legal: {why}.",
                    "Ho capito `{understood}`, che non è permesso: {why}."
                )))
            }
            _ => Reading::Unclear(self.ask(&said!(
                self,
                "I understood `{understood}`, but this card can be played in several ways: say which cards it takes.",
                "Ho capito `{understood}`, ma questa carta si può giocare in più modi: di' quali carte prende."
            ))),
        }
    }

    /// The reason why a mention is not legal, as far as the cards tell it.
    fn why_not(&self, view: &View<'_>, mention: &Mention) -> String {
        let named = mention.cards();
        let missing = match mention.played() {
            Some(card) if !view.hand_cards().contains(card) => CardSet::single(card),
            _ => CardSet::EMPTY,
        };
        let held = self.cards(missing, 0);
        let away = self.cards(named - in_reach(view), 0);
        if !missing.is_empty() {
            said!(self, "you do not hold {held}", "non hai in mano {held}")
        } else if !(named - in_reach(view)).is_empty() {
            said!(self, "{away} is not on the table", "{away} non è sul tavolo")
        } else {
            said!(self, "the rules do not allow it here", "le regole qui non lo permettono")
        }
    }

    /// A mention in the form of an action.
    fn mention(&self, mention: &Mention) -> String {
        match mention {
            Mention::Capture(card, taken) => self.action(Action::play(*card, *taken)),
            Mention::CaptureAll(card) => {
                let card = self.card(*card);
                said!(self, "{card} x all", "{card} x tutto")
            }
            Mention::Lay(card) | Mention::Play(card) => self.card(*card),
            Mention::Declare(cards, value) => self.action(Action::declare(*cards, value.unwrap_or(0))),
            Mention::Pass => self.action(Action::PASS),
        }
    }

    /// A remark on an answer, with the request for another one.
    fn ask(&self, remark: &str) -> String {
        let again = self.request();
        format!("{remark} {again}")
    }

    /// The rules and the task, for the start of a conversation.
    #[must_use]
    pub fn briefing(&self) -> String {
        let (rules, request) = (self.rules(), self.request());
        said!(
            self,
            "You play a card game with hidden cards. Here are its rules.\n\n{rules}\nAt each of your turns you are told \
             what you know. Choose the best action for your side: what counts is its points at the end of the hand, less \
             those of the best other side. {request}\n",
            "Giochi una partita a carte con carte nascoste. Ecco le regole.\n\n{rules}\nA ogni tuo turno ti viene detto \
             che cosa sai. Scegli la giocata migliore per la tua parte: contano i suoi punti alla fine della smazzata, meno \
             quelli della migliore altra parte. {request}\n"
        )
    }

    /// The request for a shorter answer, after one that was cut off.
    #[must_use]
    pub fn shorter(&self) -> String {
        self.ask(&said!(self, "Your answer was cut off: be brief.", "La risposta è stata tagliata: sii breve."))
    }

    /// The request to end an answer with the action in a line of its own, or to call the tool with it.
    #[must_use]
    pub fn request(&self) -> String {
        if let Some(tool) = self.tool {
            return said!(self, "Call `{tool}` with the action alone.", "Chiama `{tool}` con la sola giocata.");
        }
        said!(
            self,
            "End your answer with one line: `Action: ` and the action.",
            "Concludi la risposta con una riga: `Azione: ` e la giocata."
        )
    }
}

/// The actions in the JSON objects of an answer.
enum Json {
    /// There is no object.
    None,
    /// The objects name this action only.
    Action(String),
    /// They name none, or these.
    Unclear(Vec<String>),
}

fn in_json(answer: &str) -> Json {
    let (mut found, mut place, mut any) = (Vec::new(), 0, false);
    while let Some(start) = answer[place..].find('{').map(|gap| place + gap) {
        let mut values = serde_json::Deserializer::from_str(&answer[start..]).into_iter::<Value>();
        place = match values.next() {
            Some(Ok(value)) => {
                any = true;
                found.extend(action_of(&value).filter(|text| !found.contains(text)));
                start + values.byte_offset()
            }
            _ => start + 1,
        };
    }
    match (any, found.len()) {
        (false, _) => Json::None,
        (true, 1) => Json::Action(found.remove(0)),
        (true, _) => Json::Unclear(found),
    }
}

/// The action in a call that is written as text, such as `act(table=1, action="7d")`; `None` if there is not just one.
fn in_call(answer: &str) -> Option<&str> {
    let argument = |key: &&str| {
        let (before, rest) = answer.split_once(&format!("{key}="))?;
        let quote = rest.chars().next().filter(|sign| matches!(sign, '"' | '\''))?;
        let (text, after) = rest[1..].split_once(quote)?;
        let is_call = before.ends_with(['(', ',', ' ']) && before.contains('(') && !after.contains(&format!("{key}="));
        is_call.then_some(text)
    };
    KEYS.iter().find_map(argument)
}

/// Whether a sign has no width.
fn is_invisible(sign: char) -> bool {
    matches!(sign, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// The action that an object names; `None` if it names none, or a list of them.
fn action_of(value: &Value) -> Option<String> {
    let object = value.as_object()?;
    if let Some(arguments) = CALL_KEYS.iter().find_map(|key| object.get(*key)) {
        // Some models write the arguments as a text of JSON.
        let inner = arguments.as_str().and_then(|text| serde_json::from_str(text).ok());
        return action_of(inner.as_ref().unwrap_or(arguments));
    }
    let find = |keys: &[&str]| keys.iter().find_map(|key| object.get(*key));
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let cards = |value: &Value| match value {
        Value::String(text) if ["none", "nothing", "-", "null", "niente"].contains(&text.trim()) => String::new(),
        Value::String(text) => text.trim().to_owned(),
        Value::Array(items) => items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "),
        _ => String::new(),
    };
    let card = find(&CARD_KEYS).and_then(text);
    if let (Some(card), Some(taken)) = (&card, find(&TAKEN_KEYS)) {
        let taken = cards(taken);
        return Some(if taken.is_empty() {
            format!("lay {card}")
        } else {
            format!("{card} x {taken}")
        });
    }
    let named = find(&KEYS);
    if let Some(nested @ Value::Object(_)) = named {
        return action_of(nested);
    }
    match (named.and_then(text), object.get("card").or_else(|| object.get("carta")).and_then(text)) {
        (Some(verb), Some(card)) if !verb.contains(' ') && !verb.contains(|sign: char| sign.is_ascii_digit()) => {
            Some(format!("{verb} {card}"))
        }
        (Some(action), _) => Some(action),
        (None, _) if named.is_none() => card,
        _ => None,
    }
}

/// The text from the last mark of an answer on; empty if nothing follows it.
fn marked(answer: &str) -> Option<&str> {
    let mut place = 0;
    let mut last = None;
    for line in answer.split_inclusive('\n') {
        if let Some(start) = after_mark(line) {
            last = Some(&answer[place + start..]);
        }
        place += line.len();
    }
    last.map(|text| text.trim_start_matches(['*', ' ', '\r']).trim_end())
}

/// The place after the last mark of a line. A mark begins a sentence.
fn after_mark(line: &str) -> Option<usize> {
    let is_sign = |sign: char| !sign.is_alphanumeric();
    let begins = |before: &str| {
        let is_gap = |sign: char| sign.is_whitespace() || matches!(sign, '*' | '_' | '`' | '#' | '-' | '<' | '>');
        let rest = before.trim_end_matches(is_gap);
        rest.is_empty() || rest.ends_with(['.', '!', '?', ';', ')', ','])
    };
    let is_marked = |place: &usize| {
        let before = line[..*place].trim_end_matches(is_sign).to_lowercase();
        MARKS.iter().any(|mark| before.strip_suffix(mark).is_some_and(begins))
    };
    let place = line.match_indices(':').map(|(place, _)| place).rfind(is_marked)?;
    Some(place + 1)
}

/// The marks of thoughts inside an answer.
const THOUGHTS: [(&str, &str); 2] = [("<think>", "</think>"), ("<thinking>", "</thinking>")];

/// An answer without the thoughts between marks, and these thoughts. Thoughts without an end take the rest; some servers
/// leave out the first mark.
#[must_use]
pub fn without_thoughts(text: &str) -> (String, String) {
    let (mut answer, mut thoughts) = (text.to_owned(), String::new());
    for (begin, end) in THOUGHTS {
        if let (None, Some(close)) = (answer.find(begin), answer.find(end)) {
            thoughts += &answer[..close];
            answer.replace_range(..close + end.len(), "");
        }
        while let Some(open) = answer.find(begin) {
            let inner = open + begin.len();
            let close = answer[inner..].find(end).map_or(answer.len(), |gap| inner + gap);
            thoughts += &answer[inner..close];
            answer.replace_range(open..(close + end.len()).min(answer.len()), "");
        }
    }
    (answer, thoughts)
}
