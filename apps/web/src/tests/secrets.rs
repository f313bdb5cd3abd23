//! Secrets stay with the user: in the state folder, and in the file that opens the browser.

use std::fs::{Permissions, create_dir, metadata, read_dir, read_to_string, set_permissions, write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::json;

use super::client::{Client, config};
use crate::{ServeConfig, ServeError, start};

fn mode(path: &Path) -> u32 {
    metadata(path).expect("there").permissions().mode() & 0o7777
}

fn with_state(state: &Path) -> ServeConfig {
    ServeConfig { state: Some(state.to_owned()), port: 0, ..config() }
}

#[test]
fn a_new_state_folder_is_for_its_user_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("new/state");
    let running = start(with_state(&state)).expect("a server");
    for made in [folder.path().join("new"), state.clone(), state.join("tables")] {
        assert_eq!(mode(&made), 0o700, "{}", made.display());
    }
    assert_eq!(mode(&state.join("token")), 0o600);
    drop(running);
    Client::with_state(state.clone()).open(&json!({"rules": "scopa", "seats": ["person", "greedy"]}));
    let saved = read_dir(state.join("tables"))
        .expect("a folder")
        .next()
        .expect("a table")
        .expect("an entry");
    assert_eq!(mode(&saved.path()), 0o600);
}

#[test]
fn a_folder_that_is_there_keeps_its_permissions() {
    let folder = tempfile::tempdir().expect("a folder");
    for (permissions, is_used) in [(0o700, true), (0o755, true), (0o775, false), (0o1777, false), (0o702, false)] {
        let state = folder.path().join(format!("{permissions:o}"));
        create_dir(&state).expect("made");
        set_permissions(&state, Permissions::from_mode(permissions)).expect("changed");
        match start(with_state(&state)) {
            Ok(_) => assert!(is_used, "{permissions:o}"),
            Err(error) => {
                assert!(!is_used, "{permissions:o}: {error}");
                let text = error.to_string();
                assert!(text.contains(&format!("permissions {permissions:o}, expected 700")), "{text}");
                assert!(text.contains("chmod 700"), "{text}");
                assert!(!state.join("token").exists());
            }
        }
        assert_eq!(mode(&state), permissions);
    }
}

/// A token whose file others could read is written again for the user alone.
#[test]
fn a_kept_token_is_private() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("token");
    let token = "00112233445566778899aabbccddeeff";
    write(&file, token).expect("written");
    set_permissions(&file, Permissions::from_mode(0o644)).expect("changed");
    let running = start(with_state(folder.path())).expect("a server");
    assert!(running.url().ends_with(token), "{}", running.url());
    assert_eq!(mode(&file), 0o600);
}

#[test]
fn the_file_that_opens_the_browser_is_private_and_goes() {
    let running = start(ServeConfig { port: 0, ..config() }).expect("a server");
    let url = running.url();
    let (_, token) = url.split_once("token=").expect("a token");
    let page = running.page_file().expect("written");
    let path = page.path().to_owned();
    assert_eq!(mode(&path), 0o600);
    assert!(!path.to_string_lossy().contains(token));
    assert!(read_to_string(&path).expect("read").contains(&format!("url={url}\"")));
    drop(page);
    assert!(!path.exists());
}

/// Another server on the same folder says where the first one is. Only the same user can read that.
#[test]
fn a_second_server_names_the_address_of_the_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let running = start(with_state(folder.path())).expect("a server");
    assert_eq!(mode(&folder.path().join("address")), 0o600);
    match start(with_state(folder.path())).map(|_| ()) {
        Err(ServeError::InUse { address, .. }) => assert_eq!(address, Some(running.url())),
        other => panic!("{other:?}"),
    }
}
