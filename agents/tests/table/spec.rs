//! Agents as data: strings, tables, and error messages.

use rand_pcg::Pcg64Mcg;
use spariglio_agents::external::ExternalConfig;
use spariglio_agents::{AGENTS, AgentSpec};
use spariglio_engine::random::below;

/// The message for a wrong string.
fn complaint(text: &str) -> String {
    AgentSpec::parse(text).expect_err(text).to_string()
}

#[test]
fn the_canonical_text_is_read_back() {
    for text in [
        "random",
        "greedy",
        "greedy-take",
        "chitarrella",
        "chitarrella:anchor=0",
        "cicuti:sweeps=1000:hold=7",
        "formula",
        "lookahead:plays=4:hold=0.5",
        "ismcts",
        "ismcts:simulations=123",
        "ismcts:millis=10",
        "ismcts:simulations=5:millis=10:rollout=random",
        "ismcts:simulations=4000:millis=10",
        "ismcts:others=auto",
        "ismcts:others='auto,ismcts:simulations=5'",
    ] {
        let spec = AgentSpec::parse(text).expect(text);
        assert_eq!(spec.to_string(), text);
        assert_eq!(AgentSpec::parse(&spec.to_string()), Ok(spec));
    }
}

#[test]
fn who_learns_from_hand_to_hand_varies() {
    let varies = |text| AgentSpec::parse(text).expect(text).varies();
    assert!(
        ["ismcts:others=auto", "ismcts:others='greedy,formula'", "ismcts:millis=5"]
            .into_iter()
            .all(varies)
    );
    assert!(!["ismcts", "ismcts:others=formula"].into_iter().any(varies));
    assert!(complaint("ismcts:others='auto,nobody'").contains("nobody"));
}

#[test]
fn defaults_are_not_written() {
    let spec = AgentSpec::parse("ismcts:rollout=random:epsilon=0.30:simulations=7").expect("a spec");
    let short = AgentSpec::parse("ismcts:simulations=7:rollout=random").expect("a spec");
    assert_eq!(spec, short);
    assert_eq!(spec.to_string(), short.to_string());
}

#[test]
fn a_table_is_a_string_in_other_clothes() {
    let table = "type = \"ismcts\"\nsimulations = 7\nrollout = \"random\"\n";
    let text = AgentSpec::parse("ismcts:simulations=7:rollout=random");
    assert_eq!(AgentSpec::from_toml(table), text);
}

#[test]
fn json_holds_an_agent_as_a_string_or_an_object() {
    let spec = AgentSpec::parse("ismcts:millis=3").expect("a spec");
    let text = serde_json::to_string(&spec).expect("json");
    assert_eq!(text, "\"ismcts:millis=3\"");
    assert_eq!(serde_json::from_str::<AgentSpec>(&text).expect("a spec"), spec);
    let object = "{\"type\": \"ismcts\", \"millis\": 3}";
    assert_eq!(serde_json::from_str::<AgentSpec>(object).expect("a spec"), spec);
}

#[test]
fn an_unknown_type_lists_the_types() {
    let message = complaint("gredy");
    assert!(
        message.contains("unknown agent type `gredy` (did you mean `greedy`?); the types are: "),
        "{message}"
    );
    for agent in AGENTS {
        assert!(message.contains(agent.name), "{message}");
    }
}

#[test]
fn an_unknown_option_lists_the_options() {
    let message = complaint("ismcts:simulation=4");
    assert!(message.contains("`simulation` (did you mean `simulations`?)"), "{message}");
    let table = AgentSpec::from_toml("type = \"ismcts\"\nrolout = \"greedy\"").expect_err("no such option");
    assert!(table.to_string().contains("(did you mean `rollout`?)"), "{table}");
    assert!(message.contains("simulations, millis"), "{message}");
    assert!(complaint("greedy:x=1").contains("it has none"));
}

