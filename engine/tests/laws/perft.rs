//! Perft files: the counts of all action sequences from kept positions, by the engine and by the slow engine.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use rand_pcg::Pcg64Mcg;

use spariglio_engine::walks::perft;
use spariglio_engine::{Action, Card, Deal, Game, RuleSet, State};
use spariglio_reference::Reference;

/// The slow engine counts trees up to this size.
const SLOW_NODES: u64 = 3_000;
/// Files hold trees up to this size.
const FILE_NODES: u64 = 1_500_000;
/// Plays left in the late position of a file; half of all plays if the game is small.
const LATE: usize = 9;

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/perft/{name}.perft"))
}

/// A position of a file and the counts from it, by depth.
struct Position {
    deal: Deal,
    played: Vec<Action>,
    state: State,
}

impl Position {
    fn new(game: &Game, deal: Deal, played: Vec<Action>) -> Position {
        let mut state = State::new(game, &deal);
        for action in &played {
            state.try_apply(game, &deal, *action).unwrap();
        }
        Position { deal, played, state }
    }

    /// Four lines: dealer, cards, actions played, then a line per depth.
    fn text(&self, game: &Game) -> String {
        let deck = game.deck();
        let cards: Vec<String> = self.deal.cards().map(|card| deck.card_text(card)).collect();
        let played: Vec<String> = self.played.iter().map(|action| action.text(deck)).collect();
        format!("dealer {}\ncards {}\nplayed {}\n", self.deal.dealer(), cards.join(" "), played.join(", "))
    }

    /// The line of a depth.
    fn line(&self, game: &Game, depth: usize) -> (String, u64) {
        let counted = perft(game, &self.deal, &self.state, depth);
        let mut line =
            format!("depth {depth} nodes {} captures {} sweeps {}", counted.nodes, counted.captures, counted.sweeps);
        if !counted.points.is_empty() {
            let weighted = |side: usize| {
                counted
                    .points
                    .iter()
                    .map(|(points, count)| i64::from(points[side]) * *count as i64)
                    .sum::<i64>()
            };
            let sums: Vec<String> = (0..game.sides()).map(|side| weighted(side).to_string()).collect();
            let ended: u64 = counted.points.values().sum();
            write!(line, " ended {ended} points {}", sums.join(" ")).unwrap();
        }
        (line, counted.nodes)
    }
}

fn read(game: &Game, text: &str) -> Vec<(Position, Vec<String>)> {
    let mut positions = Vec::new();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    for block in lines.split(|line| *line == "position").filter(|block| !block.is_empty()) {
        let [dealer, cards, played, depths @ ..] = block else {
            panic!("a position has three lines and its depths")
        };
        let dealer = dealer.strip_prefix("dealer ").unwrap().parse().unwrap();
        let cards: Vec<Card> = cards
            .strip_prefix("cards ")
            .unwrap()
            .split(' ')
            .map(|card| game.deck().parse_card(card).unwrap())
            .collect();
        let played = played.strip_prefix("played").unwrap().trim();
        let played = played.split(", ").filter(|text| !text.is_empty());
        let played = played.map(|text| Action::parse(text, game.deck()).unwrap()).collect();
        let position = Position::new(game, Deal::new(game, dealer, &cards).unwrap(), played);
        positions.push((position, depths.iter().map(|line| (*line).to_owned()).collect()));
    }
    positions
}

/// Sequences, captures and sweeps by the slow engine, as a line of a file has them.
fn slow(hand: &Reference, depth: usize) -> [u64; 3] {
    let mut counted = [0; 3];
    for action in hand.legal() {
        let mut next = hand.clone();
        next.apply(action);
        let swept = |hand: &Reference| hand.counts.iter().map(|counts| counts.sweeps as u64).sum::<u64>();
        let last = [1, u64::from(!action.captured().is_empty()), swept(&next) - swept(hand)];
        let below = if depth == 1 || next.over {
            last
        } else {
            slow(&next, depth - 1)
        };
        counted.iter_mut().zip(below).for_each(|(sum, count)| *sum += count);
    }
    counted
}

fn slow_line(hand: &Reference, depth: usize) -> String {
    let [nodes, captures, sweeps] = slow(hand, depth);
    format!("depth {depth} nodes {nodes} captures {captures} sweeps {sweeps}")
}

#[test]
fn perft_files_hold() {
    for name in RuleSet::preset_names() {
        let game = Game::preset(name).unwrap();
        let text = fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{}: {error}", path(name).display()));
        for (position, lines) in read(&game, &text) {
            let cards: Vec<Card> = position.deal.cards().collect();
            let mut reference = Reference::new(game.rules(), position.deal.dealer(), &cards);
            position.played.iter().for_each(|action| reference.apply(*action));
            assert!(!lines.is_empty());
            for (index, line) in lines.iter().enumerate() {
                let (found, nodes) = position.line(&game, index + 1);
                assert_eq!(&found, line, "{name}");
                if nodes <= SLOW_NODES {
                    let slow = slow_line(&reference, index + 1);
                    assert!(line == &slow || line.starts_with(&format!("{slow} ")), "{name}: {line}, but {slow}");
                }
            }
        }
    }
}

/// The counts on a line without its depth. They repeat if all sequences have ended.
fn after_depth(line: &str) -> &str {
    line.split_once(" nodes").map_or("", |(_, counts)| counts)
}

/// Writes all files; only for a new preset.
#[test]
#[ignore = "writes the files that the other test reads"]
fn write_perft_files() {
    for (index, name) in RuleSet::preset_names().iter().enumerate() {
        let game = Game::preset(name).unwrap();
        let mut rng = Pcg64Mcg::new(index as u128 + 1000);
        let deal = Deal::random(&game, index % game.players(), &mut rng);
        let mut state = State::new(&game, &deal);
        let mut played = Vec::new();
        let mut text = format!("# Perft of {name}: positions, and the action sequences of each length from them.\n");
        let start = Position::new(&game, deal, Vec::new());
        while state.ply() + LATE.min(game.plies() / 2) < game.plies() {
            let action = state.random_action(&game, &mut rng);
            played.push(action);
            state.apply(&game, &deal, action);
        }
        for position in [start, Position::new(&game, deal, played)] {
            text.push_str("position\n");
            text.push_str(&position.text(&game));
            for depth in 1.. {
                let (line, nodes) = position.line(&game, depth);
                let ended = line.contains(" ended ");
                if nodes > FILE_NODES || ended && text.ends_with(&format!("{}\n", after_depth(&line))) {
                    break;
                }
                text.push_str(&line);
                text.push('\n');
            }
        }
        fs::write(path(name), text).unwrap();
    }
}
