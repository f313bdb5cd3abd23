//! The page docs/reference/agent_options.md: every option of every agent type, from the registry of the agents.

use spariglio_agents::AGENTS;

/// The head of the page.
const HEAD: &str = "\
# Agents: every option

The program writes this page (`spariglio agents --markdown > docs/reference/agent_options.md`) and explains single
types too: `spariglio agents ismcts`. [agents.md](../explanation/agents.md) says what the agents are. An agent is one line,
`type:option=value:...`, or a TOML file with `type` and the options; `configs/agents/` has such files.
";

/// The whole page.
pub fn text() -> String {
    let plain = AGENTS.iter().filter(|agent| agent.listed().is_empty());
    let plain: Vec<String> = plain.map(|agent| format!("`{}`", agent.name)).collect();
    let mut text = format!("{HEAD}\nThese types have no options: {}.\n", plain.join(", "));
    for agent in AGENTS {
        let options = agent.listed();
        if options.is_empty() {
            continue;
        }
        text += &format!("\n## `{}`\n\nThe agent: {}.\n\n", agent.name, agent.about);
        text += "| option | default | values | meaning |\n|---|---|---|---|\n";
        for option in options {
            let default = match option.value.as_str() {
                "" => "none".to_owned(),
                value => format!("`{value}`"),
            };
            text += &format!("| `{}` | {default} | {} | {} |\n", option.name, option.kind, option.about);
        }
    }
    text
}