#[test]
fn a_bad_value_says_what_was_expected() {
    for (text, expected) in [
        ("ismcts:simulations=0", "a whole number from 1 to"),
        ("ismcts:simulations=many", "a whole number from 1 to"),
        ("ismcts:epsilon=1.5", "a number from 0 to 1"),
        ("ismcts:epsilon=NaN", "a number from 0 to 1"),
        ("ismcts:rollout=clever", "one of: random, greedy"),
    ] {
        let message = complaint(text);
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn other_faults_are_named() {
    assert!(complaint("ismcts:fast").contains("expected key=value, found `fast`"));
    assert!(complaint("ismcts:millis=1:millis=2").contains("`millis` is given twice"));
    assert!(complaint("").contains("unknown agent type"));
    let quoted = AgentSpec::from_toml("type = \"ismcts\"\nsimulations = \"7\"\n");
    assert!(quoted.is_err(), "a number in quotes is no number");
    let nameless = AgentSpec::from_toml("simulations = 7\n").expect_err("no type");
    assert!(nameless.to_string().contains("needs `type`"), "{nameless}");
    let missing = AgentSpec::resolve("no/such/file.toml").expect_err("no file");
    assert!(missing.to_string().contains("no/such/file.toml"), "{missing}");
}

/// Up to `most` letters, most of them with a meaning in the string form.
fn any_text(rng: &mut Pcg64Mcg, most: u32) -> String {
    let letters: Vec<char> = "abC:,\"'\\= \t\n$|è简🂡\u{1b}\u{a0}".chars().collect();
    let length = below(rng, most + 1);
    (0..length)
        .map(|_| letters[below(rng, letters.len() as u32) as usize])
        .collect()
}

#[test]
fn any_command_and_path_comes_back() {
    let mut rng = Pcg64Mcg::new(5);
    for _ in 0..1_000 {
        let mut words: Vec<String> = (0..below(&mut rng, 4)).map(|_| any_text(&mut rng, 6)).collect();
        words.insert(0, format!("x{}", any_text(&mut rng, 6)));
        let mut table = toml::Table::new();
        table.insert("type".to_owned(), "external".into());
        table.insert("command".to_owned(), words.clone().into());
        let path = format!("x{}x", any_text(&mut rng, 6));
        let net = toml::Table::from_iter([("type".to_owned(), "net".into()), ("net".to_owned(), path.clone().into())]);
        let [program, net] = [table, net].map(|table| AgentSpec::from_value(&table.into(), "").expect("an agent"));
        assert_eq!(program.options::<ExternalConfig>().expect("a program").command, words);
        assert_eq!(net.value("net"), Some(path));
        let list = format!("{program},{net}");
        assert_eq!(AgentSpec::list(&list), Ok(vec![program.clone(), net]), "{list}");
        assert_eq!(AgentSpec::parse(&program.to_string()).expect("an agent").to_string(), program.to_string());
    }
}

#[test]
fn quotes_keep_signs_in_a_value() {
    let spec = AgentSpec::parse("external:command='C:\\my bots\\a.exe' --url \"http://h:1/a,b\":name='a b'")
        .expect("an agent");
    let config: &ExternalConfig = spec.options().expect("a program");
    assert_eq!(config.command, ["C:\\my bots\\a.exe", "--url", "http://h:1/a,b"]);
    assert_eq!(config.name, "a b");
    let list = AgentSpec::list("greedy, ismcts:simulations='7',external:command=bot 'a,b'").expect("a list");
    assert_eq!(list[1].to_string(), "ismcts:simulations=7");
    assert_eq!(list.len(), 3);
    let table = AgentSpec::from_toml("type = \"external\"\ncommand = 'bot --url http://h:1'").expect("an agent");
    assert_eq!(table.to_string(), "external:command=bot --url 'http://h:1':millis=1000");
    assert!(complaint("ismcts:rollout='greedy").contains("expected a closing quote, found `rollout='greedy`"));
    for wrong in ["command = []", "command = [\"\", \"x\"]", "command = [1]", "command = 7"] {
        let error = AgentSpec::from_toml(&format!("type = \"external\"\n{wrong}")).expect_err(wrong);
        assert!(error.to_string().contains("option `command`"), "{error}");
    }
    assert!(AgentSpec::from_toml("type = \"ismcts\"\nrollout = [\"greedy\"]").is_err());
}
