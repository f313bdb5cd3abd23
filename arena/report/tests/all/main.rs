//! Reports of results and runs, and the strength page, in one test program.

mod hostile;
mod matches;
mod partial;
mod reports;
mod review_pages;
mod strength;
mod support;
