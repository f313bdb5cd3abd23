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

use crate::options::{OptionPass, Options, SpecError};
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

/// Options of `chat`.
#[derive(Clone, PartialEq, Debug)]
pub struct ChatConfig {
    /// Base address of the endpoint, before `/chat/completions`.
    pub url: String,
    /// The model.
    pub model: String,
    /// Its name in tables; if empty, the model.
    pub name: String,
    /// The environment variable that holds the key; if empty, no key is sent.
    pub key: String,
    /// The temperature, sent if it is not 1.
    pub temperature: f32,
    /// How often an answer without a legal action is asked again.
    pub retries: u32,
    /// The turns that the conversation remembers.
    pub memory: Memory,
    /// Whether the model's thoughts stay in the conversation.
    pub keeps_thoughts: bool,
    /// The most tokens of an answer; 0 if the server decides.
    pub max_tokens: u32,
    /// Wall-clock limit of a call in milliseconds.
    pub millis: u32,
    /// How long a busy or broken server is waited for at one decision, in milliseconds.
    pub patience: u32,
    /// The end of a decision whose last answer has no legal action.
    pub illegal: Illegal,
    /// The language of the texts.
    pub language: Language,
    /// The spelling of cards.
    pub cards: Spelling,
    /// Whether the legal actions are listed.
    pub legal: bool,
    /// The seed of invented names; 0 if the real ones are used.
    pub obfuscate: u32,
    /// Whether the endpoint is known to keep nothing from one call to the next.
    pub stateless: bool,
    /// Price of a million tokens of prompts.
    pub price_in: f32,
    /// Price of a million tokens of answers.
    pub price_out: f32,
}

impl Default for ChatConfig {
    fn default() -> ChatConfig {
        ChatConfig {
            url: String::new(),
            model: String::new(),
            name: String::new(),
            key: String::new(),
            temperature: 1.0,
            retries: 2,
            memory: Memory::Hand,
            keeps_thoughts: false,
            max_tokens: 0,
            millis: 120_000,
            patience: 120_000,
            illegal: Illegal::Forfeit,
            language: Language::English,
            cards: Spelling::Letters,
            legal: true,
            obfuscate: 0,
            stateless: true,
            price_in: 0.0,
            price_out: 0.0,
        }
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
        Wording::new(game, self.language, self.cards).disguised(seed)
    }

    /// Asks the endpoint for its models, before the first hand. A server that answers but does not list any is accepted.
    ///
    /// # Errors
    /// The endpoint does not answer, refuses the key, or the environment variable of the key is not set.
    pub fn greet(&self) -> Result<(), SpecError> {
        Endpoint::new(self)?
            .greet()
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

impl Options for ChatConfig {
    fn declare(&mut self, pass: &mut OptionPass<'_>) -> Result<(), SpecError> {
        let about = "base address of an OpenAI-compatible endpoint, before `/chat/completions`";
        pass.required_text("url", &mut self.url, (ADDRESS, is_address), about)?;
        pass.required_text("model", &mut self.model, (MODEL, is_model), "the model")?;
        pass.label("name", &mut self.name, "name in tables; without it, the model")?;
        let about = "environment variable that holds the key; without it, no key is sent";
        pass.text("key", &mut self.key, (VARIABLE, is_variable), about)?;
        pass.real("temperature", &mut self.temperature, 0.0..=2.0, "temperature of the model, sent if it is not 1")?;
        let about = "how often an answer without a legal action is asked again";
        pass.count("retries", &mut self.retries, 0..=20, about)?;
        let words = [("hand", Memory::Hand), ("match", Memory::Match), ("none", Memory::None)];
        pass.choice("memory", &mut self.memory, &words, "turns that the conversation remembers")?;
        let words = [("drop", false), ("keep", true)];
        pass.choice(
            "think",
            &mut self.keeps_thoughts,
            &words,
            "whether the model's thoughts stay in the conversation",
        )?;
        let about = "most tokens of an answer; 0: the server decides";
        pass.count("max_tokens", &mut self.max_tokens, 0..=1_000_000, about)?;
        pass.count("millis", &mut self.millis, 1..=3_600_000, "wall-clock time per call, in milliseconds")?;
        let about = "longest wait for a busy or broken server per decision, in milliseconds";
        pass.count("patience", &mut self.patience, 0..=86_400_000, about)?;
        let words = [("forfeit", Illegal::Forfeit), ("random", Illegal::Random)];
        pass.choice("illegal", &mut self.illegal, &words, "what follows after the last answer without a legal action")?;
        let words = Language::ALL.map(|language| (language.code(), language));
        pass.choice("language", &mut self.language, &words, "language of the texts")?;
        let words = Spelling::ALL.map(|spelling| (spelling.name(), spelling));
        pass.choice("cards", &mut self.cards, &words, "spelling of cards")?;
        pass.flag("legal", &mut self.legal, "list the legal actions")?;
        let about = "seed of invented names for cards, suits and game; 0: the real ones";
        pass.count("obfuscate", &mut self.obfuscate, 0..=u32::MAX, about)?;
        let about = "the endpoint keeps nothing from call to call, so no memory of a deal can inflate a result";
        pass.flag("stateless", &mut self.stateless, about)?;
        pass.real("price_in", &mut self.price_in, 0.0..=1e6, "price of a million tokens of prompts")?;
        pass.real("price_out", &mut self.price_out, 0.0..=1e6, "price of a million tokens of answers")
    }
}
