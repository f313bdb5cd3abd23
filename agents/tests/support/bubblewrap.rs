//! Tests of the sandbox need bubblewrap.

#[path = "../../../engine/tests/support/skips.rs"]
pub(crate) mod skips;

/// Whether bubblewrap works here. If not, reports that `test` is skipped.
pub(crate) fn works(test: &str) -> bool {
    let status = std::process::Command::new("bwrap")
        .args(["--unshare-all", "--ro-bind", "/", "/", "true"])
        .status();
    let works = status.is_ok_and(|status| status.success());
    if !works {
        skips::skipped(test, "bubblewrap (bwrap) is missing or does not work");
    }
    works
}
