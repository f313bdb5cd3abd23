//! The page docs/reference/inputs.md, made from the code: every block of inputs, and the tensors of the networks'
//! files.

use anyhow::Result;
use spariglio_agents::net::inputs::{Encoder, INPUTS_VERSION, InputBlock, rules_len};
use spariglio_agents::net::sparse::{SHIPPED, Shipped};
use spariglio_engine::Game;

/// The head of the page.
const HEAD: &str = "\
# The inputs of the networks

The program writes this page from its code (`spariglio inputs --markdown > docs/reference/inputs.md`).

`spariglio inputs --rules scopone 812` tells the meaning of column 812. Without a column the command lists all blocks; `--json` writes them as JSON Lines.
`spariglio selfplay --inputs` and `spariglio export --inputs` write the inputs of every decision into the training rows ([data set](data_set.md)).
";

/// The section on the inputs.
const INPUTS: &str = "\
An input is 1 or absent. The layout depends on the rule set, so every game has its own columns. The policy network reads the columns of the view and of one action;
the critic reads those of the view and of the world. Both begin with the view, and the columns of the action and of the world begin at the same index.
Everything is relative to the seat to act: *other seat* 0 is the next one in the order of play, *other side* 0 the next side.

The inputs of a block are in row-major order, the last axis running fastest: if a block has the axes `other seats x cards` and the pack 40 cards, input
`start + 40 * i + j` is card `j` at other seat `i`. Cards are numbered `4 * (rank - 1) + suit`, ranks from the ace, suits d c s b. If
the declarations of a game are worth 0 points, it has no blocks of `declares`.
";

/// The arithmetic of the network.
const ARITHMETIC: &str = "\
A file has two tensors of 16-bit numbers, `policy` and `critic`, row by row. Row `i` belongs to input `i`; after the rows of the inputs come the bias of the hidden layer, the
residual blocks if there are any (`blocks` and `critic_blocks` in `meta.json`), the weights of the output, and a row whose first number is the bias of the output.
A residual block has a row of weights for each number of the layer below it, and a row for its bias:

```text
hidden = relu(bias + sum of the rows of the inputs)
hidden = relu(hidden + bias of the block + hidden . rows of the block)  for each residual block
logit of an action  = residual + hidden . output                        inputs of the view and of the action
margin to come      = hidden . output + bias of the output              inputs of the view and of the world
```

A network that reads its rules (`deal` in `meta.json`) has two more tensors, `policy_rules` and `critic_rules`. Their rows are values of the fields of `capture`, `sweep`, `declarations` and `score`,
in the order of [rule sets](rule_sets.md). A field with named values has one row per value, and a number has four: 0, 1, 2, and all above. The cards that score singly have 52 rows.
A rule set has one row per field, and one per card that scores singly. These rows are added to the bias.

The probability of an action is the softmax of the logits, which have no bias. The residual is 0. If `meta.json` says `formula`, it is minus four times the difference between the best action's score by `formula` and the action's own; if it says
`lookahead`, the same by the values of `lookahead`, which also take the place of the scores in the inputs. The program adds 32-bit numbers; if sums are taken in another order, only the last digits change.

A port to another language is tested by the output of `--example`: a view as JSON, its inputs, the logits; the inputs of the
world and the margin that the critic expects. `dist/bot/vectors/` has twenty such decisions of every network (`bash tools/bot.sh`).
`apps/cli/examples/logits.py` computes the logits from the file alone:

```sh
spariglio inputs --rules scopone --example --seed 1 | python3 apps/cli/examples/logits.py agents/nets/scopone   # action, its logit, the program's logit
```
";

/// The introduction of the PyTorch script.
const TORCH: &str = "\
With PyTorch (`pip install torch safetensors numpy`), `apps/cli/examples/logits_torch.py` gives the same lines:
";

/// The reference to the PyTorch module.
const MODULE: &str = "\
The Python package has the network as a module of PyTorch: `spariglio.net.PolicyNet.load(FOLDER)` ([python.md](../how-to/python.md)).
";

/// The scripts that compute logits.
const SCRIPT: &str = include_str!("../../examples/logits.py");
const TORCH_SCRIPT: &str = include_str!("../../examples/logits_torch.py");

/// A game with a network that ships.
struct Column {
    name: &'static str,
    blocks: Vec<InputBlock>,
    /// Tensors: name, rows, columns.
    tensors: Vec<(String, usize, usize)>,
}

impl Column {
    fn new(shipped: &Shipped) -> Result<Column> {
        let game = shipped.game();
        let net = shipped.load(&game)?;
        let mut tensors = Vec::new();
        for (name, net) in [("policy", &net.policy), ("critic", &net.critic)] {
            tensors.push((name.to_owned(), net.rows(), net.width()));
            if shipped.reads_rules() {
                tensors.push((format!("{name}_rules"), rules_len(), net.width()));
            }
        }
        Ok(Column { name: shipped.name, blocks: Encoder::new(&game).blocks(), tensors })
    }

    /// First input and number of inputs of a block.
    fn cell(&self, of: &InputBlock) -> String {
        let is_same = |block: &&InputBlock| (block.part, block.name) == (of.part, of.name);
        let block = self.blocks.iter().find(is_same);
        block.map_or_else(String::new, |block| format!("{} ({})", block.start, block.width()))
    }
}

/// The whole page.
pub fn text() -> Result<String> {
    let all = SHIPPED.iter().map(Column::new).collect::<Result<Vec<_>>>()?;
    let columns: Vec<&Column> = all.iter().filter(|column| Game::preset(column.name).is_some()).collect();
    let parts = [
        HEAD.to_owned(),
        format!("## Inputs (version {INPUTS_VERSION})\n\n{INPUTS}"),
        blocks(&columns),
        format!("## The file of a network\n\n{ARITHMETIC}"),
        format!("```python\n{SCRIPT}```\n"),
        format!("{TORCH}\n```python\n{TORCH_SCRIPT}```\n\n{MODULE}"),
        tensors(&all),
    ];
    Ok(parts.join("\n"))
}

/// Tables of the blocks and of their columns in each game.
fn blocks(columns: &[&Column]) -> String {
    let mut all: Vec<&InputBlock> = Vec::new();
    for block in columns.iter().flat_map(|column| &column.blocks) {
        if !all.iter().any(|known| (known.part, known.name) == (block.part, block.name)) {
            all.push(block);
        }
    }
    let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
    let mut text = String::new();
    for part in ["view", "action", "world"] {
        text += &format!("### The {part}\n\n| block | axes | meaning |\n|---|---|---|\n");
        for block in all.iter().filter(|block| block.part == part) {
            text += &format!("| `{}` | {} | {} |\n", block.name, block.axes_text(false), block.meaning);
        }
        text += &format!("\nFirst column, and number of columns in brackets:\n\n| block | {} |\n", names.join(" | "));
        text += &format!("|---|{}\n", "---|".repeat(names.len()));
        for block in all.iter().filter(|block| block.part == part) {
            let cells: Vec<String> = columns.iter().map(|column| column.cell(block)).collect();
            text += &format!("| `{}` | {} |\n", block.name, cells.join(" | "));
        }
        text.push('\n');
    }
    text.trim_end().to_owned() + "\n"
}

fn tensors(columns: &[Column]) -> String {
    let mut text = "| file | tensor | type | shape |\n|---|---|---|---|\n".to_owned();
    for column in columns {
        for (name, rows, width) in &column.tensors {
            text +=
                &format!("| `agents/nets/{}/model.safetensors` | `{name}` | F16 | {rows} x {width} |\n", column.name);
        }
    }
    text
}
