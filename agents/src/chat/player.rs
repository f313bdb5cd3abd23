//! A player that asks a language model for every decision.

use rand_pcg::Pcg64Mcg;
use serde_json::{Value, json};
use spariglio_engine::format::plain::plain;
use spariglio_engine::{Action, Game, HandScore, MatchState, View};
use spariglio_text::{Reading, Shown, Wording};

use super::conversation::Conversation;
use super::endpoint::{Completion, Endpoint};
use super::reply::Reply;
use super::{ChatConfig, Illegal, Memory};
use crate::agent::{Budget, Decision};
use crate::options::SpecError;
use crate::table::{Offence, OffenceKind, Program, Refusal, Usage};

/// The longest text of an answer that an offence quotes.
const QUOTED: usize = 120;
/// The longest text of thoughts and answer that is kept.
const KEPT: usize = 20_000;

/// A player that asks a language model.
pub struct Chat {
    config: ChatConfig,
    endpoint: Endpoint,
    conversation: Conversation,
    standing: Option<MatchState>,
    /// For random actions; seeded by each hand.
    rng: Pcg64Mcg,
    /// The refusal of the hand in progress; the model is not asked again in it.
    refusal: Option<Refusal>,
    usage: Usage,
    /// The number of actions before each decision, and the model's words about it.
    thoughts: Vec<(usize, String)>,
}

/// Why an answer is no action.
struct Fault {
    kind: OffenceKind,
    /// The question to ask back; `None` if the model gave no answer.
    question: Option<String>,
}

impl Chat {
    /// A player for hands of `game`.
    ///
    /// # Errors
    /// The environment variable of the key is not set.
    pub fn new(game: &Game, config: &ChatConfig) -> Result<Chat, SpecError> {
        let wording = config.wording(game);
        Ok(Chat {
            endpoint: Endpoint::new(config)?,
            conversation: Conversation::new(wording.briefing()),
            config: config.clone(),
            standing: None,
            rng: Pcg64Mcg::new(0),
            refusal: None,
            usage: Usage::default(),
            thoughts: Vec::new(),
        })
    }

    /// The action that the model chooses. If no answer has one, a random action or a forfeit, as the options say.
    fn ask(&mut self, wording: &Wording<'_>, view: &View<'_>) -> Result<Action, Refusal> {
        if self.config.memory == Memory::None {
            self.conversation.forget();
        }
        let extent = Shown {
            legal: self.config.legal,
            whole_hand: !self.remembers(view),
            standing: self.standing.as_ref(),
        };
        self.conversation
            .ask(format!("{}\n{}", wording.view(view, extent), wording.request()));
        self.usage.decisions += 1;
        let mut tries = 0;
        loop {
            let fault = match self.try_once(wording, view)? {
                Ok(action) => return Ok(action),
                Err(fault) => fault,
            };
            if tries == self.config.retries {
                return self.give_up(view, fault.kind);
            }
            tries += 1;
            if let Some(question) = fault.question {
                self.conversation.ask(question);
            }
        }
    }

    /// Whether the conversation has told the turns of this hand up to the seat's last turn.
    fn remembers(&self, view: &View<'_>) -> bool {
        let has_acted = view.events().iter().any(|event| event.seat == view.seat());
        has_acted && !self.conversation.is_new()
    }

