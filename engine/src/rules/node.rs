//! A value of a rule set before it means anything: what TOML and JSON have in common.

/// One value of a file, a table with its entries in the file's order.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Node {
    /// A whole number.
    Number(i128),
    /// `true` or `false`.
    Flag(bool),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// A table.
    Table(Vec<(String, Node)>),
    /// Anything that no field has: its kind and text.
    Other(&'static str, String),
}

impl Node {
    /// The value as an error shows it.
    pub(super) fn show(&self) -> String {
        match self {
            Node::Number(number) => number.to_string(),
            Node::Flag(flag) => flag.to_string(),
            Node::Text(text) => format!("the text {text:?}"),
            Node::List(_) => "a list".to_owned(),
            Node::Table(_) => "a table".to_owned(),
            Node::Other(kind, text) if text.is_empty() => (*kind).to_owned(),
            Node::Other(kind, text) => format!("{kind} {text}"),
        }
    }
}

impl From<toml::Value> for Node {
    fn from(value: toml::Value) -> Node {
        match value {
            toml::Value::String(text) => Node::Text(text),
            toml::Value::Integer(number) => Node::Number(number.into()),
            toml::Value::Boolean(flag) => Node::Flag(flag),
            toml::Value::Float(number) => Node::Other("the float", number.to_string()),
            toml::Value::Datetime(time) => Node::Other("the date", time.to_string()),
            toml::Value::Array(list) => Node::List(list.into_iter().map(Node::from).collect()),
            toml::Value::Table(table) => Node::from(table),
        }
    }
}

impl From<toml::Table> for Node {
    fn from(table: toml::Table) -> Node {
        Node::Table(table.into_iter().map(|(key, value)| (key, Node::from(value))).collect())
    }
}

impl From<&serde_json::Value> for Node {
    fn from(value: &serde_json::Value) -> Node {
        match value {
            serde_json::Value::Null => Node::Other("null", String::new()),
            serde_json::Value::Bool(flag) => Node::Flag(*flag),
            serde_json::Value::String(text) => Node::Text(text.clone()),
            serde_json::Value::Array(list) => Node::List(list.iter().map(Node::from).collect()),
            serde_json::Value::Object(table) => Node::Table(
                table
                    .iter()
                    .map(|(key, value)| (key.clone(), Node::from(value)))
                    .collect(),
            ),
            serde_json::Value::Number(number) => match number.as_i128() {
                Some(whole) => Node::Number(whole),
                None => Node::Other("the number", number.to_string()),
            },
        }
    }
}
