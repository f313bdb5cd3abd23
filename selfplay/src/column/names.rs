//! A text per row, of few different ones.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, StringArray};
use arrow_schema::{ArrowError, DataType};

use super::{Column, Fault, Item, Stored};

/// A text per row. Each different text is stored once, in the order in which they first occur; `P` is the type of their
/// places.
#[derive(Clone, Debug, PartialEq)]
pub struct Names<P> {
    texts: Vec<String>,
    places: Vec<P>,
}

impl<P: Item + Into<usize> + TryFrom<usize>> Names<P> {
    /// The text of a row.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, index: usize) -> &str {
        &self.texts[self.places[index].into()]
    }

    /// The place of a text, which is added if it is new.
    fn place(&mut self, text: &str) -> P {
        let index = self.texts.iter().position(|known| known == text);
        let place = index.unwrap_or_else(|| {
            self.texts.push(text.to_owned());
            self.texts.len() - 1
        });
        P::try_from(place).unwrap_or_else(|_| panic!("{place} different texts in a shard"))
    }
}

impl<P: Item + Into<usize> + TryFrom<usize>> Column for Names<P> {
    type Value<'a> = &'a str;

    fn new(_: Option<usize>) -> Names<P> {
        Names { texts: Vec::new(), places: Vec::new() }
    }

    fn push(&mut self, text: &str) {
        let place = self.place(text);
        self.places.push(place);
    }

    fn append(&mut self, parts: &[&Names<P>]) {
        for part in parts {
            let places: Vec<P> = part.texts.iter().map(|text| self.place(text)).collect();
            self.places.extend(part.places.iter().map(|&place| places[place.into()]));
        }
    }
}

impl<P: Item + Into<usize> + TryFrom<usize>> Stored for Names<P> {
    fn data_type(&self) -> Option<DataType> {
        Some(DataType::Utf8)
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.places[..])
    }

    fn take(&mut self) -> Result<ArrayRef, ArrowError> {
        let rows = (0..self.places.len()).map(|row| self.row(row));
        let array = StringArray::from_iter_values(rows);
        *self = Names::new(None);
        Ok(Arc::new(array))
    }

    fn extend(&mut self, array: &ArrayRef) -> Result<(), Fault> {
        let texts: &StringArray = array.as_string();
        for text in texts.iter().flatten() {
            let len = self.texts.len();
            if len > usize::from(u16::MAX) {
                return Err(Fault::new("few different texts", format!("more than {len}")));
            }
            self.push(text);
        }
        Ok(())
    }
}
