//! Helpers of a run change no byte of it, whatever they do.

use std::fs;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::thread;

use spariglio_files::Config;
use spariglio_train::{Crew, Event, LearnConfig, Observer, Plain, Tally, help};

const WORD: &str = "a secret word";

fn config(gradient: &str, more: &str) -> LearnConfig {
    let text = format!(
        "rules = \"scopa\"\nseed = 3\ndevice = \"plain\"\n[gradient]\nwidth = 32\ncritic_width = 32\n\
         decisions = 60000\nbatch = [1024, 4096]\n{gradient}\n{more}\n\
         [evaluation]\nopponents = [\"formula\"]\nhands = 40\nevery = 60000\n"
    );
    LearnConfig::from_toml(&text).unwrap_or_else(|error| panic!("{error}"))
}

/// The helpers of a run, as it tells of them: sentences, and their work at each evaluation.
#[derive(Default)]
struct News(Vec<String>, Vec<Tally>);

impl Observer for News {
    fn tell(&mut self, event: Event<'_>) {
        match event {
            Event::Crew(news) => self.0.push(news.to_owned()),
            Event::Helped(tally) => {
                assert!(tally.helped <= tally.decisions && tally.waited <= tally.time);
                self.1.push(tally);
            }
            _ => {}
        }
    }
}

/// The network and the checkpoint of a run.
fn learnt(dir: &Path) -> [Vec<u8>; 2] {
    let nets = fs::read_dir(dir.join("nets"))
        .expect("networks")
        .map(|entry| entry.expect("an entry").path());
    let newest = nets.filter(|path| path.is_dir()).max().expect("a network");
    [newest.join("model.safetensors"), dir.join("checkpoint.safetensors")].map(|path| fs::read(path).expect("a file"))
}

/// An address of this machine that nobody uses.
fn address() -> String {
    let free = TcpListener::bind("127.0.0.1:0").expect("a port");
    free.local_addr().expect("an address").to_string()
}

/// Runs alone, then with `others`, which get the address; asserts that both runs are alike. Returns the news.
fn with_others(config: &LearnConfig, others: impl FnOnce(&str) + Send + 'static) -> News {
    let [alone, helped] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    spariglio_train::run(config, alone.path(), 2, Box::new(Plain), None, &mut ()).expect("a run");
    let (address, mut news) = (address(), News::default());
    let crew = Crew::listen(&address, WORD).expect("a free address");
    let others = thread::spawn(move || others(&address));
    spariglio_train::run(config, helped.path(), 1, Box::new(Plain), Some(crew), &mut news).expect("a run");
    others.join().expect("no panic");
    assert_eq!(learnt(alone.path()), learnt(helped.path()));
    news
}

/// Two helpers that work to the end of the run.
fn two(address: &str) {
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| help(address, WORD, 1).expect("a run that ends"));
        }
    });
}

#[test]
fn helpers_change_no_byte() {
    for gradient in ["shards = 5", "shards = 70", "shards = 6\nagainst = \"greedy\""] {
        let News(news, work) = with_others(&config(gradient, ""), two);
        assert!(work[0].helped > 0, "{gradient}: {work:?}");
        assert_eq!(news.iter().filter(|news| news.contains("joins")).count(), 2, "{news:?}");
        assert!(!news.iter().any(|news| news.contains("lost")), "{news:?}");
    }
}

#[test]
fn helpers_follow_labeled_hands() {
    let rounds = "[labels]\nagents = [\"net-search:net=RUN:simulations=10\"]\nshards = 12\nhands_per_shard = 20\n\
                  [distil]\nrounds = 1\npasses = 2\nbatch = 4096";
    let News(news, work) = with_others(&config("shards = 4", rounds), two);
    let [learnt, followed] = [&work[0], &work[1]];
    assert!(followed.shards > 0 && followed.helped > learnt.helped, "{work:?}");
    assert!(!news.iter().any(|news| news.contains("lost")), "{news:?}");
}

/// Sends a frame.
fn say(stream: &mut TcpStream, text: &str) {
    stream.write_all(&(text.len() as u32).to_le_bytes()).expect("sent");
    stream.write_all(text.as_bytes()).expect("sent");
}

/// Greets a leader, and returns its answer.
fn greet(address: &str, word: &str, version: &str) -> (TcpStream, String) {
    let mut stream = loop {
        match TcpStream::connect(address) {
            Ok(stream) => break stream,
            Err(_) => thread::yield_now(),
        }
    };
    say(&mut stream, &format!("{{\"version\":\"{version}\",\"token\":\"{word}\",\"threads\":1}}"));
    let mut length = [0; 4];
    stream.read_exact(&mut length).expect("an answer");
    let mut text = vec![0; u32::from_le_bytes(length) as usize];
    stream.read_exact(&mut text).expect("an answer");
    (stream, String::from_utf8(text).expect("UTF-8"))
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

#[test]
fn a_lost_helper_is_replaced_by_the_leader() {
    let News(news, _) = with_others(&config("shards = 4", ""), |address| {
        for answer in ["", "[]", "{", "nonsense"] {
            let (mut stream, welcome) = greet(address, WORD, VERSION);
            assert!(welcome.starts_with("{\"Ok\":"), "{welcome}");
            // Its first share has come.
            stream.read_exact(&mut [0; 1000]).expect("a step");
            say(&mut stream, answer);
        }
    });
    assert_eq!(news.iter().filter(|news| news.contains("is lost")).count(), 4, "{news:?}");
}

#[test]
fn strangers_and_other_versions_are_refused() {
    with_others(&config("shards = 4", ""), |address| {
        let refused = |word, version| greet(address, word, version).1;
        assert!(refused("a guess", VERSION).contains("SPARIGLIO_TOKEN"));
        assert!(refused(WORD, "0.0.1").contains("version 0.0.1: expected"));
        let error = help(address, "a guess", 1).expect_err("a stranger").to_string();
        assert!(error.contains("refuses") && error.contains("token"), "{error}");
    });
}

/// Passes everything on, and changes a bit of each long stretch from the helper.
fn falsify(from: &mut TcpStream, to: &mut TcpStream, is_false: bool) {
    let mut buffer = vec![0; 1 << 20];
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        if is_false && length > 4000 {
            buffer[length / 2] ^= 1;
        }
        if to.write_all(&buffer[..length]).is_err() {
            break;
        }
    }
    // The other direction ends too.
    let _ = to.shutdown(Shutdown::Both);
}

#[test]
fn a_helper_that_computes_otherwise_is_not_used() {
    let News(news, _) = with_others(&config("shards = 4", ""), |leader| {
        let between = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = between.local_addr().expect("an address").to_string();
        // It looks for its leader until the test ends.
        thread::spawn(move || help(&address, WORD, 1));
        let mut helper = between.accept().expect("a helper").0;
        let mut leader = TcpStream::connect(leader).expect("a leader");
        let [mut up, mut down] = [&helper, &leader].map(|stream| stream.try_clone().expect("a handle"));
        thread::spawn(move || falsify(&mut down, &mut up, false));
        falsify(&mut helper, &mut leader, true);
    });
    assert!(news.iter().any(|news| news.contains("other numbers")), "{news:?}");
}
