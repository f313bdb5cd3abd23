//! Secrets: with other hidden cards behind the same view, every part of a fair agent's decision is the same, for every row of
//! the registry in every preset. The cheating rows are the control: the same comparison finds that they look.

use spariglio_agents::{AGENTS, AgentSpec, AgentType, Budget, Decision, Hand, Player};
use spariglio_engine::{Deal, Game};

use crate::hands::{games, generator, small, sparse};
use crate::laws::VARIANTS;
use crate::soak::soak;

/// A decision as its numbers, to the bit, but for the time that it took.
type Told = (Decision, Vec<u32>, String);

fn told(player: &mut Player, hand: &Hand<'_>) -> Told {
    player.start_hand(7);
    let mut decision = player.decide(hand, Budget::OWN).expect("no program, no foul");
    decision.stats.millis = 0.0;
    let numbers = decision.policy.iter().chain([&decision.value]);
    let numbers = numbers.map(|number| number.to_bits()).collect();
    (decision, numbers, format!("{:?}", player.belief()))
}

/// Positions that were compared, and those where hidden cards changed the decision.
#[derive(Default)]
struct Found {
    compared: usize,
    changed: Vec<String>,
}

impl Found {
    /// Compares the decisions of two players of a spec at some positions of random hands, one that is dealt the real cards, one
    /// that is dealt others that the seat to act cannot tell from them. A soak looks at all positions, of more hands.
    fn look(&mut self, spec: &str, game: &Game, open: bool) {
        let stride = if soak() > 1 { 1 } else { 5 };
        let player = || {
            AgentSpec::parse(spec)
                .expect("a spec")
                .build_player(game)
                .expect("an agent")
        };
        let mut twins = [player(), player()];
        for number in 0..soak() {
            let mut rng = generator(31 * number + spec.len() as u64);
            let mut hand = Hand::new(game, &Deal::random(game, 0, &mut rng), open);
            // Which positions are met differs from spec to spec.
            let mut place = spec.len();
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

/// What is found of a row in every preset, with partners who see each other's cards too.
fn look_at(specs: impl Fn(&Game) -> Vec<String>) -> Found {
    let mut found = Found::default();
    for game in games() {
        for spec in specs(&game) {
            found.look(&spec, &game, false);
            if game.players() > game.sides() {
                found.look(&spec, &game, true);
            }
        }
    }
    found
}

fn rows() -> impl Iterator<Item = &'static AgentType> {
    AGENTS.iter().filter(|row| !row.is_program())
}

#[test]
fn hidden_cards_change_nothing_in_a_fair_decision() {
    for row in rows().filter(|row| !row.cheats()) {
        let found = look_at(|game| vec![small(row, game)]);
        assert!(found.changed.is_empty(), "{:#?}", found.changed);
        assert!(found.compared > 100, "{}: {} positions", row.name, found.compared);
        println!(
            "{}: {} positions of {} presets, none told apart",
            row.name,
            found.compared,
            games().count()
        );
    }
}

#[test]
fn nor_do_they_with_other_options() {
    let variants = VARIANTS.iter().map(|&spec| spec.to_owned());
    let found = look_at(|game| variants.clone().chain(sparse(game)).collect());
    assert!(found.changed.is_empty(), "{:#?}", found.changed);
    println!("variants: {} positions, none told apart", found.compared);
}

/// The control: who looks is found out.
#[test]
fn an_agent_that_looks_is_found_out() {
    let cheats: Vec<_> = rows().filter(|row| row.cheats()).collect();
    assert!(!cheats.is_empty());
    for row in cheats {
        let found = look_at(|game| vec![small(row, game)]);
        let (changed, compared) = (found.changed.len(), found.compared);
        assert!(
            changed * 4 > compared,
            "{}: {changed} of {compared} decisions",
            row.name
        );
        println!("{}: {changed} of {compared} decisions depend on hidden cards", row.name);
    }
}
