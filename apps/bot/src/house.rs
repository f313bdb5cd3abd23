//! The tables of a page that has no server, behind the function `house`.

use serde::Deserialize;
use serde_json::{Value, json};
use spariglio_engine::FormatError;
use spariglio_engine::format::read_json;
use spariglio_table::{House, PageRequest};

/// A wish of the page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, tag = "do", rename_all = "snake_case")]
enum Wish {
    /// A house without tables; everything random follows from the seed.
    Begin { seed: u64 },
    /// A table is put back.
    Restore { table: String },
    /// Another window has closed a table.
    Forget { table: String },
    /// The tables that have changed.
    Write {},
    /// The answer to a request.
    Request(PageRequest),
    /// The tasks that are due at the tables.
    Step {},
}

/// Answers a question to `house`.
pub(crate) fn answer(house: &mut House, request: &str) -> Result<Value, FormatError> {
    Ok(match read_json(request)? {
        Wish::Begin { seed } => {
            *house = House::new(seed);
            json!({})
        }
        Wish::Restore { table } => {
            let restored = house.restore(&table);
            restored.map_err(|reason| FormatError::new("table", "a table of this version", reason))?;
            json!({})
        }
        Wish::Forget { table } => {
            house.forget(&table);
            json!({})
        }
        Wish::Write {} => json!({ "written": written(house) }),
        Wish::Request(request) => {
            let (status, body) = house.answer(&request);
            json!({ "status": status, "body": body })
        }
        Wish::Step {} => {
            let step = house.step();
            let news = step
                .news
                .iter()
                .map(|(id, news)| json!({"id": id, "version": news.version, "what": news.what}));
            let news: Vec<Value> = news.collect();
            json!({
                "news": news, "wait": step.wait.map(|wait| wait.as_millis() as u64),
                "written": written(house),
            })
        }
    })
}

fn written(house: &mut House) -> Value {
    let texts = house.written().into_iter();
    texts.map(|(id, text)| json!({"id": id, "text": text})).collect()
}
