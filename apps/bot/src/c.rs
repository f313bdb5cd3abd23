//! The functions for C and WebAssembly (`include/spariglio.h`).
//!
//! Invariant: no panic leaves a function; a text that a function returns is freed by `spariglio_text_free` alone.

#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use spariglio_engine::FormatError;

use crate::Bot;
use crate::functions::refusal;

/// Makes a bot; free it with [`spariglio_free`].
#[unsafe(no_mangle)]
pub extern "C" fn spariglio_new() -> *mut Bot {
    #[cfg(target_family = "wasm")]
    host::begin();
    Box::into_raw(Box::default())
}

/// Frees a bot.
///
/// # Safety
/// `bot` is null, or comes from [`spariglio_new`] and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spariglio_free(bot: *mut Bot) {
    if !bot.is_null() {
        // SAFETY: it is a box of `spariglio_new`.
        drop(unsafe { Box::from_raw(bot) });
    }
}

/// Answers a question to a function. Returns JSON; free it with [`spariglio_text_free`].
///
/// # Safety
/// `bot` comes from [`spariglio_new`] and no other thread uses it; `function` and `request` end with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spariglio_ask(bot: *mut Bot, function: *const c_char, request: *const c_char) -> *mut c_char {
    // SAFETY: the caller keeps them alive and unchanged during the call.
    let (function, request) = unsafe { (text(function), text(request)) };
    // SAFETY: nobody else uses it.
    let bot = unsafe { bot.as_mut() };
    answer(|| match (bot, function, request) {
        (Some(bot), Some(function), Some(request)) => bot.call(function, request),
        _ => faulty("request", "a bot, and texts in UTF-8", "a null pointer or other bytes"),
    })
}

/// Adds the network of a file (`model.safetensors`) for the game that it has learnt. Returns JSON as [`spariglio_ask`].
///
/// # Safety
/// As [`spariglio_ask`]; `bytes` has `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spariglio_load(bot: *mut Bot, bytes: *const u8, length: usize) -> *mut c_char {
    // SAFETY: nobody else uses it.
    let bot = unsafe { bot.as_mut() };
    answer(|| match bot {
        // SAFETY: the caller vouches for the length.
        Some(bot) if !bytes.is_null() => bot.load(unsafe { std::slice::from_raw_parts(bytes, length) }),
        _ => faulty("bytes", "a bot, and the bytes of a network", "a null pointer"),
    })
}

/// Frees the text of an answer.
///
/// # Safety
/// `text` is null, or an answer that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spariglio_text_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: it is a text of `answer`.
        drop(unsafe { CString::from_raw(text) });
    }
}

/// Memory of `length` bytes for a host that cannot reach the memory of a WebAssembly module otherwise.
#[unsafe(no_mangle)]
pub extern "C" fn spariglio_bytes_new(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Frees memory of [`spariglio_bytes_new`].
///
/// # Safety
/// It was not freed, and `length` is the same.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spariglio_bytes_free(bytes: *mut u8, length: usize) {
    // SAFETY: it is a box of this length.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(bytes, length)) });
}

/// The text at a pointer; `None` if it is null or no UTF-8.
///
/// # Safety
/// The pointer is null, or its text ends with a zero and lives as long as the result is used.
unsafe fn text<'a>(pointer: *const c_char) -> Option<&'a str> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: the caller vouches for it.
    unsafe { CStr::from_ptr(pointer) }.to_str().ok()
}

fn faulty(field: &str, expected: &str, found: &str) -> String {
    refusal(&FormatError::new(field, expected, found)).to_string()
}

/// The text of an answer for C; a panic becomes a fault.
fn answer(make: impl FnOnce() -> String) -> *mut c_char {
    let made = catch_unwind(AssertUnwindSafe(make));
    let text = made.unwrap_or_else(|_| faulty("request", "a question that the bot can answer", "an internal error"));
    CString::new(text).expect("JSON has no zero").into_raw()
}

#[cfg(target_family = "wasm")]
mod host {
    use std::time::Duration;

    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        /// Milliseconds on a clock of the host.
        safe fn spariglio_now() -> f64;
        /// Takes the text of a panic, which ends the module.
        fn spariglio_panic(text: *const u8, length: usize);
    }

    /// Connects the module with its host.
    pub(super) fn begin() {
        spariglio_agents::search::set_clock(now);
        std::panic::set_hook(Box::new(|panic| {
            let text = panic.to_string();
            // SAFETY: the text lives during the call.
            unsafe { spariglio_panic(text.as_ptr(), text.len()) };
        }));
    }

    fn now() -> Duration {
        Duration::from_secs_f64(spariglio_now().max(0.0) / 1e3)
    }
}
