//! The page that a browser shows if the address it opens is refused: what to do, in the browser's language.
//!
//! A browser without access gets this page too. Its style sheet is the only file that needs no cookie.

use axum::http::header;
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value};
use spariglio_files::json;
use spariglio_report::Language;

use crate::assets::Assets;
use crate::guard::reads;
use spariglio_table::Refusal;

/// The address of the style sheet.
pub(crate) const STYLE: &str = "/refusal.css";
/// Files of which the style sheet consists.
const SHEETS: [&str; 2] = ["theme.css", "style.css"];
/// The file of the page.
const PAGE: &str = "refusal.html";

/// Whether a browser asks for a page to show.
pub(crate) fn is_navigation(method: &Method, headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let wants_page = || text("accept").is_some_and(|kinds| kinds.contains("text/html"));
    reads(method) && text("sec-fetch-dest").map_or_else(wants_page, |what| what == "document")
}

/// The style sheet.
pub(crate) fn style(assets: &Assets) -> Response {
    let sheets = SHEETS.iter().filter_map(|name| assets.get(name));
    let sheets: Vec<u8> = sheets.flat_map(|(bytes, _)| bytes).collect();
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], sheets).into_response()
}

/// The page of a refusal. `back` is an address on this server that the browser may open, and the name of its words.
pub(crate) fn page(assets: &Assets, refusal: &Refusal, language: Language, back: Option<(&str, &str)>) -> Response {
    let words = words(assets, language);
    let message = |key: &str| words.get(&format!("error.{key}")).and_then(Value::as_str).unwrap_or_default();
    let reason = Some(message(refusal.code)).filter(|reason| !reason.is_empty());
    let mut reason = reason.unwrap_or_else(|| message("other")).to_owned();
    for (name, number) in refusal.numbers.iter() {
        reason = reason.replace(&format!("{{{name}}}"), &number.to_string());
    }
    let link = back.map(|(path, key)| format!("<p><a class=\"button\" href=\"{path}\">{}</a></p>", message(key)));
    let page = assets.get(PAGE).unwrap_or_default().0;
    let page = String::from_utf8_lossy(&page)
        .replace("{{lang}}", language.code())
        .replace("{{title}}", message("title"))
        .replace("{{reason}}", &reason)
        .replace("{{link}}", &link.unwrap_or_default());
    (refusal.status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}

/// The texts of a language.
fn words(assets: &Assets, language: Language) -> Map<String, Value> {
    let file = assets.get(&format!("{}.json", language.code())).unwrap_or_default();
    json::read(file.0).unwrap_or_default()
}
