//! `spariglio mcp`: a client that speaks by lines. The Python tests have the reference client.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdout, Command};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::start;

/// A server and its only client.
struct Client {
    child: Child,
    answers: Lines<BufReader<ChildStdout>>,
    calls: u64,
}

impl Client {
    fn new(options: &[&str]) -> Client {
        let mut child = start(&[&["mcp"], options].concat());
        let answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let mut client = Client { child, answers, calls: 0 };
        let about = json!({
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" },
        });
        client.ask("initialize", &about);
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
        client
    }

    fn send(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().expect("a pipe"), "{line}").expect("written");
    }

    fn line(&mut self) -> Value {
        let line = self.answers.next().expect("a line").expect("text");
        serde_json::from_str(&line).expect("JSON")
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.calls += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.calls, "method": method, "params": params }).to_string());
        self.line()
    }

    /// The text and the structured content of a tool's result, or of its error.
    fn call(&mut self, tool: &str, arguments: &Value) -> (String, Value) {
        let result = self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }))["result"].take();
        (result["content"][0]["text"].as_str().expect("text").to_owned(), result["structuredContent"].clone())
    }

    /// A new hand, played to its end. Returns its record.
    fn played(&mut self, seed: u64) -> String {
        let mut facts = self.call("deal", &json!({ "game": "mini_scopa", "seed": seed })).1;
        while facts["is_over"] == false {
            let action = &facts["legal_actions"][0];
            facts = self.call("act", &json!({ "table": facts["table"], "action": action })).1;
        }
        assert_eq!(facts["points"].as_array().map(Vec::len), Some(2), "{facts}");
        facts["record"].as_str().expect("a record").to_owned()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn schemas_are_plain_and_hints_are_listed_where_they_are_allowed() {
    for (options, hints) in [(&[][..], false), (&["--allow-hints"], true)] {
        let mut client = Client::new(options);
        let tools = client.ask("tools/list", &json!({}))["result"]["tools"].take();
        let tools = tools.as_array().expect("a list");
        assert_eq!(tools.iter().any(|tool| tool["name"] == "hint"), hints);
        for tool in tools {
            let name = &tool["name"];
            let reads = !["deal", "act"].iter().any(|changes| name == changes);
            assert_eq!(tool["annotations"]["readOnlyHint"], reads, "{name}");
            let schema = &tool["inputSchema"];
            for (argument, of) in schema["properties"].as_object().into_iter().flatten() {
                assert!(of["type"].is_string() && of["format"].is_null(), "{name} {argument}: {of}");
                assert!(of["description"].is_string(), "{name} {argument}: {of}");
                let is_choice = ["game", "language", "cards"].contains(&argument.as_str());
                assert_eq!(of["enum"].is_array(), is_choice, "{name} {argument}: {of}");
            }
            let required: &[&str] = match name.as_str().expect("a name") {
                "explain_rules" | "deal" => &["game"],
                "view" | "hint" | "review" => &["table"],
                "act" => &["table", "action"],
                "analyse" => &["record"],
                "arena" => &["game", "agents"],
                _ => &[],
            };
            assert_eq!(schema["required"].as_array().map_or(0, Vec::len), required.len(), "{schema}");
        }
    }
}

#[test]
fn numbers_may_be_texts_and_results_are_structured() {
    let mut client = Client::new(&["--allow-hints"]);
    let (text, facts) =
        client.call("deal", &json!({ "game": "mini_scopa", "seat": "1", "seed": " 3", "obfuscate": null }));
    assert!(text.contains("You are seat 1.") && text.contains("Call `act` with the action alone."), "{text}");
    assert!(!text.contains("End your answer"), "{text}");
    assert_eq!((&facts["table"], &facts["seat"], &facts["is_over"]), (&json!(1), &json!(1), &json!(false)));
    let (_, hint) = client.call("hint", &json!({ "table": "1" }));
    let actions = facts["legal_actions"].as_array().expect("a list");
    assert_eq!(hint["actions"].as_array().map(Vec::len), Some(actions.len()), "{hint}");
    assert!(hint["actions"][0]["value"].is_f64() && hint["actions"][0]["standard_error"].is_f64(), "{hint}");
    let (_, arena) = client.call("arena", &json!({ "game": "scopa", "agents": ["greedy", "random"], "hands": "40" }));
    assert_eq!((&arena["hands"], &arena["is_complete"]), (&json!(40), &json!(true)), "{arena}");
    for wrong in [json!("x"), json!(-1), json!(1.5), json!([1])] {
        let answer = client.ask("tools/call", &json!({ "name": "view", "arguments": { "table": wrong } }));
        assert!(answer.to_string().contains("expected a whole number of at least 0"), "{answer}");
    }
}

/// The values of an invented hand with the cards of a live one would be hints.
#[test]
fn nothing_is_judged_while_a_hand_is_in_progress() {
    let foreign = Client::new(&[]).played(9);
    let mut client = Client::new(&[]);
    let judged = |client: &mut Client, record: &str| client.call("analyse", &json!({ "record": record, "turn": 0 })).0;
    assert!(judged(&mut client, &foreign).contains("which lost"));
    let own = client.played(3);
    client.call("deal", &json!({ "game": "mini_scopa", "seed": 4 }));
    let refused = judged(&mut client, &foreign);
    assert!(
        refused.contains("a hand is in progress (table 2)") && refused.contains("--allow-hints"),
        "{refused}"
    );
    assert!(judged(&mut client, &own).contains("which lost"));
    let reviewed = |client: &mut Client, table: u64| client.call("review", &json!({ "table": table })).0;
    assert!(reviewed(&mut client, 1).starts_with("Seat 0 lost "));
    assert!(reviewed(&mut client, 2).contains("the hand is in progress"));
    // The same deal again: its record tells about the live hand.
    client.call("deal", &json!({ "game": "mini_scopa", "seed": 3 }));
    assert!(judged(&mut client, &own).contains("a hand is in progress (table 2, 3)"));
    assert!(reviewed(&mut client, 1).contains("a hand is in progress (table 2, 3)"));
    assert!(
        client
            .call("arena", &json!({ "game": "scopa", "agents": ["greedy", "random"], "hands": 4 }))
            .1["mean"]
            .is_f64()
    );
    let mut open = Client::new(&["--allow-hints"]);
    open.call("deal", &json!({ "game": "mini_scopa", "seed": 4 }));
    assert!(judged(&mut open, &foreign).contains("which lost"));
}

#[test]
fn rules_are_resources_and_a_prompt_says_how_to_play() {
    let mut client = Client::new(&[]);
    let listed = client.ask("resources/list", &json!({}))["result"]["resources"].take();
    let address = "spariglio://rules/cirulla";
    assert!(
        listed
            .as_array()
            .expect("a list")
            .iter()
            .any(|resource| resource["uri"] == address),
        "{listed}"
    );
    let read = client.ask("resources/read", &json!({ "uri": address }));
    let rules = read["result"]["contents"][0]["text"].as_str().expect("text").to_owned();
    assert_eq!(client.call("explain_rules", &json!({ "game": "cirulla" })).0, rules);
    let prompts = client.ask("prompts/list", &json!({}))["result"]["prompts"].take();
    assert_eq!(prompts[0]["name"], "play", "{prompts}");
    let answer = client.ask("prompts/get", &json!({ "name": "play", "arguments": { "game": "cirulla" } }));
    let text = answer["result"]["messages"][0]["content"]["text"].as_str().expect("text");
    assert!(text.contains(&rules) && text.contains("opponents `formula`"), "{text}");
    for (method, wrong, expected) in [
        ("resources/read", json!({ "uri": "spariglio://rules/poker" }), "expected a name from list_games"),
        ("resources/read", json!({ "uri": "file:///etc/passwd" }), "expected `spariglio://rules/`"),
        ("prompts/get", json!({ "name": "deal" }), "expected `play`"),
        ("prompts/get", json!({ "name": "play" }), "game is ``: expected"),
    ] {
        let answer = client.ask(method, &wrong);
        assert!(answer["error"]["message"].as_str().expect("text").contains(expected), "{answer}");
    }
}

#[test]
fn a_new_game_is_dealt_and_the_score_so_far_is_told() {
    let mut client = Client::new(&[]);
    let deal = |client: &mut Client, changes: u64| {
        let arguments = json!({ "game": "scopa", "changes": changes, "seed": 5, "obfuscate": 1, "score": true });
        client
            .call("deal", &arguments)
            .0
            .split_once('\n')
            .expect("a number")
            .1
            .to_owned()
    };
    let [first, again, other] = [1, 1, 2].map(|changes| deal(&mut client, changes));
    assert!(first == again && first != other && !first.contains("scopa"), "{first}");
    assert!(first.contains("\nSide 0 so far: points ") && first.contains("\nNot won yet: cards "), "{first}");
    let known = client.call("deal", &json!({ "game": "scopa", "seed": 5 })).0;
    assert!(known.contains("Rules of scopa\n") && !known.contains("so far"), "{known}");
}

#[test]
fn a_line_that_is_not_json_is_answered() {
    let mut client = Client::new(&[]);
    for line in ["hello", "{\"jsonrpc\":", "\u{1}"] {
        client.send(line);
        let answer = client.line();
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(-32700), &Value::Null), "{answer}");
    }
    assert!(client.call("list_games", &json!({})).1["games"].is_array());
}

#[test]
fn the_server_ends_with_its_client() {
    let endless = json!({ "game": "scopone", "agents": ["ismcts:simulations=100000000", "formula"], "seconds": 3600 });
    let call = json!({
        "jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": { "name": "arena", "arguments": endless },
    });
    type End = fn(&mut Client);
    let ends: [End; 3] = [
        |client| drop(client.child.stdin.take()),
        |client| {
            let _ = Command::new("kill").args(["-TERM", &client.child.id().to_string()]).status();
        },
        |client| {
            let mut other = start(&["man"]);
            let gone =
                std::mem::replace(&mut client.answers, BufReader::new(other.stdout.take().expect("a pipe")).lines());
            drop(gone);
            let _ = other.kill();
            let _ = other.wait();
        },
    ];
    for (number, end) in ends.iter().enumerate() {
        let mut client = Client::new(&[]);
        client.send(&call.to_string());
        std::thread::sleep(Duration::from_millis(500));
        let began = Instant::now();
        end(&mut client);
        let status = client.child.wait().expect("it ends");
        assert_eq!(status.code(), Some(0), "{number}");
        assert!(began.elapsed() < Duration::from_secs(5), "{number}: {:?}", began.elapsed());
    }
}
