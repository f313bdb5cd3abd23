//! A language model that follows a script, behind an endpoint on the loopback address.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// An answer of the server: its status, further header lines, its body, and the time that it takes.
pub struct Answer {
    pub status: u16,
    pub headers: Vec<String>,
    pub body: String,
    pub delay: Duration,
}

impl Answer {
    /// A chat completion with this content.
    pub fn says(content: &str) -> Answer {
        Answer::completion(json!({"content": content}), "stop")
    }

    /// A chat completion of a message.
    pub fn completion(message: Value, finish: &str) -> Answer {
        let choice = json!({"message": message, "finish_reason": finish});
        let usage = json!({"prompt_tokens": 100, "completion_tokens": 7});
        Answer::with(200, &json!({"choices": [choice], "usage": usage}).to_string())
    }

    /// A status and a body.
    pub fn with(status: u16, body: &str) -> Answer {
        Answer { status, headers: Vec::new(), body: body.to_owned(), delay: Duration::ZERO }
    }

    /// The same answer after some time.
    pub fn after(self, millis: u64) -> Answer {
        Answer { delay: Duration::from_millis(millis), ..self }
    }

    /// The same answer with a further header line.
    pub fn header(mut self, line: &str) -> Answer {
        self.headers.push(line.to_owned());
        self
    }
}

/// A request as the server got it.
#[derive(Clone)]
pub struct Request {
    /// The lines of its head.
    pub head: Vec<String>,
    /// Its body; null if it has none.
    pub body: Value,
}

impl Request {
    /// The text of the last message.
    pub fn last(&self) -> &str {
        let messages = self.body["messages"].as_array().expect("messages");
        messages.last().and_then(|message| message["content"].as_str()).expect("a text")
    }

    /// The legal actions that the last message with a list lists.
    pub fn legal(&self) -> Vec<String> {
        let messages = self.body["messages"].as_array().expect("messages");
        let texts = messages.iter().rev().filter_map(|message| message["content"].as_str());
        let list = texts
            .filter_map(|text| text.split_once("Legal actions:\n"))
            .map(|(_, list)| list)
            .next();
        let lines = list.unwrap_or_default().lines().map_while(|line| line.strip_prefix("- "));
        lines.map(str::to_owned).collect()
    }
}

/// A server that answers by a script. It ends with the test.
pub struct Model {
    pub url: String,
    seen: Arc<Mutex<Vec<Request>>>,
}

impl Model {
    /// Starts a server. `script` answers requests for completions; the list of models is empty.
    pub fn start(script: impl Fn(&Request, usize) -> Answer + Send + Sync + 'static) -> Model {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("http://{}/v1", listener.local_addr().expect("an address"));
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (script, log) = (Arc::new(script), Arc::clone(&requests));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (script, log) = (Arc::clone(&script), Arc::clone(&log));
                thread::spawn(move || serve(stream, &*script, &log));
            }
        });
        Model { url, seen: requests }
    }

    /// The requests for completions so far.
    pub fn requests(&self) -> Vec<Request> {
        self.seen.lock().expect("no script panicked").clone()
    }

    /// An agent of this model, with further options.
    pub fn agent(&self, options: &str) -> String {
        format!("chat:url='{}':model=mock{options}", self.url)
    }
}

fn serve(stream: TcpStream, script: &dyn Fn(&Request, usize) -> Answer, seen: &Mutex<Vec<Request>>) {
    let mut reader = BufReader::new(stream.try_clone().expect("a second handle"));
    let mut stream = stream;
    while let Some(request) = read(&mut reader) {
        let answer = if request.body.is_null() {
            Answer::with(200, "{\"data\": []}")
        } else {
            let number = {
                let mut requests = seen.lock().expect("no script panicked");
                requests.push(request.clone());
                requests.len() - 1
            };
            script(&request, number)
        };
        thread::sleep(answer.delay);
        let headers: String = answer.headers.iter().map(|line| format!("{line}\r\n")).collect();
        let head = format!("HTTP/1.1 {} X\r\nContent-Length: {}\r\n{headers}\r\n", answer.status, answer.body.len());
        if stream.write_all(format!("{head}{}", answer.body).as_bytes()).is_err() {
            return;
        }
    }
}

fn read(reader: &mut BufReader<TcpStream>) -> Option<Request> {
    let mut head = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end() {
            "" => break,
            line => head.push(line.to_owned()),
        }
    }
    let length = head
        .iter()
        .find_map(|line| line.to_lowercase().strip_prefix("content-length:")?.trim().parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).ok()?;
    Some(Request { head, body: serde_json::from_slice(&body).unwrap_or(Value::Null) })
}
