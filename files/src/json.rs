//! JSON with each key once. A parser of JSON takes the last of two equal keys, and another program may take the first.
//!
//! Invariant: every JSON file of this project is read here, so no file has two meanings.

pub use spariglio_engine::format::{read_json as read, typed};

/// Reads any JSON value.
///
/// # Errors
/// As [`read`].
pub fn read_value(text: impl AsRef<[u8]>) -> Result<serde_json::Value, spariglio_engine::FormatError> {
    read(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_is_there_twice_is_named_with_its_path() {
        for (text, place) in [
            (r#"{"won":1,"won":1}"#, "won"),
            (r#"{"a":null,"pairs":[{},{"won":true,"b":[-1,0.5,"x"],"w\u006fn":2}]}"#, "pairs[1].won"),
            (r#"[[{"a":{"b":{"c":1,"c":{}}}}]]"#, "[0][0].a.b.c"),
        ] {
            let error = read_value(text).expect_err(text).to_string();
            assert_eq!(error, format!("{place}: expected each key once, found it twice"));
        }
    }

    #[test]
    fn numbers_and_equal_keys_of_different_objects_are_read() {
        let text = r#"{"a":{"a":[{"a":18446744073709551615},{"a":-2.5e-3},{"a":9007199254740993}]},"b":"é","c":-0.0}"#;
        assert_eq!(read_value(text).expect("read"), serde_json::from_str::<serde_json::Value>(text).expect("JSON"));
        assert_eq!(read::<Vec<u8>>("[1, 2]").expect("numbers"), [1, 2]);
        for number in [0.1, 1e300, 5e-324, -0.0, 1.0 / 3.0] {
            let text = serde_json::to_string(&number).expect("a number");
            assert_eq!(read::<f64>(text).expect("a number").to_bits(), f64::to_bits(number));
        }
    }

    #[test]
    fn other_faults_keep_their_line_and_column() {
        let nested = "[".repeat(100_000);
        for text in ["{\n\"a\":x}", "[1] 2", "", &nested] {
            let error = read_value(text).expect_err("not JSON").to_string();
            assert!(error.contains(" at line "), "{error}");
        }
        for (text, reason) in [
            ("{\"a\":", "it may be cut off"),
            ("hello", "it begins with `hello`"),
            ("{}\n{}\n", "is it a file of records?"),
        ] {
            let error = read_value(text).expect_err("not JSON").to_string();
            assert!(error.contains(reason), "{error}");
        }
        let error = read::<Vec<u8>>("[1,\n\"a\"]").expect_err("a text").to_string();
        assert_eq!(error, "[1]: expected a whole number from 0 to 255, found the text \"a\"");
    }
}
