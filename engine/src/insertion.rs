//! The insertion sort, for short lists.

use std::cmp::Ordering;

/// Sorts a list of few items: stable, and a hundredth of the code of the general sort, which counts in
/// WebAssembly.
///
/// # Examples
/// ```
/// let mut values = [0.5, 2.0, 1.0];
/// spariglio_engine::insertion::sort_by(&mut values, |one, other| f64::total_cmp(other, one));
/// assert_eq!(values, [2.0, 1.0, 0.5]);
/// ```
pub fn sort_by<T>(list: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    for end in 1..list.len() {
        let mut place = end;
        while place > 0 && compare(&list[place - 1], &list[place]) == Ordering::Greater {
            list.swap(place - 1, place);
            place -= 1;
        }
    }
}