    /// One call. The inner error is a fault of the answer, the outer one ends the run.
    fn try_once(&mut self, wording: &Wording<'_>, view: &View<'_>) -> Result<Result<Action, Fault>, Refusal> {
        self.usage.calls += 1;
        let answer = self.endpoint.complete(&self.body(), &mut self.usage.busy);
        let reply = match answer.map_err(Refusal::Failed)? {
            Completion::Reply(reply) => reply,
            Completion::Late => {
                self.usage.late += 1;
                return Ok(Err(Fault {
                    kind: OffenceKind::Timeout { limit_millis: self.config.millis },
                    question: None,
                }));
            }
        };
        let [tokens_in, tokens_out] = reply.tokens;
        self.usage.tokens_in += tokens_in;
        self.usage.tokens_out += tokens_out;
        if let Some(refusal) = &reply.refusal {
            self.usage.refused += 1;
            return Ok(Err(Fault { kind: OffenceKind::Refused(quoted(refusal)), question: None }));
        }
        self.conversation.answer(self.remembered(&reply));
        if reply.cut_off {
            return Ok(Err(self.cut_off(wording)));
        }
        Ok(match wording.read(view, &reply.text) {
            Reading::Action(action) => {
                self.thoughts.push((view.history().len(), said(&reply)));
                Ok(action)
            }
            Reading::Illegal(question) => {
                self.usage.illegal += 1;
                let mut legal = Vec::new();
                view.legal_in_any_order(&mut legal);
                let kind = OffenceKind::illegal(&quoted(&reply.text), view.game(), &legal);
                Err(Fault { kind, question: Some(question) })
            }
            Reading::Unclear(question) => {
                self.usage.unreadable += 1;
                let what = format!("an answer without an action: {}", quoted(&reply.text));
                Err(Fault { kind: OffenceKind::Protocol(what), question: Some(question) })
            }
        })
    }

    /// The fault of an answer that is cut off, whatever it says so far.
    fn cut_off(&mut self, wording: &Wording<'_>) -> Fault {
        self.usage.cut_off += 1;
        Fault {
            kind: OffenceKind::Protocol("an answer that is cut off by a limit of tokens".to_owned()),
            question: Some(wording.shorter()),
        }
    }

    /// The part of a reply that stays in the conversation.
    fn remembered(&self, reply: &Reply) -> String {
        match self.config.think && !reply.thoughts.is_empty() {
            true => format!("<think>{}</think>\n{}", reply.thoughts, reply.text),
            false => reply.text.clone(),
        }
    }

    fn body(&self) -> Value {
        let mut body = json!({"model": self.config.model, "messages": self.conversation.messages()});
        if self.config.temperature != 1.0 {
            body["temperature"] = self.config.temperature.into();
        }
        if self.config.max_tokens > 0 {
            body["max_tokens"] = self.config.max_tokens.into();
        }
        body
    }

    fn give_up(&mut self, view: &View<'_>, kind: OffenceKind) -> Result<Action, Refusal> {
        match self.config.illegal {
            Illegal::Random => {
                self.usage.random += 1;
                Ok(view.random_action(&mut self.rng))
            }
            Illegal::Forfeit => {
                let refusal = Refusal::from(Offence::from(kind));
                self.refusal = Some(refusal.clone());
                Err(refusal)
            }
        }
    }
}

/// Thoughts and answer, for records.
fn said(reply: &Reply) -> String {
    let all = format!("{}\n\n{}", reply.thoughts, reply.text);
    all.trim().chars().take(KEPT).collect()
}

/// An answer in an error: short and safe to show.
fn quoted(text: &str) -> String {
    let short: String = plain(text).chars().take(QUOTED).collect();
    format!("`{short}`")
}

impl Program for Chat {
    fn note_standing(&mut self, standing: &MatchState) {
        self.standing = Some(standing.clone());
    }

    fn start_hand(&mut self, seed: u64) {
        self.refusal = None;
        self.thoughts.clear();
        self.rng = Pcg64Mcg::new(seed.into());
        let goes_on = self.standing.as_ref().is_some_and(|standing| standing.hands > 0);
        if self.config.memory != Memory::Match || !goes_on {
            self.conversation.forget();
        }
    }

    /// Budgets have no effect: the options limit each call.
    fn decide(&mut self, view: &View<'_>, _: Budget) -> Result<Decision, Refusal> {
        if let Some(refusal) = &self.refusal {
            return Err(refusal.clone());
        }
        let mut actions = Vec::new();
        view.legal_in_any_order(&mut actions);
        let wording = self.config.wording(view.game());
        let action = self.ask(&wording, view)?;
        Ok(Decision::certain(action, actions))
    }

    fn end_hand(&mut self, _: &Game, _: &HandScore, _: &[Action]) {}

    fn take_thoughts(&mut self) -> Vec<(usize, String)> {
        std::mem::take(&mut self.thoughts)
    }

    fn take_usage(&mut self) -> Usage {
        std::mem::take(&mut self.usage)
    }
}
