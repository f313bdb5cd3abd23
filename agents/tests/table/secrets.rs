//! Secrets: if only cards hidden from a view change, every part of a fair agent's decision stays the same, for every
//! row of the registry in every preset. The cheating rows are the control: the same comparison detects them.

use spariglio_agents::spec::AgentType;
use spariglio_agents::{AGENTS, AgentSpec, Budget, Decision, Hand, Player};
use spariglio_engine::{Deal, Game};

use crate::hands::{games, generator, small};
use crate::laws::VARIANTS;
use crate::soak::soak;

/// A decision as its exact bits, without the time that it took.
type Told = (Decision, Vec<u32>, String);

fn told(player: &mut Player, hand: &Hand<'_>) -> Told {
    player.start_hand(7);
    let mut decision = player.decide(hand, Budget::OWN).expect("no program, no foul");
    decision.stats.millis = 0.0;
    let numbers = decision.policy.iter().chain(&decision.value);
    let numbers = numbers.map(|number| number.to_bits()).collect();
    (decision, numbers, format!("{:?}", player.belief()))
}

/// Number of compared positions, and the positions in which hidden cards changed the decision.
#[derive(Default)]
struct Found {
    compared: usize,
    changed: Vec<String>,
}

impl Found {
    /// Compares the decisions of two players of a spec at some positions of random hands. One gets the real cards, the
    /// other gets cards that the seat to act cannot tell from them. A soak tests all positions of more hands.
    fn look(&mut self, spec: &str, player: impl Fn() -> Player, game: &Game, open: bool) {
        let stride = if soak() > 1 { 1 } else { 5 };
        let mut twins = [player(), player()];
        for number in 0..soak() {
            // The tested positions differ between specs, but not between folders of networks.
            let mut place = self.compared;
            let mut rng = generator(31 * number + place as u64);
            let mut hand = Hand::new(game, &Deal::random(game, 0, &mut rng), open);
            while !hand.is_over() {
                place += 1;
                if place.is_multiple_of(stride) {
                    self.compare(spec, &mut twins, &hand, &hand.view().sample_world(&mut rng).deal, open);
                }
                let action = hand.state().random_action(game, &mut rng);
                hand.act(action).expect("a legal action");
            }
        }
    }

    fn compare(&mut self, spec: &str, [here, there]: &mut [Player; 2], hand: &Hand<'_>, deal: &Deal, open: bool) {
        let view = hand.view();
        let history = hand.history().iter().copied();
        let other = Hand::after(view.game(), deal, history, open).expect("the same actions are legal");
        assert_eq!(view.observation(), other.view().observation());
        self.compared += usize::from(hand.deal().cards().ne(deal.cards()));
        if told(here, hand) != told(there, &other) {
            let name = &view.game().rules().name;
            self.changed.push(format!("{spec}: {name}, ply {}", view.ply()));
        }
    }
}

/// The results for some named players in every preset; if there are partners, also with open partners.
fn look_at_players<P: Fn() -> Player>(players: impl Fn(&Game) -> Vec<(String, P)>) -> Found {
    let mut comparison = Found::default();
    for game in games() {
        for (name, player) in players(&game) {
            comparison.look(&name, &player, &game, false);
            if game.players() > game.sides() {
                comparison.look(&name, &player, &game, true);
            }
        }
    }
    comparison
}

/// The results for a row.
fn look_at(specs: impl Fn(&Game) -> Vec<String>) -> Found {
    let build = |text: String, game: &Game| {
        let (spec, game) = (AgentSpec::parse(&text).expect("a spec"), game.clone());
        (text, move || spec.build_player(&game).expect("an agent"))
    };
    look_at_players(|game| specs(game).into_iter().map(|text| build(text, game)).collect())
}

fn rows() -> impl Iterator<Item = &'static AgentType> {
    AGENTS.iter().filter(|row| !row.is_program())
}

#[test]
fn hidden_cards_change_nothing_in_a_fair_decision() {
    for row in rows().filter(|row| !row.cheats()) {
        let comparison = look_at(|game| vec![small(row, game)]);
        assert!(comparison.changed.is_empty(), "{:#?}", comparison.changed);
        assert!(comparison.compared > 100, "{}: {} positions", row.name, comparison.compared);
        println!("{}: {} positions of {} presets, none told apart", row.name, comparison.compared, games().count());
    }
}

#[test]
fn nor_do_they_with_other_options() {
    let variants = VARIANTS.iter().map(|&spec| spec.to_owned());
    let comparison = look_at(|_| variants.clone().collect());
    assert!(comparison.changed.is_empty(), "{:#?}", comparison.changed);
    println!("variants: {} positions, none told apart", comparison.compared);
}

/// A search that knows its opponent still does not know the cards. Tests every game of two sides.
#[test]
fn nor_do_they_with_a_known_opponent() {
    for place in 0..3 {
        let comparison = look_at_players(|game| known_opponents(game).into_iter().skip(place).take(1).collect());
        assert!(comparison.changed.is_empty(), "{:#?}", comparison.changed);
        assert!(comparison.compared > 100, "{place}: {} positions", comparison.compared);
    }
}

/// Searches that know their opponent; empty if there are more than two sides.
fn known_opponents(game: &Game) -> Vec<(String, impl Fn() -> Player + use<>)> {
    let [net, net_search] = ["net", "net-search"].map(|name| {
        let row = AGENTS.iter().find(|row| row.name == name);
        small(row.expect("a row"), game)
    });
    let of = |search: &str, victim: &str| [search.to_owned(), victim.to_owned()];
    let pairs = [
        of("ismcts:simulations=20:particles=8:threads=2", "formula"),
        of("ismcts:simulations=20:particles=8:rollout=none", &(net + ":temperature=1")),
        of(&(net_search + ":particles=8"), "ismcts:simulations=4:inference=none:exact=0"),
    ];
    let knowing = |[search, victim]: [String; 2]| {
        let spec = AgentSpec::parse(&format!("{search}:others='{victim}'")).expect("a spec");
        let (name, game) = (spec.to_string(), game.clone());
        (name, move || Player::Fair(spec.build(&game).expect("a fair agent")))
    };
    let two_sides = game.sides() == 2;
    pairs.into_iter().filter(|_| two_sides).map(knowing).collect()
}

/// The control: agents that look at hidden cards are detected.
#[test]
fn an_agent_that_looks_is_found_out() {
    let cheats: Vec<_> = rows().filter(|row| row.cheats()).collect();
    assert!(!cheats.is_empty());
    for row in cheats {
        let comparison = look_at(|game| vec![small(row, game)]);
        let (changed, compared) = (comparison.changed.len(), comparison.compared);
        assert!(changed * 4 > compared, "{}: {changed} of {compared} decisions", row.name);
        println!("{}: {changed} of {compared} decisions depend on hidden cards", row.name);
    }
}
