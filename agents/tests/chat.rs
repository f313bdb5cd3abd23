//! `chat`: a player that asks a language model, against a server that follows a script.

#[path = "support/model.rs"]
mod model;

use std::time::{Duration, Instant};

use model::{Answer, Model, Request};
use rand_pcg::Pcg64Mcg;
use serde_json::json;
use spariglio_agents::agent::Stop;
use spariglio_agents::table::{OffenceKind, Refusal, Usage};
use spariglio_agents::{AgentSpec, Hand, Player, play_hand};
use spariglio_engine::{Deal, Game};

fn player(game: &Game, model: &Model, options: &str) -> Player {
    let spec = AgentSpec::parse(&model.agent(options)).expect("a specification");
    let mut player = spec.build_player(game).expect("a player");
    player.start_hand(1);
    player
}

fn game() -> Game {
    Game::preset("mini_scopa").expect("a preset")
}

/// The first listed action, with some words around it.
fn first(request: &Request) -> String {
    format!("I think so.\nAction: {}", request.legal().first().expect("a legal action"))
}

/// A first decision of a hand, and what it needed.
fn decide(model: &Model, options: &str) -> (Result<String, Refusal>, Usage) {
    let game = game();
    let mut player = player(&game, model, options);
    let hand = Hand::new(&game, &Deal::random(&game, 0, &mut Pcg64Mcg::new(7)), false);
    let action = player.act(&hand).map(|action| action.text(game.deck()));
    (action, player.take_usage())
}

#[test]
fn a_hand_is_played_from_texts() {
    let model = Model::start(|request, _| Answer::says(&first(request)));
    let game = game();
    let spec = AgentSpec::parse(&model.agent("")).expect("a specification");
    let mut seats = [0, 1].map(|_| spec.build_player(&game).expect("a player"));
    seats.iter_mut().for_each(|player| player.start_hand(3));
    let mut hand = Hand::new(&game, &Deal::random(&game, 0, &mut Pcg64Mcg::new(7)), false);
    play_hand(&mut hand, &mut seats[..], &mut ()).expect("legal actions");
    let mut sum = Usage::default();
    seats.iter_mut().for_each(|player| sum.merge(&player.take_usage()));
    let calls = game.plies() as u64;
    assert_eq!((sum.decisions, sum.calls, sum.faults()), (calls, calls, 0));
    assert_eq!((sum.tokens_in, sum.tokens_out), (100 * calls, 7 * calls));
    assert!(seats[0].take_usage().is_empty(), "taken once");
    // The rules come first, and later requests tell only what is new.
    let requests = model.requests();
    let system = requests[0].body["messages"][0]["content"].as_str().expect("a text");
    assert!(system.contains("Rules of mini_scopa") && system.contains("Sweep (scopa)"), "{system}");
    assert!(requests[0].last().contains("What happened:"), "{}", requests[0].last());
    let last = requests.last().expect("a request").last();
    assert!(last.contains("From your last turn on:") && !last.contains("What happened:"), "{last}");
}

#[test]
fn memory_and_thoughts_stay_as_asked() {
    let script = |request: &Request, _| {
        Answer::completion(json!({"content": format!("<think>hm</think>{}", first(request))}), "stop")
    };
    let game = game();
    let messages = |options: &str, hands: usize| {
        let model = Model::start(script);
        let mut player = player(&game, &model, options);
        for seed in 0..hands {
            player.start_hand(seed as u64);
            let mut hand = Hand::new(&game, &Deal::random(&game, 0, &mut Pcg64Mcg::new(7)), false);
            while !hand.is_over() {
                let action = player.act(&hand).expect("a legal action");
                hand.act(action).expect("legal");
            }
        }
        let request = model.requests().pop().expect("a request");
        let texts: Vec<String> = request.body["messages"]
            .as_array()
            .expect("messages")
            .iter()
            .map(|message| message["content"].as_str().expect("a text").to_owned())
            .collect();
        texts
    };
    let plies = game.plies();
    assert_eq!(messages("", 2).len(), 2 * plies);
    assert_eq!(messages(":memory=none", 2).len(), 2);
    assert!(messages(":memory=none", 1)[1].contains("What happened:"));
    assert!(messages("", 1).iter().all(|text| !text.contains("hm")));
    assert!(messages(":think=keep", 1).iter().any(|text| text.contains("<think>hm</think>")));
}

#[test]
fn thoughts_and_answers_are_given_once_with_their_places() {
    let model = Model::start(|request, _| {
        Answer::completion(json!({"content": format!("<think>a sum?</think>{}", first(request))}), "stop")
    });
    let game = game();
    let mut player = player(&game, &model, "");
    let mut hand = Hand::new(&game, &Deal::random(&game, 0, &mut Pcg64Mcg::new(7)), false);
    for _ in 0..2 {
        let action = player.act(&hand).expect("an action");
        hand.act(action).expect("a legal action");
    }
    let thoughts = player.take_thoughts();
    assert_eq!(thoughts.iter().map(|(place, _)| *place).collect::<Vec<_>>(), [0, 1]);
    assert!(thoughts[0].1.starts_with("a sum?\n\nI think so.\nAction: "), "{}", thoughts[0].1);
    assert!(player.take_thoughts().is_empty());
}

