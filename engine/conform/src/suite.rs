//! The files of the suite. `suite/1/README.md` says how they were made.
//!
//! Invariant: a version of the suite never changes; other hands or other answers are another version.

use spariglio_engine::record::Replayer;

use crate::hand::SuiteHand;

/// The version of the suite.
pub const VERSION: u32 = 1;

/// A file of the suite: hand records in lines, compressed.
#[derive(Copy, Clone, Debug)]
pub struct SuiteFile {
    /// Its name without extension.
    pub name: &'static str,
    packed: &'static [u8],
}

impl SuiteFile {
    /// The hands of the file in order, each with all legal actions and, if it is over, its result.
    ///
    /// # Panics
    /// Never: the tests read every file.
    pub fn hands(&self) -> Vec<SuiteHand> {
        let bytes = zstd::decode_all(self.packed).expect("a zstd file");
        let text = String::from_utf8(bytes).expect("UTF-8");
        let mut replayer = Replayer::new(true);
        let mut hands = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let record = replayer.feed(line.as_bytes()).expect("a right record");
            hands.push(SuiteHand::new(self.name, index + 1, line, record));
        }
        hands
    }
}

/// A row for each file.
macro_rules! files {
    ($($name:literal)*) => {
        /// Every file, in the order in which it is asked.
        pub const FILES: &[SuiteFile] = &[$(SuiteFile {
            name: $name,
            packed: include_bytes!(concat!("../suite/1/", $name, ".jsonl.zst")),
        }),*];
    };
}

files! {
    "scopa" "scopa_3" "scopa_4" "scopa_5" "scopa_6"
    "scopone"
    "scopone_scientifico"
    "scopone_trentino"
    "scopone_messina"
    "scopa_d_assi" "scopa_d_assi_3" "scopa_d_assi_4" "scopa_d_assi_5" "scopa_d_assi_6"
    "asso_piglia_tutto" "asso_piglia_tutto_3" "asso_piglia_tutto_4" "asso_piglia_tutto_5" "asso_piglia_tutto_6"
    "re_bello" "re_bello_3" "re_bello_4" "re_bello_5" "re_bello_6"
    "calabrese" "calabrese_3" "calabrese_4" "calabrese_5" "calabrese_6"
    "napoli" "napoli_3" "napoli_4" "napoli_5" "napoli_6"
    "scopa_di_quindici" "scopa_di_quindici_3" "scopa_di_quindici_4" "scopa_di_quindici_5" "scopa_di_quindici_6"
    "cirulla" "cirulla_3" "cirulla_4"
    "cirulla_platform" "cirulla_platform_4"
    "cirilla" "cirilla_3" "cirilla_4"
    "cirullone"
    "cicera"
    "cicera_six"
    "edges" "options" "matches" "random"
}
