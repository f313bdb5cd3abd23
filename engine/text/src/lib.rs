//! Rules, views and actions in words, in English and Italian, for minds without code; and their answers, read back.
//!
//! | file | noun |
//! |---|---|
//! | `wording` | how the texts of a game are written: language, spelling of cards, disguise |
//! | `cards` | cards and actions in words |
//! | `disguise` | invented names for the cards, the suits and the game |
//! | `rules` | the rules of a rule set, complete and short |
//! | `view`, `history`, `score` | the knowledge of a seat; the turns of a hand; its points |
//! | `token`, `mention` | the words of an answer; the actions that it mentions |
//! | `answer` | an answer, read as one legal action or a question back |
//!
//! Invariant: a text depends on the rule set and the view only. Views with different information sets or legal actions
//! have different texts. An answer is never guessed: it is one legal action, or a question.
//!
//! # Examples
//! ```
//! use rand_pcg::Pcg64Mcg;
//! use spariglio_engine::{Deal, Game, State, View};
//! use spariglio_text::{Language, Reading, Shown, Spelling, Wording};
//!
//! let game = Game::preset("scopa").expect("a preset");
//! let deal = Deal::random(&game, 0, &mut Pcg64Mcg::new(7));
//! let state = State::new(&game, &deal);
//! let view = View::new(&game, &deal, &state, state.seat(), false);
//! let wording = Wording::new(&game, Language::English, Spelling::Letters);
//! let text = wording.view(&view, Shown::default());
//! assert!(text.contains("Your hand: 5s Qs Ks"), "{text}");
//! let Reading::Action(action) = wording.read(&view, "I lay the five of swords.") else { panic!() };
//! assert_eq!(wording.action(action), "5s");
//! ```
#![forbid(unsafe_code)]

mod answer;
mod cards;
mod disguise;
mod history;
mod language;
mod mention;
mod rules;
mod score;
mod token;
mod view;
mod wording;

pub use answer::{Reading, without_thoughts};
pub use language::Language;
pub use rules::RulePart;
pub use view::Shown;
pub use wording::{Spelling, Wording};
