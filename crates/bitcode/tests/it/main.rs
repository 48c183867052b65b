//! Tests of the whole crate: LLVM's text in, ours out.

#![expect(clippy::needless_raw_string_hashes, reason = "expect-test writes its snapshots with them")]

mod addresses;
mod bad_input;
mod calls;
mod common;
mod constants;
mod debug;
mod instructions;
mod library;
mod rust;
mod symbols;
mod unoptimised;
