//! Walks through all deals and actions of a game: counts, information sets, game trees.

pub(crate) mod all_deals;
pub(crate) mod decision_tree;
pub(crate) mod efg;
pub(crate) mod info_sets;
pub(crate) mod perft;
