//! The interpreter loop.
//!
//! One frame's code runs in [`Machine::run_frame`] with its registers and position in locals; whatever
//! changes frames leaves that loop and comes back. Nothing here allocates once the path has been as deep before,
//! but for arithmetic on scalars wider than 64 bits.
//!
//! The loop exists twice. A frame without expressions in its registers and locals runs in the one that knows
//! only numbers and pays nothing for the other; the *checked* one looks at the operands' tags first. Both leave
//! an operation that meets an expression to [`slow`].

mod bounds;
mod call;
mod collisions;
mod fork;
mod garbage;
mod gather;
mod later;
mod loops;
mod outside;
mod patience;
mod pointer;
mod rounds;
mod scalar;
mod several;
mod sizes;
mod slow;
mod split;
mod stack;
mod variadic;
mod wide;
mod words;

pub(crate) use self::{gather::Contexts, later::ask, loops::RingCode, variadic::SavedRegisters};
use self::{
    patience::PART,
    scalar::{cut, shift},
    stack::{begin_scope, end_scope, no_stack, stack_overflow},
};

use vellum_bits::word;
use vellum_collections::cast::{index, index64, len64, low8, low16, low32};
use vellum_expr::Expr;
use vellum_ir::FuncId;

use crate::{
    code::{Edge, Move, Op, Reads, Slot},
    end::{Bug, BugKind, End, Pause},
    program::Program,
    scalar::{divide_word, funnel_word, int_word},
    state::{CONCRETE, State},
    symbolic::Symbolic,
};

/// A program, a path through it, and the outside.
pub struct Machine<'a> {
    /// What is executed.
    pub program: &'a Program,
    /// Where it is.
    pub state: &'a mut State,
    /// What it knows of expressions.
    pub symbolic: &'a mut Symbolic,
}

/// Why the loop over one frame's operations stopped.
enum Leave {
    /// The frame calls the function of a site.
    Call(u32),
    /// The frame returns registers.
    Return(Slot, u32),
    /// The slice is used up.
    Slice,
    /// The operation needs more than this loop knows.
    Slow,
    /// The path is over.
    End(Box<End>),
}

