use spariglio_engine::Card;

use super::*;

const ROOT: NodeId = NodeId::ROOT;

fn lay(index: u8) -> Action {
    Action::play(Card::new(index), CardSet::EMPTY)
}

fn cards(indices: &[u8]) -> CardSet {
    indices.iter().map(|&index| Card::new(index)).collect()
}

fn utilities(first: f32) -> Utilities {
    [first, -first, 0.0, 0.0, 0.0, 0.0]
}

fn descend(tree: &mut Tree, edges: &[EdgeId], value: f32) {
    let mut path = Path::new();
    for (depth, &edge) in edges.iter().enumerate() {
        path.push(edge, depth % 2);
    }
    tree.backup(&path, &utilities(value));
}

#[test]
fn edges_without_visits_come_first_in_the_order_entered() {
    let mut tree = Tree::new(100);
    let first = tree.enter(ROOT, lay(9));
    let second = tree.enter(ROOT, lay(3));
    let hand = cards(&[3, 9]);
    assert_eq!(tree.select(ROOT, hand, Strategy::Ucb1(Ucb1::new(0.7))), Some(first));
    descend(&mut tree, &[first], 5.0);
    assert_eq!(tree.select(ROOT, hand, Strategy::Ucb1(Ucb1::new(0.7))), Some(second));
}

#[test]
fn only_held_cards_are_chosen_and_counted() {
    let mut tree = Tree::new(100);
    let edges: Vec<EdgeId> = (0..40).map(|index| tree.enter(ROOT, lay(index))).collect();
    for &edge in &edges {
        descend(&mut tree, &[edge], if edge == edges[33] { 1.0 } else { 0.0 });
    }
    assert_eq!(tree.select(ROOT, cards(&[5, 17, 33]), Strategy::Ucb1(Ucb1::new(0.1))), Some(edges[33]));
    assert_eq!(tree.select(ROOT, cards(&[5, 17]), Strategy::Ucb1(Ucb1::new(0.1))), Some(edges[5]));
    assert_eq!(tree.select(ROOT, cards(&[45]), Strategy::Ucb1(Ucb1::new(0.1))), None);
    let counts: Vec<u32> = edges.iter().map(|&edge| tree.edge(edge).available).collect();
    assert_eq!((counts[5], counts[17], counts[33]), (2, 2, 1));
    assert_eq!(counts.iter().sum::<u32>(), 5);
}

#[test]
fn each_side_keeps_its_own_mean() {
    let mut tree = Tree::new(100);
    let ours = tree.enter(ROOT, lay(0));
    let node = tree.child(ours, 0).expect("room");
    let theirs = tree.enter(node, lay(1));
    descend(&mut tree, &[ours, theirs], 1.0);
    descend(&mut tree, &[ours, theirs], 0.5);
    assert_eq!((tree.edge(ours).mean, tree.edge(ours).visits), (0.75, 2));
    assert_eq!(tree.edge(theirs).mean, -0.75);
}

#[test]
fn a_child_is_one_node_a_value_of_the_matta() {
    let mut tree = Tree::new(100);
    let edge = tree.enter(ROOT, lay(0));
    let plain = tree.child(edge, 0);
    let three = tree.child(edge, 3);
    let five = tree.child(edge, 5);
    assert!(plain != three && three != five && plain != five);
    assert_eq!((tree.child(edge, 0), tree.child(edge, 3), tree.child(edge, 5)), (plain, three, five));
    assert_eq!(tree.nodes(), 4);
}

#[test]
fn a_full_tree_makes_no_nodes() {
    let mut tree = Tree::new(2);
    let edge = tree.enter(ROOT, lay(0));
    let child = tree.child(edge, 0);
    assert!(child.is_some());
    assert_eq!(tree.child(edge, 3), None);
    let other = tree.enter(ROOT, lay(1));
    assert_eq!(tree.child(other, 0), None);
    assert_eq!(tree.child(edge, 0), child);
}

#[test]
fn listed_actions_are_entered_once_and_are_no_plays() {
    let mut tree = Tree::new(100);
    let bonus = Action::declare(cards(&[0, 1, 2]), 0);
    let listed = [bonus, Action::PASS];
    let first = tree
        .select_listed(ROOT, &listed, Strategy::Ucb1(Ucb1::new(0.7)))
        .expect("two actions");
    assert_eq!(tree.action(first), bonus);
    descend(&mut tree, &[first], 0.0);
    let second = tree
        .select_listed(ROOT, &listed, Strategy::Ucb1(Ucb1::new(0.7)))
        .expect("two actions");
    assert_eq!(tree.action(second), Action::PASS);
    assert_eq!(tree.edge_ids(ROOT).count(), 2);
    assert_eq!(tree.select(ROOT, CardSet::from_bits(u64::MAX >> 12), Strategy::Ucb1(Ucb1::new(0.7))), None);
}

#[test]
fn reset_forgets_everything() {
    let mut tree = Tree::new(100);
    tree.enter(ROOT, lay(0));
    tree.mark_entered(ROOT, cards(&[0]));
    tree.reset(4);
    assert_eq!(tree.nodes(), 1);
    assert!(tree.entered(ROOT).is_empty());
    assert_eq!(tree.edge_ids(ROOT).count(), 0);
}
