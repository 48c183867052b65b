//! Tests that need more than one file.

mod arrays;
mod deep;
pub(crate) mod fired;
mod idioms;
mod naive;
mod pool;
pub(crate) mod random;
mod rules;
mod shapes;
mod windows;
pub(crate) mod world;