impl Machine<'_> {
    /// Begins a path: calls `function` with `args`, one word each.
    pub fn start(&mut self, function: FuncId, args: &[u64]) -> Result<(), End> {
        self.place_outside_pointers();
        self.enter(function, args)
    }

    /// Instructions executed so far, those of the blocks just entered included.
    pub fn executed(&self) -> u64 {
        self.state.instructions
    }

    /// Executes about `slice` instructions.
    pub fn run(&mut self, slice: u64) -> Pause {
        let limit = self.state.instructions.saturating_add(slice);
        loop {
            let leave = if self.is_checked() {
                self.run_frame::<true>(limit)
            } else {
                self.run_frame::<false>(limit)
            };
            let result = match leave {
                Leave::Call(site) => self.call(site),
                Leave::Return(v, count) => self.ret(v, count),
                Leave::Slow => self.slow(),
                Leave::Slice => return Pause::Slice,
                Leave::End(end) => Err(*end),
            };
            if let Some(end) = result.err().and_then(|end| self.decide_size(end)) {
                if self.takes_preferred_input(&end) {
                    continue;
                }
                return Pause::End(end);
            }
            if self.symbolic.has_forks() {
                return Pause::Fork;
            }
            if self.state.instructions >= limit {
                return Pause::Slice;
            }
        }
    }

    /// Whether the innermost frame may hold an expression.
    #[inline]
    fn is_checked(&mut self) -> bool {
        let State { frames, tags, memory, .. } = &mut *self.state;
        let Some(frame) = frames.last_mut() else { return false };
        if frame.tagged {
            frame.tagged = tags.get(frame.base..).is_some_and(|tags| tags.iter().any(|&tag| tag != CONCRETE));
        }
        frame.tagged || (frame.block != 0 && memory.has_symbolic_locals(frame.mark))
    }

    /// Executes operations of the innermost frame until it calls, returns or ends.
    #[expect(
        clippy::too_many_lines,
        reason = "one row per operation; what takes more than a line is elsewhere"
    )]
    fn run_frame<const CHECKED: bool>(&mut self, limit: u64) -> Leave {
        let program = self.program;
        let State { memory, instructions, frames, registers, tags, trail, .. } = &mut *self.state;
        let cast = &mut self.symbolic.cast;
        let frame = frames.last_mut().expect("a running path has a frame");
        let code = program.code(frame.function).expect("a frame's function has code");
        // Slices: their length needs no look behind a reference at each operation.
        let (ops, edges, moves): (&[Op], &[Edge], &[Move]) = (&code.ops, &code.edges, &code.moves);
        let r = &mut registers[frame.base..];
        if CHECKED {
            tags.resize(frame.base + r.len(), CONCRETE);
        }
        let t: &mut [Expr] = if CHECKED { &mut tags[frame.base..] } else { &mut [] };
        let reads: &[Reads] = if CHECKED { code.reads() } else { &[] };
        // Where they are stays while the frame runs.
        let local_bytes = frame.local_bytes;
        let mut pc = index(frame.pc);

        macro_rules! leave {
            ($leave:expr) => {{
                frame.pc = low32(len64(pc));
                return $leave;
            }};
        }
        macro_rules! end {
            ($end:expr) => {
                leave!(Leave::End(Box::new($end)))
            };
        }
        macro_rules! slow {
            () => {
                leave!(Leave::Slow)
            };
        }
        macro_rules! go {
            ($edge:expr) => {{
                let number = index($edge);
                let edge = &edges[number];
                if !code.seen[number].replace(true) {
                    program.note_jump(code, $edge);
                }
                for m in &moves[index(edge.first_move)..index(edge.end_move)] {
                    r[index(m.to)] = r[index(m.from)];
                    if CHECKED {
                        t[index(m.to)] = t[index(m.from)];
                    }
                }
                *instructions += u64::from(edge.cost);
                pc = index(edge.target);
                if *instructions >= limit {
                    leave!(Leave::Slice)
                }
                continue;
            }};
        }
        macro_rules! branch {
            ($condition:expr, $edge:expr) => {{
                let taken = $edge + u32::from(!$condition);
                go!(taken)
            }};
        }
        macro_rules! set {
            ($d:expr, $value:expr) => {{
                let value = $value;
                r[index($d)] = value;
                if CHECKED {
                    t[index($d)] = CONCRETE;
                }
            }};
        }
        macro_rules! signed {
            ($w:expr, $slot:expr) => {
                word::sign_extend(u32::from($w), r[index($slot)])
            };
        }
        macro_rules! load {
            ($type:ty, $d:expr, $address:expr) => {{
                let address = r[index($address)];
                match memory.load_array(address) {
                    Some(bytes) => set!($d, u64::from(<$type>::from_le_bytes(bytes))),
                    None => slow!(),
                }
            }};
        }
        macro_rules! store {
            ($cut:expr, $address:expr, $v:expr) => {{
                let address = r[index($address)];
                let bytes = $cut(r[index($v)]).to_le_bytes();
                if memory.store_array(address, bytes).is_none() {
                    slow!()
                }
            }};
        }
        macro_rules! distance {
            ($w:expr, $i:expr, $step:expr) => {{
                let step = &code.steps[index($step)];
                signed!($w, $i).cast_unsigned().wrapping_mul(step.scale).wrapping_add(step.offset)
            }};
        }
        macro_rules! advance {
            ($d:expr, $base:expr, $by:expr) => {{
                let base = r[index($base)];
                let moved = base.wrapping_add($by);
                if !memory.same_room(base, moved) {
                    slow!()
                }
                set!($d, moved)
            }};
        }
        macro_rules! load_at {
            ($type:ty, $d:expr, $base:expr, $by:expr) => {{
                match memory.load_from(r[index($base)], $by) {
                    Some(bytes) => set!($d, u64::from(<$type>::from_le_bytes(bytes))),
                    None => slow!(),
                }
            }};
        }
        macro_rules! load_index {
            ($type:ty, $d:expr, $base:expr, ($w:expr, $i:expr, $step:expr)) => {
                load_at!($type, $d, $base, distance!($w, $i, $step))
            };
        }
        macro_rules! store_index {
            ($cut:expr, $base:expr, ($w:expr, $i:expr, $step:expr), $v:expr) => {
                store_at!($cut, $base, distance!($w, $i, $step), $v)
            };
        }
        macro_rules! store_at {
            ($cut:expr, $base:expr, $by:expr, $v:expr) => {{
                let bytes = $cut(r[index($v)]).to_le_bytes();
                if memory.store_from(r[index($base)], $by, bytes).is_none() {
                    slow!()
                }
            }};
        }
        macro_rules! load_local {
            ($type:ty, $d:expr, $offset:expr) => {{
                let bytes = if CHECKED {
                    match memory.load_array(frame.block + u64::from($offset.address)) {
                        Some(bytes) => bytes,
                        None => slow!(),
                    }
                } else {
                    memory.load_local(local_bytes + index($offset.byte))
                };
                set!($d, u64::from(<$type>::from_le_bytes(bytes)));
            }};
        }
        macro_rules! load_tracked {
            ($type:ty, $d:expr, $offset:expr) => {{
                let bytes = if CHECKED {
                    memory.load_array(frame.block + u64::from($offset.address))
                } else {
                    memory.load_tracked(local_bytes + index($offset.byte))
                };
                match bytes {
                    Some(bytes) => set!($d, u64::from(<$type>::from_le_bytes(bytes))),
                    None => slow!(),
                }
            }};
        }
        macro_rules! store_local {
            ($store:ident, $cut:expr, $offset:expr, $v:expr) => {{
                let bytes = $cut(r[index($v)]).to_le_bytes();
                if CHECKED {
                    if memory.store_array(frame.block + u64::from($offset.address), bytes).is_none() {
                        slow!()
                    }
                } else {
                    memory.$store(local_bytes + index($offset.byte), bytes);
                }
            }};
        }
        macro_rules! f64_of {
            ($slot:expr) => {
                f64::from_bits(r[index($slot)])
            };
        }
        macro_rules! f32_of {
            ($slot:expr) => {
                f32::from_bits(low32(r[index($slot)]))
            };
        }

        loop {
            if CHECKED && reads[pc].any(t) {
                slow!()
            }
            match ops[pc] {
                Op::Add { w, d, a, b } => set!(d, cut(w, r[index(a)].wrapping_add(r[index(b)]))),
                Op::Sub { w, d, a, b } => set!(d, cut(w, r[index(a)].wrapping_sub(r[index(b)]))),
                Op::Mul { w, d, a, b } => set!(d, cut(w, r[index(a)].wrapping_mul(r[index(b)]))),
                Op::And { d, a, b } => set!(d, r[index(a)] & r[index(b)]),
                Op::Or { d, a, b } => set!(d, r[index(a)] | r[index(b)]),
                Op::Xor { d, a, b } => set!(d, r[index(a)] ^ r[index(b)]),
                Op::Shl { w, b, .. } | Op::LShr { w, b, .. } | Op::AShr { w, b, .. }
                    if r[index(b)] >= u64::from(w) =>
                {
                    slow!()
                }
                Op::Shl { w, d, a, b } => set!(d, cut(w, r[index(a)] << shift(r[index(b)]))),
                Op::LShr { d, a, b, .. } => set!(d, r[index(a)] >> shift(r[index(b)])),
                Op::AShr { w, d, a, b } => {
                    set!(d, word::from_signed(u32::from(w), signed!(w, a) >> shift(r[index(b)])));
                }
                Op::Divide { f, w, d, a, b } => {
                    match divide_word(f, u32::from(w), r[index(a)], r[index(b)]) {
                        Ok(value) => set!(d, value),
                        Err(undefined) => end!(undefined.into()),
                    }
                }
                Op::Int { f, w, d, a, b } => set!(d, int_word(f, u32::from(w), r[index(a)], r[index(b)])),
                Op::Funnel { f, w, d, a, b, c } => {
                    set!(d, funnel_word(f, u32::from(w), r[index(a)], r[index(b)], r[index(c)]));
                }

                Op::Eq { d, a, b } => set!(d, u64::from(r[index(a)] == r[index(b)])),
                Op::Ne { d, a, b } => set!(d, u64::from(r[index(a)] != r[index(b)])),
                Op::Ult { d, a, b } => set!(d, u64::from(r[index(a)] < r[index(b)])),
                Op::Ule { d, a, b } => set!(d, u64::from(r[index(a)] <= r[index(b)])),
                Op::Slt { w, d, a, b } => set!(d, u64::from(signed!(w, a) < signed!(w, b))),
                Op::Sle { w, d, a, b } => set!(d, u64::from(signed!(w, a) <= signed!(w, b))),

                Op::AddF64 { d, a, b } => set!(d, (f64_of!(a) + f64_of!(b)).to_bits()),
                Op::SubF64 { d, a, b } => set!(d, (f64_of!(a) - f64_of!(b)).to_bits()),
                Op::MulF64 { d, a, b } => set!(d, (f64_of!(a) * f64_of!(b)).to_bits()),
                Op::DivF64 { d, a, b } => set!(d, (f64_of!(a) / f64_of!(b)).to_bits()),
                Op::AddF32 { d, a, b } => set!(d, u64::from((f32_of!(a) + f32_of!(b)).to_bits())),
                Op::SubF32 { d, a, b } => set!(d, u64::from((f32_of!(a) - f32_of!(b)).to_bits())),
                Op::MulF32 { d, a, b } => set!(d, u64::from((f32_of!(a) * f32_of!(b)).to_bits())),
                Op::DivF32 { d, a, b } => set!(d, u64::from((f32_of!(a) / f32_of!(b)).to_bits())),
                Op::CompareF64 { p, d, a, b } => {
                    set!(d, u64::from(crate::scalar::holds(p, f64_of!(a).partial_cmp(&f64_of!(b)))));
                }
                Op::CompareF32 { p, d, a, b } => {
                    set!(d, u64::from(crate::scalar::holds(p, f32_of!(a).partial_cmp(&f32_of!(b)))));
                }
                Op::Calc { index: i } => {
                    if let Err(undefined) = scalar::calc(&code.calcs[index(i)], r) {
                        end!(undefined.into())
                    }
                }

                Op::Move { d, a } => set!(d, r[index(a)]),
                Op::MoveMany { d, a, count } => r.copy_within(index(a)..index(a + count), index(d)),
                Op::Truncate { w, d, a } => set!(d, cut(w, r[index(a)])),
                Op::SignExtend { from, w, d, a } => {
                    set!(d, word::from_signed(u32::from(w), signed!(from, a)));
                }
                Op::Select { d, c, a, b } => set!(d, r[index(if r[index(c)] == 0 { b } else { a })]),
                Op::SelectMany { d, c, a, b, count } => {
                    let from = index(if r[index(c)] == 0 { b } else { a });
                    r.copy_within(from..from + usize::from(count), index(d));
                }
                Op::PickLane { d, a, index: i, stride, count } => {
                    let i = index64(r[index(i)]);
                    if i < usize::from(count) {
                        let from = index(a) + i * usize::from(stride);
                        r.copy_within(from..from + usize::from(stride), index(d));
                    }
                }
                Op::PutLane { d, index: i, v, stride, count } => {
                    let i = index64(r[index(i)]);
                    if i < usize::from(count) {
                        let to = index(d) + i * usize::from(stride);
                        r.copy_within(index(v)..index(v) + usize::from(stride), to);
                    }
                }
                Op::BitCast { d, a, from, to } => {
                    let leaves = [from, to].map(|access| code.accesses[index(access)].as_slice());
                    wide::bit_cast(r, cast, [index(d), index(a)], leaves);
                }

                Op::ToInteger { d, a } | Op::FromInteger { d, a } => {
                    let number = r[index(a)];
                    if memory.is_beside(number) {
                        slow!()
                    }
                    set!(d, number);
                }
                Op::LocalAddress { d, offset } => set!(d, frame.block + u64::from(offset)),
                Op::Scale { w, d, sum, index: i, step } => {
                    set!(d, r[index(sum)].wrapping_add(distance!(w, i, step)));
                }
                Op::Advance { d, base, by } => advance!(d, base, r[index(by)]),
                Op::Index { w, d, base, index: i, step } => advance!(d, base, distance!(w, i, step)),
                Op::LoadAt8 { d, base, by } => load_at!(u8, d, base, r[index(by)]),
                Op::LoadAt16 { d, base, by } => load_at!(u16, d, base, r[index(by)]),
                Op::LoadAt32 { d, base, by } => load_at!(u32, d, base, r[index(by)]),
                Op::LoadAt64 { d, base, by } => load_at!(u64, d, base, r[index(by)]),
                Op::StoreAt8 { base, by, v } => store_at!(low8, base, r[index(by)], v),
                Op::StoreAt16 { base, by, v } => store_at!(low16, base, r[index(by)], v),
                Op::StoreAt32 { base, by, v } => store_at!(low32, base, r[index(by)], v),
                Op::StoreAt64 { base, by, v } => store_at!(u64::from, base, r[index(by)], v),
                Op::LoadIndex8 { w, d, base, index: i, step } => load_index!(u8, d, base, (w, i, step)),
                Op::LoadIndex16 { w, d, base, index: i, step } => load_index!(u16, d, base, (w, i, step)),
                Op::LoadIndex32 { w, d, base, index: i, step } => load_index!(u32, d, base, (w, i, step)),
                Op::LoadIndex64 { w, d, base, index: i, step } => load_index!(u64, d, base, (w, i, step)),
                Op::StoreIndex8 { w, base, index: i, step, v } => store_index!(low8, base, (w, i, step), v),
                Op::StoreIndex16 { w, base, index: i, step, v } => store_index!(low16, base, (w, i, step), v),
                Op::StoreIndex32 { w, base, index: i, step, v } => store_index!(low32, base, (w, i, step), v),
                Op::StoreIndex64 { w, base, index: i, step, v } => {
                    store_index!(u64::from, base, (w, i, step), v);
                }
                Op::Load8 { d, address } => load!(u8, d, address),
                Op::Load16 { d, address } => load!(u16, d, address),
                Op::Load32 { d, address } => load!(u32, d, address),
                Op::Load64 { d, address } => load!(u64, d, address),
                Op::Store8 { address, v } => store!(low8, address, v),
                Op::Store16 { address, v } => store!(low16, address, v),
                Op::Store32 { address, v } => store!(low32, address, v),
                Op::Store64 { address, v } => store!(u64::from, address, v),
                Op::LoadOdd { n, d, address } => {
                    let address = r[index(address)];
                    match memory.load(address, u32::from(n)) {
                        Some(value) => set!(d, value),
                        None => slow!(),
                    }
                }
                Op::StoreOdd { n, address, v } => {
                    let address = r[index(address)];
                    if memory.store(address, u32::from(n), r[index(v)]).is_none() {
                        slow!()
                    }
                }
                Op::LoadIf { n, c, d, address } => {
                    let address = r[index(address)];
                    if r[index(c)] != 0 {
                        match memory.load(address, u32::from(n)) {
                            Some(value) => set!(d, value),
                            None => slow!(),
                        }
                    }
                }
                Op::StoreIf { n, c, v, address } => {
                    let address = r[index(address)];
                    if r[index(c)] != 0 && memory.store(address, u32::from(n), r[index(v)]).is_none() {
                        slow!()
                    }
                }
                Op::LoadLocal8 { d, offset } => load_local!(u8, d, offset),
                Op::LoadLocal16 { d, offset } => load_local!(u16, d, offset),
                Op::LoadLocal32 { d, offset } => load_local!(u32, d, offset),
                Op::LoadLocal64 { d, offset } => load_local!(u64, d, offset),
                Op::StoreLocal8 { offset, v } => store_local!(store_local, low8, offset, v),
                Op::StoreLocal16 { offset, v } => store_local!(store_local, low16, offset, v),
                Op::StoreLocal32 { offset, v } => store_local!(store_local, low32, offset, v),
                Op::StoreLocal64 { offset, v } => store_local!(store_local, u64::from, offset, v),
                Op::LoadTracked8 { d, offset } => load_tracked!(u8, d, offset),
                Op::LoadTracked16 { d, offset } => load_tracked!(u16, d, offset),
                Op::LoadTracked32 { d, offset } => load_tracked!(u32, d, offset),
                Op::LoadTracked64 { d, offset } => load_tracked!(u64, d, offset),
                Op::StoreTracked8 { offset, v } => store_local!(store_tracked, low8, offset, v),
                Op::StoreTracked16 { offset, v } => store_local!(store_tracked, low16, offset, v),
                Op::StoreTracked32 { offset, v } => store_local!(store_tracked, low32, offset, v),
                Op::StoreTracked64 { offset, v } => store_local!(store_tracked, u64::from, offset, v),
                Op::LoadMany { d, address, access, size } => {
                    let address = r[index(address)];
                    match memory.bytes(address, index(size)) {
                        Some(bytes) => wide::load(r, index(d), &code.accesses[index(access)], bytes),
                        None => slow!(),
                    }
                }
                Op::StoreMany { v, address, access, size } => {
                    let address = r[index(address)];
                    match memory.bytes_mut(address, index(size)) {
                        Some(bytes) => wide::store(r, index(v), &code.accesses[index(access)], bytes),
                        None => slow!(),
                    }
                }
                Op::Alloca { d, count, site } => {
                    let site = &code.allocas[index(site)];
                    let count = word::truncate(site.count_width.min(64), r[index(count)]);
                    let size = count.saturating_mul(site.element);
                    match memory.alloca(size, site.align, site.owner) {
                        Some(address) => set!(d, address),
                        None => end!(no_stack(memory)),
                    }
                }
                Op::Copy { to, from, len } => {
                    let len = r[index(len)];
                    if len > PART || memory.copy(r[index(to)], r[index(from)], len).is_err() {
                        slow!()
                    }
                }
                Op::Fill { to, byte, len } => {
                    let len = r[index(len)];
                    if len > PART || memory.fill(r[index(to)], low8(r[index(byte)]), len).is_none() {
                        slow!()
                    }
                }
                Op::BeginScope { d, site } => {
                    match begin_scope(memory, &code.allocas[index(site)], r[index(d)]) {
                        Some(address) => set!(d, address),
                        None => end!(no_stack(memory)),
                    }
                }
                Op::EndScope { d } => set!(d, end_scope(memory, r[index(d)])),
                Op::StackSave { d } => set!(d, memory.stack_token()),
                Op::StackRestore { token } => memory.release_from(r[index(token)], frame.locals_mark),
                Op::VaStart { list } => {
                    if variadic::start(memory, r[index(list)], &frame.variadic).is_none() {
                        slow!()
                    }
                }
                Op::VaNext { d, list, arg } => {
                    match variadic::next(memory, r[index(list)], &code.variadics[index(arg)]) {
                        Some(address) => set!(d, address),
                        None => slow!(),
                    }
                }
                Op::Find { .. }
                | Op::ObjectSize { .. }
                | Op::ReturnAddress { .. }
                | Op::FrameAddress { .. }
                | Op::Relocate => slow!(),

                Op::Jump { edge } => go!(edge),
                Op::Branch { c, edge } => branch!(r[index(c)] != 0, edge),
                Op::BranchEq { a, b, edge } => branch!(r[index(a)] == r[index(b)], edge),
                Op::BranchNe { a, b, edge } => branch!(r[index(a)] != r[index(b)], edge),
                Op::BranchUlt { a, b, edge } => branch!(r[index(a)] < r[index(b)], edge),
                Op::BranchUle { a, b, edge } => branch!(r[index(a)] <= r[index(b)], edge),
                Op::BranchSlt { w, a, b, edge } => branch!(signed!(w, a) < signed!(w, b), edge),
                Op::BranchSle { w, a, b, edge } => branch!(signed!(w, a) <= signed!(w, b), edge),
                Op::Switch { v, table } => {
                    let edge = code.switches[index(table)].edge(r[index(v)]);
                    go!(edge)
                }
                Op::IndirectJump { v, table } => {
                    let (table, address) = (&code.jumps[index(table)], r[index(v)]);
                    match table.binary_search_by_key(&address, |(target, _)| *target) {
                        Ok(found) => go!(table[found].1),
                        Err(_) => {
                            end!(Bug::new(BugKind::BadCall, "jump to an address that is no label").into())
                        }
                    }
                }
                Op::Call { site } => leave!(Leave::Call(site)),
                Op::Return { v, count } => leave!(Leave::Return(v, count)),

                Op::Forbid { c, bug } if r[index(c)] != 0 => end!(code.bugs[index(bug)].clone().into()),
                Op::SameObject { a, b, .. } if !memory.same_room(r[index(a)], r[index(b)]) => slow!(),
                Op::Member { by, room, .. } if r[index(by)] >= r[index(room)] => slow!(),
                // The compiler may rely on an assumption; a run of one path has nothing to gain from it.
                Op::Assume | Op::Forbid { .. } | Op::SameObject { .. } | Op::Member { .. } => (),
                Op::Block { head } => {
                    if head || trail.as_ref().is_some_and(|trail| trail.is_recording()) {
                        slow!()
                    }
                }
                Op::Accesses { count } => self.symbolic.resolution.planes.operations += u64::from(count),
                Op::Trap { text } => end!(Bug::new(BugKind::Abort, code.texts[index(text)].clone()).into()),
                Op::Unreachable => {
                    end!(Bug::new(BugKind::Unreachable, "control reached code marked unreachable").into())
                }
                Op::Unsupported { text } => end!(End::Unsupported(code.texts[index(text)].clone())),
            }
            pc += 1;
        }
    }
}
