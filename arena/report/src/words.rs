//! The texts and numbers of pages in their language. The texts are those of `serve` and, for what only pages without a
//! server have, a few of their own (`static.`).

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::LazyLock;

use spariglio_text::Language;

use crate::figures;

type Texts = BTreeMap<String, String>;

/// The texts of `serve`, in English and in Italian.
const SHARED: [&str; 2] =
    [include_str!("../../../apps/web/assets/en.json"), include_str!("../../../apps/web/assets/it.json")];
/// The texts that only static pages have.
const OWN: [&str; 2] = [include_str!("words/en.json"), include_str!("words/it.json")];

static TEXTS: LazyLock<[Texts; 2]> = LazyLock::new(|| {
    [0, 1].map(|place| {
        let mut all = texts(SHARED[place]);
        all.extend(texts(OWN[place]));
        all
    })
});

fn texts(json: &str) -> Texts {
    serde_json::from_str(json).expect("an object of texts")
}

/// The texts and numbers of a language.
#[derive(Copy, Clone, Debug)]
pub struct Words {
    /// The language.
    pub language: Language,
}

impl Words {
    /// The text of a key.
    ///
    /// # Panics
    /// If there is no such key.
    pub fn t(self, key: &str) -> &'static str {
        let texts = &TEXTS[self.language as usize];
        texts.get(key).unwrap_or_else(|| panic!("no text has the key {key}"))
    }

    /// The text of a key, with values in the places of their names in braces.
    pub fn fill(self, key: &str, values: &[(&str, &dyn Display)]) -> String {
        filled(self.t(key), values)
    }

    /// The text of a key for a number of things, `{n}`: one form for one thing, another for several.
    pub fn count(self, key: &str, n: usize) -> String {
        let (one, many) = self.t(key).split_once('|').unwrap_or((self.t(key), self.t(key)));
        filled(if n == 1 { one } else { many }, &[("n", &self.thousands(n as u64))])
    }

    /// A list of texts: "a, b and c".
    pub fn list(self, texts: &[String]) -> String {
        let and = match self.language {
            Language::English => "and",
            Language::Italian => "e",
        };
        match texts {
            [] => String::new(),
            [one] => one.clone(),
            [before @ .., last] => format!("{} {and} {last}", before.join(", ")),
        }
    }

    /// A number with the decimal sign of the language.
    pub fn decimal(self, number: &str) -> String {
        match self.language {
            Language::English => number.to_owned(),
            Language::Italian => number.replace('.', ","),
        }
    }

    /// A number with a fixed number of decimals.
    pub fn fixed(self, number: f64, decimals: usize) -> String {
        self.signed(number, decimals).trim_start_matches('+').to_owned()
    }

    /// A number with its sign.
    pub fn signed(self, number: f64, decimals: usize) -> String {
        self.decimal(&figures::signed(number, decimals))
    }

    /// A number with its sign and half the width of its interval.
    pub fn around(self, number: f64, interval: Option<[f64; 2]>, decimals: usize) -> String {
        let number = self.signed(number, decimals);
        match interval {
            Some([low, high]) => format!("{number} ± {}", self.fixed((high - low) / 2.0, decimals)),
            None => number,
        }
    }

    /// A whole number in groups of three digits; in Italian only from five digits on.
    pub fn thousands(self, number: u64) -> String {
        match self.language {
            Language::English => figures::thousands(number),
            Language::Italian if number < 10_000 => number.to_string(),
            Language::Italian => figures::thousands(number).replace(',', "."),
        }
    }
}

fn filled(text: &str, values: &[(&str, &dyn Display)]) -> String {
    values
        .iter()
        .fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), &value.to_string()))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::{OWN, SHARED, TEXTS, Words, texts};
    use spariglio_text::Language;

    /// The names in braces.
    fn names(text: &str) -> BTreeSet<&str> {
        let parts = text.split('{').skip(1);
        parts.filter_map(|part| part.split('}').next()).collect()
    }

    /// The Rust files below a folder.
    fn files(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path());
        let inside = entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] });
        inside.filter(|path| path.extension().is_some_and(|end| end == "rs")).collect()
    }

    /// Every literal of this crate that has the form of a key and is no file.
    fn keys_of_sources() -> BTreeSet<String> {
        let sources = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
        let texts: Vec<String> = sources.iter().map(|path| fs::read_to_string(path).expect("text")).collect();
        let groups: BTreeSet<&str> = TEXTS[0].keys().filter_map(|key| Some(key.split_once('.')?.0)).collect();
        let is_key = |text: &&str| {
            text.split_once('.').is_some_and(|(group, name)| {
                groups.contains(group)
                    && name != "json"
                    && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
            })
        };
        texts
            .iter()
            .flat_map(|text| text.split('"').filter(is_key))
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn every_text_that_pages_ask_for_is_there_and_own_ones_are_used_and_not_in_serve() {
        let keys = keys_of_sources();
        assert!(keys.len() > 30, "{keys:?}");
        for (own, shared) in OWN.map(texts).iter().zip(SHARED.map(texts)) {
            for key in own.keys() {
                assert!(keys.contains(key) && !shared.contains_key(key), "{key}");
            }
        }
        for key in keys.iter().filter(|key| !key.ends_with('_')) {
            let is_there = TEXTS.iter().all(|texts| texts.contains_key(key));
            assert!(is_there, "{key}: serve lacks it; a text that only static pages have stands in src/words");
        }
    }

    #[test]
    fn both_languages_say_the_same_figures() {
        let [english, italian]: [BTreeMap<String, String>; 2] = OWN.map(texts);
        assert!(english.keys().eq(italian.keys()));
        for (key, text) in &english {
            assert!(!text.is_empty() && names(text) == names(&italian[key]), "{key}");
        }
    }

    #[test]
    fn numbers_are_those_of_the_language() {
        let [english, italian] = Language::ALL.map(|language| Words { language });
        let numbers = |words: Words| {
            [
                words.around(-0.5, Some([-0.75, -0.25]), 2),
                words.fixed(0.125, 3),
                words.thousands(15_000),
                words.count("review.hands", 1),
                words.list(&["a", "b", "c"].map(str::to_owned)),
            ]
        };
        assert_eq!(numbers(english), ["−0.50 ± 0.25", "0.125", "15,000", "1 hand", "a, b and c"]);
        assert_eq!(numbers(italian), ["−0,50 ± 0,25", "0,125", "15.000", "1 smazzata", "a, b e c"]);
    }
}
