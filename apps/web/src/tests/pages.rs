//! Pages and their words.

use std::collections::{BTreeMap, BTreeSet};

use super::client::Client;

fn file(client: &Client, name: &str) -> String {
    let (bytes, _) = client.server.assets.get(name).unwrap_or_else(|| panic!("{name} is missing"));
    String::from_utf8(bytes).expect("UTF-8")
}

fn words(client: &Client, lang: &str) -> BTreeMap<String, String> {
    serde_json::from_str(&file(client, &format!("{lang}.json"))).expect("a text for each key")
}

#[test]
fn a_page_has_its_language_and_its_files() {
    let client = Client::new();
    let page = client.get("/?lang=it", "").text();
    let base = format!("/assets/{}", client.server.assets.hash());
    assert!(page.contains("lang=\"it\"") && page.contains(&base) && !page.contains("{{"), "{page}");
    assert!(client.get("/play/x", "").text().contains("lang=\"en\""));
}

/// Every style of cards is a file, with the courts' letters of the language.
#[test]
fn decks_are_files_of_their_own() {
    let client = Client::new();
    for (name, index, other) in [("regional-it", 'F', 'J'), ("french-en", 'J', 'F'), ("plain-it", 'R', 'K')] {
        let deck = file(&client, &format!("cards-{name}.svg"));
        for id in ["card-7d", "phone-Td", "card-back", &format!("index-{index}")] {
            assert!(deck.contains(&format!(" id=\"{id}\"")), "{name}: {id}");
        }
        assert!(!deck.contains(&format!(" id=\"index-{other}\"")), "{name}");
    }
    assert!(client.server.assets.get("cards-other-en.svg").is_none());
}

/// Both languages have the same texts with the same placeholders, and every text is used by some file.
#[test]
fn no_text_lacks_and_none_is_left_over() {
    let client = Client::new();
    let [english, italian] = ["en", "it"].map(|lang| words(&client, lang));
    let keys = |words: &BTreeMap<String, String>| words.keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(keys(&english), keys(&italian));
    let places = |text: &str| {
        let mut names: Vec<String> = text
            .split('{')
            .skip(1)
            .filter_map(|part| part.split_once('}'))
            .map(|(name, _)| name.to_owned())
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    };
    for (key, text) in &english {
        assert_eq!(places(text), places(&italian[key]), "{key}");
    }
    let scripts: Vec<String> = crate::assets::names()
        .filter(|name| name.ends_with(".js") && *name != "preact.js")
        .map(|name| file(&client, name))
        .collect();
    let dynamic = dynamic(&file(&client, "words.js"));
    for key in english.keys() {
        let quoted = [format!("'{key}'"), format!("\"{key}\""), format!("`{key}`")];
        let is_used = scripts.iter().any(|script| quoted.iter().any(|quoted| script.contains(quoted)));
        assert!(is_used || dynamic.iter().any(|prefix| key.starts_with(prefix)), "{key} is not used");
    }
    for script in &scripts {
        for part in script.split("t('").skip(1) {
            let key = part.split('\'').next().unwrap_or_default();
            let is_key = key.contains('.') && key.starts_with(|first: char| first.is_ascii_lowercase());
            assert!(!is_key || english.contains_key(key), "{key} has no text");
        }
    }
}

/// The prefixes of keys that scripts assemble.
fn dynamic(script: &str) -> Vec<String> {
    let (_, list) = script.split_once("DYNAMIC = [").expect("a list of prefixes");
    let (list, _) = list.split_once(']').expect("its end");
    list.split(',')
        .map(|part| part.trim().trim_matches('\'').to_owned())
        .filter(|part| !part.is_empty())
        .collect()
}

/// Nothing is loaded from other servers, and markup has no inline script or style, which the policy would block.
#[test]
fn pages_load_nothing_from_elsewhere() {
    let client = Client::new();
    let shell = file(&client, "shell.html");
    assert!(!shell.contains(" style=") && !shell.contains("<style") && !shell.contains(" onclick"));
    assert!(shell.split("<script").skip(1).all(|tag| tag.contains(" src=")), "{shell}");
    for name in crate::assets::names().filter(|name| !["preact.js", "display.woff2"].contains(name)) {
        let text = file(&client, name);
        assert!(!text.contains("https://") && !text.contains("eval("), "{name}");
    }
}
