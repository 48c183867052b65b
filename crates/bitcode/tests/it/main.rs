//! Tests of the whole crate: LLVM's text in, ours out.

mod bad_input;
mod common;
mod constants;
mod debug;
mod instructions;
mod library;
mod rust;
mod symbols;
