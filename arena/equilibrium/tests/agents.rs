//! Exploitability of agents, compared with figures computed without a tree.

use spariglio_agents::{Agent, AgentSpec, Budget};
use spariglio_engine::walks::for_each_deal;
use spariglio_engine::{Action, Deal, Game, State, View};
use spariglio_equilibrium::{Asked, GameTree, Policy, Question, ask, exploitability, value};

fn spec(text: &str) -> AgentSpec {
    AgentSpec::parse(text).expect("a spec")
}

fn asked(game: &Game, tree: &GameTree, text: &str, question: Question, seed: u64) -> Asked {
    ask(game, tree, &spec(text), question, seed, &|_| {}).expect("an agent")
}

fn stated(game: &Game, tree: &GameTree, text: &str) -> Policy {
    asked(game, tree, text, Question::Stated, 0).policy
}

/// One hand with all cards known. The agent sees only its seat's view.
struct Open<'a> {
    game: &'a Game,
    deal: &'a Deal,
    agent: &'a mut dyn Agent,
    /// The seat that sees everything and plays best; `None` if the agent plays both.
    responder: Option<usize>,
}

impl Open<'_> {
    /// The margin of the responder, or of the dealer if there is none.
    fn value(&mut self, state: &State, history: &mut Vec<Action>) -> f64 {
        if state.is_over() {
            return f64::from(state.margin(self.game, self.responder.unwrap_or(0)));
        }
        let mut actions = Vec::new();
        state.legal_actions(self.game, &mut actions);
        let responds = self.responder == Some(state.seat());
        let mut policy = vec![1.0; actions.len()];
        if !responds {
            let view = View::new(self.game, self.deal, state, state.seat(), false).with_history(history);
            self.agent.start_hand(0);
            let decision = self.agent.decide(&view, Budget::OWN);
            policy = decision.policy.iter().map(|&share| f64::from(share)).collect();
        }
        let mut values = Vec::new();
        for (&action, share) in actions.iter().zip(&policy) {
            let mut next = *state;
            next.apply(self.game, self.deal, action);
            history.push(action);
            values.push(share * self.value(&next, history));
            history.pop();
        }
        if responds {
            values.into_iter().fold(f64::NEG_INFINITY, f64::max)
        } else {
            values.into_iter().sum()
        }
    }
}

/// The mean value over all deals.
fn mean_open(game: &Game, text: &str, responder: Option<usize>) -> f64 {
    let mut agent = spec(text).build(game).expect("an agent");
    let (mut sum, mut deals) = (0.0, 0);
    for_each_deal(game, 0, &mut |deal| {
        let mut open = Open { game, deal, agent: agent.as_mut(), responder };
        sum += open.value(&State::new(game, deal), &mut Vec::new());
        deals += 1;
    });
    sum / f64::from(deals)
}

#[test]
fn without_hidden_cards_a_best_response_is_the_best_play_of_each_deal() {
    let game = Game::preset("mini_primiera").expect("a preset");
    let tree = GameTree::new(&game).expect("small");
    for text in ["random", "formula"] {
        let gains = exploitability(&tree, &stated(&game, &tree, text));
        for responder in [0, 1] {
            let expected = mean_open(&game, text, Some(responder));
            assert!((gains.responses[responder] - expected).abs() < 1e-6, "{text}: {gains:?}, {expected}");
        }
    }
}

#[test]
fn with_hidden_cards_it_wins_less_than_who_sees_them_and_never_less_than_nothing() {
    let game = Game::preset("mini_scopone").expect("a preset");
    let tree = GameTree::new(&game).expect("small");
    for text in ["random", "greedy", "formula"] {
        let policy = stated(&game, &tree, text);
        let gains = exploitability(&tree, &policy);
        for responder in [0, 1] {
            assert!(gains.responses[responder] < mean_open(&game, text, Some(responder)), "{text}");
        }
        assert!(gains.mean() > 0.0, "{text}: {gains:?}");
        let own = value(&tree, &policy);
        assert!((own - mean_open(&game, text, None)).abs() < 1e-6, "{text}");
        assert!(-gains.responses[1] <= own && own <= gains.responses[0], "{text}");
    }
}

#[test]
fn what_an_agent_is_asked_does_not_depend_on_threads_or_on_other_questions() {
    let game = Game::preset("mini_scopone").expect("a preset");
    let tree = GameTree::new(&game).expect("small");
    let text = "ismcts:simulations=20";
    let of_threads = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| asked(&game, &tree, text, Question::Stated, 0).policy)
    };
    let one = of_threads(1);
    assert_eq!(one, of_threads(3));
    assert_ne!(one, asked(&game, &tree, text, Question::Stated, 1).policy);
}

#[test]
fn sets_that_an_agent_does_not_play_towards_are_not_asked() {
    let game = Game::preset("mini_scopone").expect("a preset");
    let tree = GameTree::new(&game).expect("small");
    let random = asked(&game, &tree, "random", Question::Stated, 0);
    assert_eq!(random.sets, tree.information_sets());
    let greedy = asked(&game, &tree, "greedy", Question::Stated, 0);
    assert!(greedy.sets < tree.information_sets() / 2, "{}", greedy.sets);
}

#[test]
fn what_a_search_plays_is_the_action_that_it_chose() {
    let game = Game::preset("mini_scopone").expect("a preset");
    let tree = GameTree::new(&game).expect("small");
    let text = "ismcts:simulations=50";
    let played = asked(&game, &tree, text, Question::Played, 0);
    let whole = |share: &&f64| **share == 1.0;
    assert!(played.policy.shares().iter().filter(whole).count() >= played.sets);
    assert_ne!(played.policy, stated(&game, &tree, text));
}

#[test]
fn a_mixture_plays_each_hand_with_one_of_its_policies() {
    let game = Game::preset("mini_scopone").expect("a preset");
    let tree = GameTree::new(&game).expect("small");
    let policies = ["greedy", "formula", "random"].map(|text| stated(&game, &tree, text));
    let mixture = Policy::mixture(&tree, &policies);
    // Against any opponent, a mixture wins the mean of its policies. So the best response to it wins at most the mean
    // of the best responses to each.
    let mean = policies.iter().map(|policy| exploitability(&tree, policy).mean()).sum::<f64>() / 3.0;
    assert!(exploitability(&tree, &mixture).mean() <= mean + 1e-12);
    assert_eq!(Policy::mixture(&tree, [&policies[2]]), policies[2]);
}
