//! The rule sets that come with the program: the files of `engine/rules`, each read once per process.

use std::sync::OnceLock;

use super::RuleSet;

macro_rules! preset_files {
    ($($name:literal),+ $(,)?) => {
        const NAMES: &[&str] = &[$($name),+];
        const TEXTS: &[&str] = &[$(include_str!(concat!("../../rules/", $name, ".toml"))),+];
    };
}

preset_files!(
    "scopa",
    "scopone",
    "scopone_scientifico",
    "scopone_trentino",
    "scopone_messina",
    "scopa_d_assi",
    "asso_piglia_tutto",
    "re_bello",
    "calabrese",
    "napoli",
    "scopa_di_quindici",
    "cirulla",
    "cirulla_4",
    "cirulla_platform",
    "cirilla",
    "cirullone",
    "cicera",
    "cicera_six",
    "mini_scopone",
    "mini_scopa",
    "mini_primiera",
    "mini_napoli",
);

/// The presets read so far. Each has a cell of its own, because reading one may read its base.
static READ: [OnceLock<RuleSet>; NAMES.len()] = [const { OnceLock::new() }; NAMES.len()];

/// The preset of a name, if there is one.
pub(crate) fn preset(name: &str) -> Option<&'static RuleSet> {
    let index = NAMES.iter().position(|known| *known == name)?;
    Some(READ[index].get_or_init(|| {
        let rules = RuleSet::from_toml(TEXTS[index]);
        rules.unwrap_or_else(|error| panic!("{}", error.with_file(format!("engine/rules/{name}.toml"))))
    }))
}

impl RuleSet {
    /// The preset of a name, if there is one.
    ///
    /// # Panics
    /// Never: a test reads every file.
    pub fn preset(name: &str) -> Option<RuleSet> {
        preset(name).cloned()
    }

    /// The names of all presets, in the order of the documentation.
    ///
    /// # Examples
    /// ```
    /// use spariglio_engine::RuleSet;
    ///
    /// let names = RuleSet::preset_names();
    /// assert!(names.contains(&"cirulla"));
    /// assert!(names.iter().all(|name| RuleSet::preset(name).is_some()));
    /// ```
    pub fn preset_names() -> &'static [&'static str] {
        NAMES
    }
}