#[test]
fn an_answer_without_an_action_is_asked_again_with_what_was_understood() {
    let model = Model::start(|request, number| match number {
        0 => Answer::says("I do not know."),
        1 => Answer::says("Action: 4d x 4c 3c 2c Ac"),
        _ => Answer::says(&first(request)),
    });
    let (action, usage) = decide(&model, "");
    assert!(action.is_ok());
    assert_eq!((usage.decisions, usage.calls, usage.unreadable, usage.illegal), (1, 3, 1, 1));
    let requests = model.requests();
    assert!(requests[1].last().contains("I found no action"), "{}", requests[1].last());
    assert!(requests[2].last().contains("`4d x Ac 2c 3c 4c`"), "{}", requests[2].last());
}

#[test]
fn the_last_fault_is_a_forfeit_or_a_random_action() {
    let model = Model::start(|_, _| Answer::says("Ah\u{1b}[1m, hard."));
    let (refused, usage) = decide(&model, ":retries=1");
    let Err(Refusal::Offence(offence)) = refused else {
        panic!("{refused:?}")
    };
    let text = offence.to_string();
    assert!(matches!(offence.kind, OffenceKind::Protocol(_)) && text.contains("without an action"), "{text}");
    assert!(!text.contains('\u{1b}'), "{text}");
    assert_eq!((usage.calls, usage.unreadable, usage.random), (2, 2, 0));
    let (action, usage) = decide(&model, ":retries=0:illegal=random");
    assert!(action.is_ok());
    assert_eq!((usage.calls, usage.random), (1, 1));
}

#[test]
fn slow_answers_and_cut_off_answers_are_faults() {
    let model = Model::start(|request, number| match number {
        0 => Answer::says(&first(request)).after(3000),
        1 => Answer::completion(json!({"content": first(request)}), "length"),
        _ => Answer::says(&first(request)),
    });
    let started = Instant::now();
    let (action, usage) = decide(&model, ":millis=1000");
    assert!(action.is_ok() && started.elapsed() < Duration::from_millis(2900));
    assert_eq!((usage.calls, usage.late, usage.cut_off), (3, 1, 1));
    let never = Model::start(|_, _| Answer::says("2d").after(60_000));
    let (refused, _) = decide(&never, ":millis=100:retries=0");
    let Err(Refusal::Offence(offence)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(offence.kind, OffenceKind::Timeout { limit_millis: 100 });
}

#[test]
fn refusals_of_the_endpoint_are_counted_apart() {
    let model = Model::start(|request, number| match number {
        0 => Answer::completion(json!({"content": first(request)}), "content_filter"),
        1 => Answer::completion(json!({"content": null, "refusal": "I do not gamble."}), "stop"),
        _ => Answer::says(&first(request)),
    });
    let (action, usage) = decide(&model, "");
    assert!(action.is_ok());
    assert_eq!((usage.calls, usage.refused, usage.faults()), (3, 2, 0));
    let never = Model::start(|_, _| Answer::completion(json!({"refusal": "I do not gamble."}), "stop"));
    let (refused, usage) = decide(&never, ":retries=0");
    let Err(Refusal::Offence(offence)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(offence.kind, OffenceKind::Refused("`I do not gamble.`".to_owned()));
    assert_eq!((usage.refused, usage.faults()), (1, 0));
}

#[test]
fn a_busy_server_is_waited_for() {
    let model = Model::start(|request, number| match number {
        0 => Answer::with(429, "slow down").header("Retry-After: 1"),
        1 => Answer::with(503, "restarting").header("Retry-After: 0"),
        2 => Answer::with(500, ""),
        _ => Answer::says(&first(request)),
    });
    let started = Instant::now();
    let (action, usage) = decide(&model, "");
    assert!(action.is_ok() && started.elapsed() >= Duration::from_secs(1));
    assert_eq!((usage.calls, usage.busy, usage.faults()), (1, 3, 0));
    let always = Model::start(|_, _| Answer::with(429, "slow down").header("Retry-After: 5"));
    let (refused, _) = decide(&always, ":patience=1000");
    let Err(Refusal::Failed(why)) = refused else {
        panic!("{refused:?}")
    };
    assert!(why.contains("429") && why.contains("slow down") && why.contains("`patience`: 1000 ms"), "{why}");
}

#[test]
fn a_wait_for_a_busy_server_ends_when_the_work_is_asked_to_stop() {
    let model = Model::start(|_, _| Answer::with(429, "slow down"));
    let (stop, started) = (Stop::default(), Instant::now());
    let asker = stop.clone();
    let asking = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(700));
        asker.ask();
    });
    let (refused, usage) = stop.during(|| decide(&model, ""));
    asking.join().expect("asked");
    assert!(matches!(refused, Err(Refusal::Failed(_))), "{refused:?}");
    assert!(usage.busy > 0 && started.elapsed() < Duration::from_secs(5), "{usage:?}");
}

