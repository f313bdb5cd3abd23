//! What a client may read and begin with: the rules of every game as resources, and a prompt to play.

use rmcp::ErrorData;
use rmcp::model::{
    GetPromptRequestParams, GetPromptResult, Prompt, PromptArgument, PromptMessage, ReadResourceResult, Resource,
    ResourceContents, Role,
};
use rmcp::serde_json::Value;
use spariglio_engine::RuleSet;

use crate::asked::{self, Style};

/// The start of the address of a game's rules.
const RULES: &str = "spariglio://rules/";
/// The name of the prompt.
const PLAY: &str = "play";

/// The rules of every game.
pub fn resources() -> Vec<Resource> {
    let resource = |name: &&str| {
        Resource::new(format!("{RULES}{name}"), *name)
            .with_title(format!("Rules of {name}"))
            .with_mime_type("text/plain")
    };
    RuleSet::preset_names().iter().map(resource).collect()
}

/// The rules at an address.
///
/// # Errors
/// There are none.
pub fn read(address: &str) -> Result<ReadResourceResult, ErrorData> {
    let rules = address.strip_prefix(RULES).map(rules);
    let rules =
        rules.unwrap_or_else(|| Err(format!("uri is `{address}`: expected `{RULES}` and a name from list_games")));
    let rules = rules.map_err(|why| ErrorData::resource_not_found(why, None))?;
    Ok(ReadResourceResult::new(vec![ResourceContents::text(rules, address)]))
}

fn rules(name: &str) -> Result<String, String> {
    let game = asked::game(name)?;
    Ok(Style::default().wording(&game)?.rules())
}

/// The prompts: one to play.
pub fn prompts() -> Vec<Prompt> {
    let argument =
        |name: &str, what: &str, required| PromptArgument::new(name).with_description(what).with_required(required);
    let arguments = vec![
        argument("game", "Name of the game, from list_games", true),
        argument("opponents", "The agent at all other seats; formula if it is not given", false),
    ];
    vec![Prompt::new(PLAY, Some("Play a hand to its end, then review it."), Some(arguments))]
}

/// A prompt with its arguments filled in.
///
/// # Errors
/// There is no such prompt, or an argument is not as expected.
pub fn prompt(asked: &GetPromptRequestParams) -> Result<GetPromptResult, ErrorData> {
    let wrong = |why: String| ErrorData::invalid_params(why, None);
    if asked.name != PLAY {
        return Err(wrong(format!("name is `{}`: expected `{PLAY}`", asked.name)));
    }
    let argument = |name: &str| asked.arguments.as_ref().and_then(|all| all.get(name)).and_then(Value::as_str);
    let game = argument("game").unwrap_or_default();
    let rules = rules(game).map_err(wrong)?;
    let opponents = argument("opponents").unwrap_or("formula");
    let text = format!(
        "Play a hand of {game}. Here are its rules.\n\n{rules}\nCall `deal` with game `{game}` and opponents `{opponents}`. At each \
         of your turns call `act` with the best action for your side: what counts is its points at the end, less those of the other side. When the hand is over, \
         call `review`, and say what you would play otherwise."
    );
    Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]))
}
