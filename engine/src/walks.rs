//! Walks through all deals and actions of a game: counts, information sets, game trees.

pub(crate) mod all_deals;
pub(crate) mod decision_tree;
pub(crate) mod efg;
pub(crate) mod info_sets;
pub(crate) mod perft;

pub use all_deals::{count_deals, for_each_deal};
pub use decision_tree::{DecisionNode, TooManyNodes, TreeVisitor, walk_tree};
pub use efg::Efg;
pub use info_sets::{InfoSets, info_sets};
pub use perft::{Perft, perft};
