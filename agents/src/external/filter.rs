//! The filter of system calls of a sandbox, for what its namespaces do not cut: keyrings of the kernel, which all
//! processes of a user share, and sockets to the host of a virtual machine (AF_VSOCK). `io_uring` could make such a socket
//! unseen. A filtered call fails with `EPERM`. The filter is a classic BPF program, as `seccomp(2)` describes it.

/// The architecture of the kernel's calls, and the numbers of `add_key`, `request_key`, `keyctl` and `socket`.
#[cfg(target_arch = "x86_64")]
const CALLS: Option<(u32, [u32; 3], u32)> = Some((0xC000_003E, [248, 249, 250], 41));
#[cfg(target_arch = "aarch64")]
const CALLS: Option<(u32, [u32; 3], u32)> = Some((0xC000_00B7, [217, 218, 219], 198));
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const CALLS: Option<(u32, [u32; 3], u32)> = None;

/// `io_uring_setup` on every architecture.
const IO_URING_SETUP: u32 = 425;
/// The first number of the calls of the x32 interface.
const X32: u32 = 0x4000_0000;
/// The family of sockets to the host of a virtual machine.
const AF_VSOCK: u32 = 40;

/// Places in `struct seccomp_data`.
const CALL: u32 = 0;
const ARCHITECTURE: u32 = 4;
/// The low half of the first argument; both architectures are little-endian.
const ARGUMENT: u32 = 16;

/// Codes of BPF: load a word, compare for equal or for at least, return.
const LOAD: u16 = 0x20;
const IF_EQUAL: u16 = 0x15;
const IF_AT_LEAST: u16 = 0x35;
const RETURN: u16 = 0x06;
/// The call goes on, or fails with `EPERM`.
const ALLOW: u32 = 0x7FFF_0000;
const REFUSE: u32 = 0x0005_0001;

/// The program for bubblewrap; `None` on architectures whose calls are not known here.
pub(super) fn program() -> Option<Vec<u8>> {
    let (architecture, keys, socket) = CALLS?;
    // Each comparison of a call jumps to the refusal, which is the last instruction.
    let refused: Vec<u32> = keys.into_iter().chain([IO_URING_SETUP]).collect();
    let last = refused.len() + 8;
    let mut code = vec![(LOAD, 0, 0, ARCHITECTURE), (IF_EQUAL, 0, last - 2, architecture), (LOAD, 0, 0, CALL)];
    code.push((IF_AT_LEAST, last - code.len() - 1, 0, X32));
    for call in refused {
        code.push((IF_EQUAL, last - code.len() - 1, 0, call));
    }
    code.extend([(IF_EQUAL, 0, 2, socket), (LOAD, 0, 0, ARGUMENT), (IF_EQUAL, 1, 0, AF_VSOCK)]);
    code.extend([(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, REFUSE)]);
    let bytes = |(code, yes, no, value): (u16, usize, usize, u32)| {
        let [yes, no] = [yes, no].map(|jump| u8::try_from(jump).expect("a short program"));
        [&code.to_ne_bytes()[..], &[yes, no], &value.to_ne_bytes()].concat()
    };
    Some(code.into_iter().flat_map(bytes).collect())
}
