//! Every operation of `Bits` against plain numbers: all values of small widths, some of large ones.

mod exhaustive;
mod laws;
mod shape;
