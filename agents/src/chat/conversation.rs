//! The messages between the player and the model, as far as they are remembered.

use serde_json::{Value, json};

/// A conversation.
#[derive(Clone, Debug, Default)]
pub(super) struct Conversation {
    /// The rules and the task.
    briefing: String,
    /// Messages after the briefing: the role, the text.
    messages: Vec<(&'static str, String)>,
}

impl Conversation {
    pub(super) fn new(briefing: String) -> Conversation {
        Conversation { briefing, messages: Vec::new() }
    }

    /// Whether nothing was said after the briefing.
    pub(super) fn is_new(&self) -> bool {
        self.messages.is_empty()
    }

    /// Forgets everything but the briefing.
    pub(super) fn forget(&mut self) {
        self.messages.clear();
    }

    /// Adds a request. If the last one got no answer, both are one message: some servers want roles in turn.
    pub(super) fn ask(&mut self, text: String) {
        match self.messages.last_mut() {
            Some(("user", last)) => last.push_str(&format!("\n{text}")),
            _ => self.messages.push(("user", text)),
        }
    }

    /// Adds an answer.
    pub(super) fn answer(&mut self, text: String) {
        self.messages.push(("assistant", text));
    }

    /// The messages as an endpoint takes them.
    pub(super) fn messages(&self) -> Value {
        let all = [("system", &self.briefing)]
            .into_iter()
            .chain(self.messages.iter().map(|(role, text)| (*role, text)));
        all.map(|(role, content)| json!({"role": role, "content": content})).collect()
    }
}
