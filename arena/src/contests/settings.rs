//! The settings that two results must share to be of one arena.

use crate::deals::secret::Secret;
use crate::pairs::component::Component;

/// Settings by name, with their values as text.
pub(crate) struct Settings(Vec<(String, String)>);

/// The settings of every result.
pub(crate) struct Common<'a> {
    pub version: &'a str,
    pub rules: &'a str,
    pub rules_fingerprint: &'a str,
    pub seed: u64,
    pub secret: Option<Secret>,
    pub partners_open: bool,
    pub agents: &'a [String],
    pub made_of: &'a [Vec<Component>],
}

impl Settings {
    /// The common settings, then `more`.
    pub fn new(common: &Common<'_>, more: impl IntoIterator<Item = (&'static str, String)>) -> Settings {
        let secret = common.secret.map_or("none".to_owned(), |secret| secret.to_string());
        let fields = [
            ("version", common.version.to_owned()),
            ("rules", common.rules.to_owned()),
            ("rules' fingerprint", common.rules_fingerprint.to_owned()),
            ("seed", common.seed.to_string()),
            ("agents", common.agents.join(",")),
            ("partners_open", common.partners_open.to_string()),
            ("secret", secret),
        ];
        let named = |(field, value): (&str, String)| (field.to_owned(), value);
        let components = common.agents.iter().enumerate().map(|(place, agent)| {
            let made_of = common.made_of.get(place).map_or(&[][..], Vec::as_slice);
            (format!("agent {agent}: made of"), list(made_of))
        });
        let fields = fields.into_iter().map(named).chain(components);
        Settings(fields.chain(more.into_iter().map(named)).collect())
    }

    /// The first setting that differs from `expected`, with both values.
    pub fn difference(&self, expected: &Settings) -> Option<String> {
        let mut fields = self.0.iter().zip(&expected.0);
        let ((field, found), (_, expected)) = fields.find(|(found, expected)| found != expected)?;
        Some(format!("{field} {found}, expected {expected}"))
    }
}

fn list(components: &[Component]) -> String {
    let components = components
        .iter()
        .map(|component| format!("{} {}", component.what, component.is));
    components.collect::<Vec<_>>().join(", ")
}
