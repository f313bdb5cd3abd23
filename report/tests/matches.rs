//! Matches and their equity, as text and picture.

use spariglio_agents::AgentSpec;
use spariglio_arena::matches::arena::{MatchArena, MatchConfig};
use spariglio_arena::matches::equity::{EquityConfig, sample, table};
use spariglio_arena::{Entrant, Nobody};
use spariglio_engine::{Game, RuleSet};
use spariglio_report::{equity, matches};

fn game(text: &str) -> Game {
    Game::new(RuleSet::from_toml(text).expect("a rule set")).expect("a game")
}

#[test]
fn every_pair_has_its_paragraph() {
    let game = game("base = \"scopa\"");
    let agents = ["greedy", "random"].map(|agent| Entrant::new(AgentSpec::parse(agent).expect("an agent")));
    let config = MatchConfig {
        matches: 41,
        seed: 4,
        threads: 0,
        partners_open: false,
    };
    let arena = MatchArena {
        game: &game,
        entrants: &agents,
        config,
        equity: None,
    };
    let text = matches::text(&arena.play(&Nobody).expect("played"));
    assert!(
        text.contains("greedy against random") && text.contains("of 42 matches"),
        "{text}"
    );
}

#[test]
fn a_table_of_equity_has_a_text_and_a_picture() {
    for rules in [
        "base = \"cirulla\"",
        "base = \"scopa\"\n[match]\nlimit = 21\nseven_zero = true",
        "base = \"cirulla\"\n[match]\nhands = 4",
    ] {
        let game = game(rules);
        let config = EquityConfig {
            agent: AgentSpec::parse("greedy").expect("an agent"),
            hands: 400,
            seed: 7,
            threads: 0,
        };
        let table = table(&game, &sample(&game, &config, &|_, _| ()).expect("sampled")).expect("a table");
        let svg = equity::picture(&table).svg();
        assert!(svg.starts_with("<svg") && svg.contains(&table.rules), "{rules}");
        let text = equity::text(&table);
        assert!(text.contains("first dealer") && text.contains("percent"), "{text}");
    }
}
