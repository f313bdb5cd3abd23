//! Whole hands and chosen deals for the tests.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use spariglio_agents::net::inputs::{Encoder, Residual};
use spariglio_agents::net::sparse::{PolicyNet, SparseNet};
use spariglio_agents::spec::AgentType;
use spariglio_agents::{Agent, AgentSpec, Hand, Seats, play_hand};
use spariglio_engine::{Action, CardSet, Deal, Game, HandScore, RuleSet, State, View};

/// The game of a preset.
pub fn game(preset: &str) -> Game {
    Game::preset(preset).expect("a preset")
}

/// Every preset's game.
pub fn games() -> impl Iterator<Item = Game> {
    RuleSet::preset_names().iter().map(|name| game(name))
}

/// The agent of a spec string.
pub fn agent(spec: &str, game: &Game) -> Box<dyn Agent> {
    let spec = AgentSpec::parse(spec).expect("a spec");
    spec.build(game).expect("an agent")
}

/// A deal in which forehand holds `hand` and the table is `table` (as many cards as the game deals there). The other
/// cards are arbitrary. Seat 0 deals.
pub fn deal_with(game: &Game, hand: &str, table: &str) -> Deal {
    let parse = |text: &str| -> Vec<_> {
        let words = text.split_whitespace();
        words.map(|word| game.deck().parse_card(word).expect("a card")).collect()
    };
    let (hand, table) = (parse(hand), parse(table));
    let chosen: CardSet = hand.iter().chain(&table).copied().collect();
    let mut rest = (game.pack() - chosen).iter();
    let mut hand = hand.into_iter();
    let mut cards = Vec::new();
    for _ in 0..game.round_len(0) {
        cards.push(hand.next().or_else(|| rest.next()).expect("enough cards"));
        cards.extend(rest.by_ref().take(game.players() - 1));
    }
    cards.extend(table);
    cards.extend(rest);
    Deal::new(game, 0, &cards).expect("a deal")
}

/// The first action of `spec` as forehand with `hand` against `table`, as a text.
pub fn first_action(preset: &str, spec: &str, hand: &str, table: &str) -> String {
    let game = game(preset);
    let deal = deal_with(&game, hand, table);
    let state = State::new(&game, &deal);
    let view = View::new(&game, &deal, &state, state.seat(), false);
    agent(spec, &game).act(&view).text(game.deck())
}

/// Plays one hand; `agents[seat % agents.len()]` decides for a seat. `each` gets every position before an action, and
/// the action.
pub fn play(game: &Game, deal: &Deal, agents: &mut [Box<dyn Agent>], each: impl FnMut(&View<'_>, Action)) -> HandScore {
    for (index, agent) in agents.iter_mut().enumerate() {
        agent.start_hand(index as u64);
    }
    let mut hand = Hand::new(game, deal, false);
    play_hand(&mut hand, &mut Seated { agents, each }, &mut ()).expect("agents act legally");
    hand.score()
}

/// Asserts that in every preset a side of `better` makes more points than the mean of the others, which play `worse`.
pub fn beats_in_every_preset(better: &str, worse: &str, hands: usize) {
    for game in games() {
        let mut rng = generator(5);
        let lineup = |lead: usize| -> Vec<_> {
            let leads = (0..game.players()).map(|seat| game.side(seat) == lead);
            leads.map(|lead| agent(if lead { better } else { worse }, &game)).collect()
        };
        let mut lineups: Vec<_> = (0..game.sides()).map(lineup).collect();
        let mut sum = 0.0;
        for hand in 0..hands {
            let deal = Deal::random(&game, hand % game.players(), &mut rng);
            for (lead, lineup) in lineups.iter_mut().enumerate() {
                let score = play(&game, &deal, lineup, |_, _| {});
                let others = (0..game.sides()).filter(|&side| side != lead);
                let rest: i32 = others.map(|side| score.points(side)).sum();
                sum += f64::from(score.points(lead)) - f64::from(rest) / (game.sides() - 1) as f64;
            }
        }
        assert!(sum > 0.0, "{better}, {}: {sum}", game.rules().name);
    }
}

/// Agents by seat, and a callback for the positions that they decide.
struct Seated<'a, F> {
    agents: &'a mut [Box<dyn Agent>],
    each: F,
}

impl<F: FnMut(&View<'_>, Action)> Seats for Seated<'_, F> {
    type Refusal = Infallible;

    fn act(&mut self, hand: &Hand<'_>) -> Result<Action, Infallible> {
        let count = self.agents.len();
        let view = hand.view();
        let action = self.agents[view.seat() % count].act(&view);
        (self.each)(&view, action);
        Ok(action)
    }
}

/// The spec of a row with a small budget; if it needs a network, with one of random weights for `game`.
pub fn small(row: &AgentType, game: &Game) -> String {
    let mut spec = row.name.to_owned();
    for (option, value) in [("simulations", 20), ("worlds", 2), ("depth", 1)] {
        if row.options().contains(&option) {
            spec.push_str(&format!(":{option}={value}"));
        }
    }
    if row.has_net() {
        spec.push_str(&format!(":net={}", net(game).display()));
    }
    spec
}

/// The folder of a small network with random weights for `game`.
fn net(game: &Game) -> PathBuf {
    folder(&format!("net-{:016x}", game.fingerprint()), || {
        let encoder = Encoder::new(game);
        let random = |inputs| {
            let mut net = SparseNet::random(inputs, 32, 0, 0.1, &mut generator(1));
            net.randomise_output(0.3, &mut generator(2));
            net
        };
        let net = PolicyNet {
            residual: Residual::Formula,
            margin_deviation: 3.0,
            policy: random(encoder.policy_len()),
            critic: random(encoder.critic_len()),
        };
        net.files(game, 0, 1)
    })
}

/// A folder with these files; each process writes it once.
fn folder(name: &str, files: impl FnOnce() -> [(&'static str, Vec<u8>); 2]) -> PathBuf {
    static WRITTEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut written = WRITTEN.lock().expect("no writer panicked");
    if written.insert(name.to_owned()) {
        fs::create_dir_all(&folder).expect("a folder");
        for (name, bytes) in files() {
            fs::write(folder.join(name), bytes).expect("written");
        }
    }
    folder
}

/// A generator for tests.
pub fn generator(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed)
}
