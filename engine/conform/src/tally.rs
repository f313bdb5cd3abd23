//! Counts of a whole test: kinds of findings, each with its first hand, and groups of rule sets.

use crate::difference::Difference;
use crate::hand::SuiteHand;
use crate::judge::{Failure, Verdict};

/// Counts of the hands of a group.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
pub struct Counts {
    /// Hands that agree in all fields.
    pub agree: u64,
    /// Hands with a difference.
    pub differ: u64,
    /// Hands without an answer that could be compared.
    pub failed: u64,
    /// Hands that were left out, because the hands before them failed.
    pub not_asked: u64,
}

impl Counts {
    /// All hands of the group.
    pub fn hands(&self) -> u64 {
        self.agree + self.differ + self.failed + self.not_asked
    }
}

/// The first hand of a finding.
#[derive(Clone, Debug)]
pub enum First {
    /// A field differs.
    Differs(Difference),
    /// No answer could be compared.
    Failed(Failure),
}

/// A kind of difference or failure.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The field without places, or the kind of failure.
    pub kind: String,
    /// Hands with it.
    pub hands: u64,
    /// The first of them: its file, its line and its purpose.
    pub file: &'static str,
    /// Line from 1.
    pub line: usize,
    /// The group of that hand.
    pub group: String,
    /// The purpose of that hand, if its record states it.
    pub note: Option<String>,
    /// The finding there.
    pub first: First,
}

/// All counts of a test.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    findings: Vec<Finding>,
    groups: Vec<(String, Counts)>,
}

impl Tally {
    /// The findings, in the order in which they came.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The groups with their counts, in the order in which they came.
    pub fn groups(&self) -> &[(String, Counts)] {
        &self.groups
    }

    /// The counts of all groups.
    pub fn all(&self) -> Counts {
        let mut all = Counts::default();
        for (_, counts) in &self.groups {
            all.agree += counts.agree;
            all.differ += counts.differ;
            all.failed += counts.failed;
            all.not_asked += counts.not_asked;
        }
        all
    }

    /// Counts a hand that was asked.
    pub fn count(&mut self, hand: &SuiteHand, verdict: Verdict) {
        match verdict {
            Verdict::Agrees => self.group(hand).agree += 1,
            Verdict::Differs(differences) => {
                self.group(hand).differ += 1;
                let mut counted: Vec<String> = Vec::new();
                for difference in differences {
                    if !counted.contains(&difference.field) {
                        counted.push(difference.field.clone());
                        self.find(hand, &difference.field.clone(), First::Differs(difference));
                    }
                }
            }
            Verdict::Failed(failure) => {
                self.group(hand).failed += 1;
                self.find(hand, failure.kind.name(), First::Failed(failure));
            }
        }
    }

    /// Counts a hand that was left out.
    pub fn leave_out(&mut self, hand: &SuiteHand) {
        self.group(hand).not_asked += 1;
    }

    fn group(&mut self, hand: &SuiteHand) -> &mut Counts {
        let place = self.groups.iter().position(|(name, _)| *name == hand.group);
        let place = place.unwrap_or_else(|| {
            self.groups.push((hand.group.clone(), Counts::default()));
            self.groups.len() - 1
        });
        &mut self.groups[place].1
    }

    fn find(&mut self, hand: &SuiteHand, kind: &str, first: First) {
        if let Some(finding) = self.findings.iter_mut().find(|finding| finding.kind == kind) {
            finding.hands += 1;
            return;
        }
        self.findings.push(Finding {
            kind: kind.to_owned(),
            hands: 1,
            file: hand.file,
            line: hand.line,
            group: hand.group.clone(),
            note: hand.note.clone(),
            first,
        });
    }
}
