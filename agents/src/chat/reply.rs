//! A reply of the endpoint: the text of the answer, the model's thoughts, the tokens.

use serde::Deserialize;
use serde_json::Value;
use spariglio_text::without_thoughts;

/// The reason of an answer that a filter of the endpoint ended.
const FILTER: &str = "content_filter";

/// A reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Reply {
    /// The answer, without thoughts.
    pub text: String,
    /// The model's thoughts; empty if it tells none.
    pub thoughts: String,
    /// Whether a limit of tokens cut the answer off.
    pub cut_off: bool,
    /// The refusal to answer in words, if the endpoint refuses: the text of its field `refusal`, or the filter.
    pub refusal: Option<String>,
    /// Tokens of the prompt and of the answer, as the server counts them.
    pub tokens: [u64; 2],
}

#[derive(Deserialize)]
struct Body {
    choices: Vec<Choice>,
    #[serde(default)]
    usage: Option<Tokens>,
}

#[derive(Deserialize)]
struct Choice {
    message: ChatMessage,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct ChatMessage {
    #[serde(default)]
    content: Value,
    #[serde(default, alias = "reasoning")]
    reasoning_content: Value,
    #[serde(default)]
    refusal: Value,
}

#[derive(Deserialize)]
struct Tokens {
    #[serde(default)]
    prompt_tokens: u64,
    #[serde(default)]
    completion_tokens: u64,
}

impl Reply {
    /// Reads the body of a reply.
    ///
    /// # Errors
    /// It is not the JSON of a chat completion with a choice.
    pub(super) fn read(body: &str) -> Result<Reply, String> {
        let body: Body = serde_json::from_str(body).map_err(|error| format!("no chat completion: {error}"))?;
        let choice = body.choices.into_iter().next().ok_or("a chat completion without a choice")?;
        let (text, inside) = without_thoughts(&text_of(&choice.message.content));
        let reasoning = text_of(&choice.message.reasoning_content);
        let thoughts: Vec<&str> = [reasoning.trim(), inside.trim()]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect();
        let refusal = Some(text_of(&choice.message.refusal)).filter(|text| !text.trim().is_empty());
        let is_filtered = choice.finish_reason.as_deref() == Some(FILTER);
        let tokens = body
            .usage
            .map_or([0; 2], |usage| [usage.prompt_tokens, usage.completion_tokens]);
        Ok(Reply {
            text: text.trim().to_owned(),
            thoughts: thoughts.join("\n"),
            cut_off: choice.finish_reason.is_some_and(|reason| reason == "length"),
            refusal: refusal.or(is_filtered.then(|| FILTER.to_owned())),
            tokens,
        })
    }
}

/// The text of a content: a string, or parts with a text each.
fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part.get("text")?.as_str()).collect(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::Reply;

    #[test]
    fn thoughts_are_told_apart() {
        let read = |content: &str| {
            let body = format!("{{\"choices\": [{{\"message\": {content}, \"finish_reason\": \"stop\"}}]}}");
            let reply = Reply::read(&body).expect("a reply");
            (reply.text, reply.thoughts)
        };
        let pair = |text: &str, thoughts: &str| (text.to_owned(), thoughts.to_owned());
        assert_eq!(read(r#"{"content": "7d"}"#), pair("7d", ""));
        assert_eq!(read(r#"{"content": "<think>2c?</think>\n7d"}"#), pair("7d", "2c?"));
        assert_eq!(read(r#"{"content": "2c?</think>7d"}"#), pair("7d", "2c?"));
        assert_eq!(read(r#"{"content": "<think>no end"}"#), pair("", "no end"));
        assert_eq!(read(r#"{"content": "7d", "reasoning_content": "hm"}"#), pair("7d", "hm"));
        assert_eq!(read(r#"{"content": [{"type": "text", "text": "7d"}], "reasoning": "hm"}"#), pair("7d", "hm"));
        assert_eq!(read(r#"{"content": null}"#), pair("", ""));
    }

    #[test]
    fn a_reply_of_another_form_is_an_error() {
        for body in ["", "{}", "{\"choices\": []}", "[1]", "<html>"] {
            assert!(Reply::read(body).is_err(), "{body}");
        }
    }
}
