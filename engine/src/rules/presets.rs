//! The rule sets that come with the program: the files of `configs/rules`.

use super::RuleSet;

macro_rules! preset_files {
    ($($name:literal),+ $(,)?) => {
        const NAMES: &[&str] = &[$($name),+];

        fn text(name: &str) -> Option<&'static str> {
            match name {
                $($name => Some(include_str!(concat!("../../../configs/rules/", $name, ".toml"))),)+
                _ => None,
            }
        }
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
    "cirulla_platform",
    "cirilla",
    "cirullone",
    "cicera",
    "cicera_six",
);

impl RuleSet {
    /// The preset of a name, if there is one.
    ///
    /// # Panics
    /// Never: a test reads every file.
    pub fn preset(name: &str) -> Option<RuleSet> {
        let rules = RuleSet::from_toml(text(name)?);
        Some(rules.unwrap_or_else(|error| panic!("{}", error.with_file(format!("configs/rules/{name}.toml")))))
    }

    /// The names of all presets, in the order of the documentation.
    pub fn preset_names() -> &'static [&'static str] {
        NAMES
    }
}
