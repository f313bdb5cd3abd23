//! `spariglio serve`: play, watch, practise and review in the browser.

use std::net::{IpAddr, SocketAddr, ToSocketAddrs, UdpSocket};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Result, anyhow, ensure};
use clap::Args as ClapArgs;
use spariglio_agents::AgentSpec;
use spariglio_agents::agent::Stop;
use spariglio_files::tell;
use spariglio_report::Language;
use spariglio_web::{PageFile, Running, ServeConfig, ServeError};

use crate::completions::words;
use crate::{Status, common, interrupt};

/// Play, watch, practise and review in the browser.
///
/// Starts a server on this machine and prints its address.
#[derive(ClapArgs)]
pub struct Args {
    /// Agents, separated by commas: further ones that may sit at tables; every fair type may anyway; if given again, adds
    /// agents
    #[arg(long, short, value_name = "A,B,...")]
    agents: Vec<String>,
    /// Agent that gives hints: it reviews too [default: net-search if a network ships for the rules, else ismcts]
    #[arg(long, value_name = "AGENT")]
    hints: Option<String>,
    /// Port; 0 = any free one
    #[arg(long, value_name = "PORT", default_value_t = 7040, value_parser = common::number::<u16, 0, 65535>)]
    port: u16,
    /// Address to listen on, or its name; unless it is this machine's own (loopback), others can reach the server
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = address)]
    host: IpAddr,
    /// Further host name by which browsers may reach the server, with its port or for any port, for example behind a
    /// forwarded port; may be given several times
    #[arg(long = "name", value_name = "NAME", value_parser = name)]
    names: Vec<String>,
    /// Open the browser
    #[arg(long)]
    open: bool,
    /// Language: `en` or `it`, of the pages [default: the browser's preference]
    #[arg(long, value_name = "LANG", add = words(Language::ALL.map(Language::code)))]
    lang: Option<Language>,
    /// Folder that keeps the tables if the server ends [default: spariglio/serve in the user's state folder]
    #[arg(long, value_name = "DIR")]
    state: Option<PathBuf>,
    /// Keep no tables after the server ends
    #[arg(long, conflicts_with = "state")]
    no_state: bool,
    /// Worker threads; 0 = one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = common::threads)]
    threads: usize,
    /// Folder with the files of the pages, for developers of the pages
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    assets: Option<PathBuf>,
}

/// Parses `--host ADDRESS`.
fn address(text: &str) -> Result<IpAddr, String> {
    let addresses = (text, 0).to_socket_addrs().map_or_else(|_| Vec::new(), Iterator::collect);
    let address = addresses.iter().find(|address| address.is_ipv4()).or(addresses.first());
    address
        .map(SocketAddr::ip)
        .ok_or_else(|| "expected an address or the name of one, such as 127.0.0.1 or localhost".to_owned())
}

/// Parses `--name NAME`.
fn name(text: &str) -> Result<String, String> {
    let is_name = !text.is_empty() && text.chars().all(|sign| sign.is_ascii_alphanumeric() || ".-_:[]".contains(sign));
    is_name
        .then(|| text.to_owned())
        .ok_or_else(|| "expected a host name, such as play.example or localhost:9000".to_owned())
}

/// The address by which other machines reach this one, if it listens on all of its addresses; `all` if there is no net.
/// Nothing is sent.
fn machine(all: IpAddr) -> Result<IpAddr> {
    let socket = UdpSocket::bind((all, 0))?;
    // An address for documentation (RFC 5737, RFC 3849).
    let elsewhere = if all.is_ipv4() {
        "192.0.2.1:9"
    } else {
        "[2001:db8::1]:9"
    };
    Ok(socket
        .connect(elsewhere)
        .and_then(|()| socket.local_addr())
        .map_or(all, |address| address.ip()))
}

/// Runs `spariglio serve`.
pub fn run(args: Args) -> Result<Status> {
    interrupt::listen()?;
    // Reviews are kept, so no stop cuts their searches.
    Stop::hand_on(None);
    let agents = common::agents(&args.agents)?;
    let hints = args.hints.as_deref().map(AgentSpec::resolve).transpose();
    if let Some(folder) = &args.assets {
        let shell = folder.join("shell.html");
        ensure!(
            shell.is_file(),
            "--assets {}: expected a folder with the pages' files, found no shell.html",
            folder.display()
        );
    }
    let mut names = args.names;
    if !args.host.is_loopback() {
        tell!(
            "warning: {}: anyone who can reach this address and knows the token can play and compute here",
            args.host
        );
        let host = if args.host.is_unspecified() {
            machine(args.host)?
        } else {
            args.host
        };
        names.push(match host {
            IpAddr::V4(host) => host.to_string(),
            IpAddr::V6(host) => format!("[{host}]"),
        });
        tell!("other machines open it by the name {}; --name adds another one", names[names.len() - 1]);
    }
    let running = spariglio_web::start(ServeConfig {
        host: args.host,
        port: args.port,
        names,
        agents,
        hints: hints.map_err(|error| anyhow!(error))?,
        threads: args.threads,
        language: args.lang,
        state: if args.no_state {
            None
        } else {
            args.state.or_else(state_folder)
        },
        assets: args.assets,
    });
    let running = running.map_err(|error| with_way_out(error.into()))?;
    tell!("open {}", running.url());
    tell!("Ctrl-C ends the server.");
    // The file stays until the server ends: the browser may be slow.
    let _page = if args.open { open(&running) } else { None };
    running.serve(interrupt::stopped);
    Ok(Status::Success)
}

/// Adds advice to an error if there is some.
fn with_way_out(error: anyhow::Error) -> anyhow::Error {
    match error.downcast_ref() {
        Some(ServeError::InUse { address, .. }) => {
            let page = address
                .as_ref()
                .map_or_else(|| "use its page".to_owned(), |address| format!("open {address}"));
            error.context(format!("{page}, or start with --state DIR or --no-state"))
        }
        Some(ServeError::State(_)) => {
            error.context("keep the tables in another folder (--state DIR) or nowhere (--no-state)")
        }
        Some(ServeError::Listen { .. }) => error.context("choose another --port; 0 takes any that is free"),
        _ => error,
    }
}

/// The folder for the program's state (XDG Base Directory Specification, on Windows the user's local data); `None` if no
/// home is known.
fn state_folder() -> Option<PathBuf> {
    let named = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = named("XDG_STATE_HOME").filter(|path| path.is_absolute());
    let base = base.or_else(|| match cfg!(windows) {
        true => named("LOCALAPPDATA"),
        false => named("HOME").map(|home| home.join(".local/state")),
    });
    base.map(|base| base.join("spariglio/serve"))
}

/// Asks the system to open a file that leads to the server: the token is on no command line. A failure is only a
/// warning, as the address is printed in any case.
fn open(running: &Running) -> Option<PageFile> {
    let page = running.page_file();
    let page = page.inspect_err(|error| tell!("warning: no file for the browser: {error}; open the address yourself"));
    let page = page.ok()?;
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let started = Command::new(program)
        .arg(page.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if started.is_err() {
        tell!("warning: {program} cannot be started: open the address yourself");
    }
    Some(page)
}
