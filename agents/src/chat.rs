//! `chat`: a language model behind an OpenAI-compatible endpoint, which reads a view in words and answers in words.
//!
//! | file | noun |
//! |---|---|
//! | `player` | the player: prompts, answers, second tries |
//! | `conversation` | the messages that the player remembers |
//! | `endpoint` | the endpoint: requests over HTTP, waits, the key |
//! | `reply` | a reply: its text, its thoughts, its tokens |
//!
//! Invariant: the key is read from the environment and is written nowhere. An answer without a legal action is asked
//! again, then it is a forfeit or a random action, as the options say; it is never replaced by a guess.

mod conversation;
mod endpoint;
mod player;
mod reply;

use spariglio_engine::Game;
use spariglio_text::{Language, Spelling, Wording};

use crate::options::{SpecError, option_table};
use endpoint::Endpoint;

pub use player::Chat;

/// The turns that a conversation remembers.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Memory {
    /// The turns of the hand.
    Hand,
    /// The turns of all hands of the match.
    Match,
    /// Nothing: every request tells the whole hand.
    None,
}

/// The end of a decision whose last answer has no legal action.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Illegal {
    /// The hand is forfeited.
    Forfeit,
    /// A random legal action is played.
    Random,
}

option_table! {
    /// Options of `chat`.
    ChatConfig {
        /// Base address of the endpoint, before `/chat/completions`.
        url: String = String::new(), required_text((ADDRESS, is_address)),
            "base address of an OpenAI-compatible endpoint, before `/chat/completions`";
        /// The model.
        model: String = String::new(), required_text((MODEL, is_model)), "the model";
        /// Its name in tables; if empty, the model.
        name: String = String::new(), label(), "name in tables; without it, the model";
        /// The environment variable that holds the key; if empty, no key is sent.
        key: String = String::new(), text((VARIABLE, is_variable)),
            "environment variable that holds the key; without it, no key is sent";
        /// The temperature, sent if it is not 1.
        temperature: f32 = 1.0, real(0.0..=2.0), "temperature of the model, sent if it is not 1";
        /// How often an answer without a legal action is asked again.
        retries: u32 = 2, count(0..=20), "how often an answer without a legal action is asked again";
        /// The turns that the conversation remembers.
        memory: Memory = Memory::Hand,
            choice(&[("hand", Memory::Hand), ("match", Memory::Match), ("none", Memory::None)]),
            "turns that the conversation remembers";
        /// Whether the model's thoughts stay in the conversation.
        think: bool = false, choice(&[("drop", false), ("keep", true)]),
            "whether the model's thoughts stay in the conversation";
        /// The most tokens of an answer; 0 if the server decides.
        max_tokens: u32 = 0, count(0..=1_000_000), "most tokens of an answer; 0: the server decides";
        /// Wall-clock limit of a call in milliseconds.
        millis: u32 = 120_000, count(1..=3_600_000), "wall-clock time per call, in milliseconds";
        /// How long a busy or broken server is waited for at one decision, in milliseconds.
        patience: u32 = 120_000, count(0..=86_400_000),
            "longest wait for a busy or broken server per decision, in milliseconds";
        /// The end of a decision whose last answer has no legal action.
        illegal: Illegal = Illegal::Forfeit, choice(&[("forfeit", Illegal::Forfeit), ("random", Illegal::Random)]),
            "what follows after the last answer without a legal action";
        /// The language of the texts.
        language: Language = Language::English, choice(&Language::ALL.map(|language| (language.code(), language))),
            "language of the texts";
        /// The spelling of cards.
        cards: Spelling = Spelling::Letters, choice(&Spelling::ALL.map(|spelling| (spelling.name(), spelling))),
            "spelling of cards";
        /// Whether the legal actions are listed.
        legal: bool = true, flag(), "list the legal actions";
        /// Whether a view tells the score so far.
        score: bool = false, flag(), "tell the score so far: points, counts, decided majorities";
        /// The seed of invented names; 0 if the real ones are used.
        obfuscate: u32 = 0, count(0..=u32::MAX), "seed of invented names for cards, suits and game; 0: the real ones";
        /// Whether the endpoint is known to keep nothing from one call to the next.
        stateless: bool = true, flag(),
            "the endpoint keeps nothing from call to call, so no memory of a deal can inflate a result";
        /// Price of a million tokens of prompts.
        price_in: f32 = 0.0, real(0.0..=1e6), "price of a million tokens of prompts";
        /// Price of a million tokens of answers.
        price_out: f32 = 0.0, real(0.0..=1e6), "price of a million tokens of answers";
    }
}

impl ChatConfig {
    /// The agent's name in tables.
    #[must_use]
    pub fn label(&self) -> &str {
        if self.name.is_empty() { &self.model } else { &self.name }
    }

    /// How the texts for the model are written.
    #[must_use]
    pub fn wording<'g>(&self, game: &'g Game) -> Wording<'g> {
        let seed = Some(self.obfuscate).filter(|seed| *seed > 0).map(u64::from);
        Wording::new(game, self.language, self.cards)
            .disguised(seed)
            .counting(self.score)
    }

    /// Asks the endpoint for its models, before the first hand. A server that answers but does not list any is accepted.
    ///
    /// # Errors
    /// The endpoint does not answer, refuses the key, or the environment variable of the key is not set.
    pub fn greet(&self) -> Result<(), SpecError> {
        Endpoint::new(self)?
            .greet(&self.model)
            .map_err(|why| SpecError::NoEndpoint { url: self.url.clone(), why })
    }
}

/// The form of an address.
const ADDRESS: &str = "an address that begins with http:// or https://, such as http://127.0.0.1:8000/v1, in quotes, without a name or key in it";
/// The form of the name of an environment variable.
const VARIABLE: &str = "the name of an environment variable: letters, digits and `_`";
/// The form of the name of a model.
const MODEL: &str = "1 to 200 letters without control characters";

fn is_address(text: &str) -> bool {
    ["http://", "https://"]
        .iter()
        .any(|start| text.strip_prefix(start).is_some_and(|rest| !rest.is_empty()))
        && !text.contains(|sign: char| sign.is_whitespace() || sign.is_control() || sign == '@')
}

fn is_variable(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_')
}

fn is_model(text: &str) -> bool {
    (1..=200).contains(&text.chars().count()) && !text.contains(char::is_control)
}