#[test]
fn a_server_that_refuses_or_babbles_ends_the_run_in_its_words() {
    for (answer, words) in [
        (Answer::with(400, "unknown model mock"), "400 Bad Request: unknown model mock"),
        (Answer::with(200, "<html>"), "line 1 column 1, in the answer <html>"),
        (Answer::with(200, "{\"choices\": []}"), "without a choice"),
    ] {
        let (status, body) = (answer.status, answer.body.clone());
        let model = Model::start(move |_, _| Answer::with(status, &body));
        let (refused, _) = decide(&model, "");
        let Err(Refusal::Failed(why)) = refused else {
            panic!("{refused:?}")
        };
        assert!(why.contains(words), "{why}");
    }
}

#[test]
fn the_key_is_sent_and_told_nowhere() {
    // The variable is set by the build configuration of the tests, so that no test changes the environment.
    let key = env!("CARGO_PKG_NAME");
    let model = Model::start(move |request, number| match number {
        0 => Answer::with(401, &format!("the key {key} is wrong: {:?}", request.head)),
        _ => Answer::says("2d"),
    });
    let (refused, _) = decide(&model, ":key=CARGO_PKG_NAME");
    let Err(Refusal::Failed(why)) = refused else {
        panic!("{refused:?}")
    };
    assert!(why.contains("[key]") && !why.contains(key), "{why}");
    let head = &model.requests()[0].head;
    assert!(
        head.iter()
            .any(|line| line.eq_ignore_ascii_case(&format!("authorization: Bearer {key}"))),
        "{head:?}"
    );
    let spec = AgentSpec::parse(&model.agent(":key=CARGO_PKG_NAME")).expect("a specification");
    assert!(!format!("{spec} {spec:?}").contains(&format!("={key}")));
    let unset = AgentSpec::parse(&model.agent(":key=NO_SUCH_VARIABLE")).expect("a specification");
    let error = unset.build_player(&game()).err().expect("no key").to_string();
    assert!(error.contains("`NO_SUCH_VARIABLE` is not an environment variable that is set"), "{error}");
}

#[test]
fn the_endpoint_is_asked_before_the_first_hand() {
    let model = Model::start(|_, _| Answer::says("2d"));
    let config = |text: &str| {
        let spec = AgentSpec::parse(text).expect("a specification");
        spec.options::<spariglio_agents::chat::ChatConfig>().expect("a chat").clone()
    };
    assert!(config(&model.agent("")).greet().is_ok());
    let nobody = config("chat:url='http://127.0.0.1:9/v1':model=mock").greet();
    let error = nobody.expect_err("nobody listens").to_string();
    assert!(error.contains("chat endpoint `http://127.0.0.1:9/v1`") && error.contains("refused"), "{error}");
}

#[test]
fn options_are_checked() {
    for (text, words) in [
        ("chat:model=x", "needs the option `url`"),
        ("chat:url='http://a'", "needs the option `model`"),
        ("chat:url=a:model=x", "is not an address"),
        ("chat:url='http://a':model=x:key='a b'", "name of an environment variable"),
        ("chat:url='http://a':model=x:memory=long", "one of: hand, match, none"),
        ("chat:url='http://a':model=x:language=fr", "one of: en, it"),
    ] {
        let error = AgentSpec::parse(text).expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}

#[test]
fn other_languages_spellings_and_names_are_played() {
    for options in [":language=it", ":cards=names:language=it", ":cards=symbols", ":obfuscate=4", ":legal=false"] {
        let italian = options.contains("it");
        let model = Model::start(move |request, _| {
            if options.contains("legal=false") {
                // The first card of the hand may be laid only if it takes nothing, so all cards are tried.
                let cards = request
                    .last()
                    .split_once("Your hand: ")
                    .expect("a hand")
                    .1
                    .lines()
                    .next()
                    .expect("cards")
                    .to_owned();
                return Answer::says(cards.split(' ').next().expect("a card"));
            }
            let list = if italian {
                "Giocate permesse:\n- "
            } else {
                "Legal actions:\n- "
            };
            let action = request
                .last()
                .split_once(list)
                .expect("a list")
                .1
                .lines()
                .next()
                .expect("an action");
            Answer::says(action)
        });
        let (action, usage) = decide(&model, options);
        assert!(action.is_ok(), "{options}: {action:?}");
        assert_eq!(usage.faults(), 0, "{options}");
        let system = model.requests()[0].body["messages"][0]["content"]
            .as_str()
            .expect("a text")
            .to_owned();
        assert_eq!(system.contains("mini_scopa"), options != ":obfuscate=4", "{system}");
    }
}
