//! The instructions that inline assembly may have, a row each, and what they compute.

use vellum_bits::Bits;
use vellum_ir::{
    Arg as CallArg, BinaryOp, Call, Callee, CastOp, ConstKind, Inst, IntPredicate, Intrinsic, Operand, RmwOp,
    Tail, Type, TypeKind, Wrap,
};

use super::{
    Machine, Place,
    template::{Arg, Statement},
};

/// What an instruction does. Operands stand in the order of AT&T: `source, destination`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// Nothing that one thread could see.
    Nothing,
    /// It ends the program.
    Trap(Intrinsic),
    Move,
    Exchange,
    /// The destination becomes the sum, the source what the destination was.
    ExchangeAdd,
    /// Where the destination is `ax`, the source goes there; where not, the destination goes to `ax`.
    CompareExchange,
    Binary(BinaryOp, RmwOp),
    /// One is added or subtracted.
    Step(BinaryOp, RmwOp),
    Not,
    Negate,
    SwapBytes,
    /// To the left or right, by a number of bits or `cl`.
    Rotate(Intrinsic),
    /// From the lowest or the highest bit on.
    Scan(Intrinsic),
    CountOnes,
    Compare,
    Test,
    /// `ax` times the source, the high half in `dx`.
    Multiply,
    Cpuid,
    ExtendedControl,
    TimeStamp,
}

/// Each instruction by its name, without the letter for the size of its operands.
const ROWS: &[(&str, usize, Effect)] = &[
    ("nop", 0, Effect::Nothing),
    ("rep nop", 0, Effect::Nothing),
    ("pause", 0, Effect::Nothing),
    ("mfence", 0, Effect::Nothing),
    ("lfence", 0, Effect::Nothing),
    ("sfence", 0, Effect::Nothing),
    ("cld", 0, Effect::Nothing),
    ("endbr64", 0, Effect::Nothing),
    ("ud2", 0, Effect::Trap(Intrinsic::Trap)),
    ("hlt", 0, Effect::Trap(Intrinsic::Trap)),
    ("int3", 0, Effect::Trap(Intrinsic::DebugTrap)),
    ("mov", 2, Effect::Move),
    ("xchg", 2, Effect::Exchange),
    ("xadd", 2, Effect::ExchangeAdd),
    ("cmpxchg", 2, Effect::CompareExchange),
    ("add", 2, Effect::Binary(BinaryOp::Add, RmwOp::Add)),
    ("sub", 2, Effect::Binary(BinaryOp::Sub, RmwOp::Sub)),
    ("and", 2, Effect::Binary(BinaryOp::And, RmwOp::And)),
    ("or", 2, Effect::Binary(BinaryOp::Or, RmwOp::Or)),
    ("xor", 2, Effect::Binary(BinaryOp::Xor, RmwOp::Xor)),
    ("inc", 1, Effect::Step(BinaryOp::Add, RmwOp::Add)),
    ("dec", 1, Effect::Step(BinaryOp::Sub, RmwOp::Sub)),
    ("not", 1, Effect::Not),
    ("neg", 1, Effect::Negate),
    ("bswap", 1, Effect::SwapBytes),
    ("rol", 2, Effect::Rotate(Intrinsic::FunnelShl)),
    ("ror", 2, Effect::Rotate(Intrinsic::FunnelShr)),
    ("bsf", 2, Effect::Scan(Intrinsic::CtTz)),
    ("rep bsf", 2, Effect::Scan(Intrinsic::CtTz)),
    ("bsr", 2, Effect::Scan(Intrinsic::CtLz)),
    ("popcnt", 2, Effect::CountOnes),
    ("cmp", 2, Effect::Compare),
    ("test", 2, Effect::Test),
    ("mul", 1, Effect::Multiply),
    ("cpuid", 0, Effect::Cpuid),
    ("xgetbv", 0, Effect::ExtendedControl),
    ("rdtsc", 0, Effect::TimeStamp),
];

/// Letters for the size of operands.
const SIZES: &[(char, u32)] = &[('b', 8), ('w', 16), ('l', 32), ('q', 64)];

/// What `cpuid` says: for each number in `ax`, the four registers. A plain x86-64 of no vendor, as in `libc/vellum/cpu.c`,
/// that calls itself `VellumEngine`.
const CPUID: &[(u64, [u64; 4])] = &[
    (0, [1, 0x6c6c_6556, 0x656e_6967, 0x6e45_6d75]),
    // Family 15; `fpu`, `tsc`, `cx8`, `cmov`, `mmx`, `fxsr`, `sse` and `sse2`.
    (1, [0xf00, 0, 0, 1 | 1 << 4 | 1 << 8 | 1 << 15 | 1 << 23 | 1 << 24 | 1 << 25 | 1 << 26]),
    (0x8000_0000, [0x8000_0001, 0, 0, 0]),
    // `syscall`, `nx` and `lm`.
    (0x8000_0001, [0, 0, 0, 1 << 11 | 1 << 20 | 1 << 29]),
];

/// What `xgetbv` says: the state of x87 and SSE is saved.
const SAVED_STATES: u64 = 3;

/// The function of the engine that counts the processor's cycles.
pub(crate) const CYCLES: &str = "__vellum_cycles";

/// Conditions of the flags after `cmp`, as `set` and `=@cc` name them.
const CONDITIONS: &[(&[&str], IntPredicate)] = &[
    (&["e", "z"], IntPredicate::Eq),
    (&["ne", "nz"], IntPredicate::Ne),
    (&["b", "c", "nae"], IntPredicate::Ult),
    (&["ae", "nb", "nc"], IntPredicate::Uge),
    (&["be", "na"], IntPredicate::Ule),
    (&["a", "nbe"], IntPredicate::Ugt),
    (&["l", "nge"], IntPredicate::Slt),
    (&["ge", "nl"], IntPredicate::Sge),
    (&["le", "ng"], IntPredicate::Sle),
    (&["g", "nle"], IntPredicate::Sgt),
];

/// What the flags are those of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Flags {
    Unknown,
    /// Of a comparison of two numbers.
    Compared(Operand, Operand),
    /// Of a number: whether it is zero, or negative.
    Of(Operand),
    /// Of a number: whether it is zero.
    Zero(Operand),
}

/// What comes after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    GoesOn,
    Ends,
}

/// The row of an instruction, and the size that its name ends with.
fn row(mnemonic: &str) -> Option<(usize, Effect, Option<u32>)> {
    let find = |name: &str| ROWS.iter().find(|(known, ..)| *known == name);
    if let Some(&(_, arity, effect)) = find(mnemonic) {
        return Some((arity, effect, None));
    }
    let &(letter, size) = SIZES.iter().find(|(letter, _)| mnemonic.ends_with(*letter))?;
    let &(_, arity, effect) = find(mnemonic.strip_suffix(letter)?)?;
    (arity > 0).then_some((arity, effect, Some(size)))
}

impl Machine<'_, '_, '_> {
    /// Executes an instruction.
    pub(super) fn execute(&mut self, statement: &Statement) -> Option<Then> {
        let Statement { mnemonic, args } = statement;
        // A write of the top of the stack with what is there: a barrier older than `mfence`.
        if let ("add" | "addl" | "addq" | "or" | "orl" | "orq", [Arg::Immediate(0), Arg::Stack]) =
            (mnemonic.as_str(), &args[..])
        {
            self.flags = Flags::Unknown;
            return Some(Then::GoesOn);
        }
        if let (
            "xchg" | "xchgb",
            [Arg::Operand(a, Some(8)), Arg::HighByte(b)] | [Arg::HighByte(b), Arg::Operand(a, Some(8))],
        ) = (mnemonic.as_str(), &args[..])
            && a == b
        {
            let whole = Arg::Operand(*a, Some(16));
            self.unary(&whole, 16, |machine, ty, value| machine.call(ty, Intrinsic::BSwap, &[value]))?;
            return Some(Then::GoesOn);
        }
        if let (Some(condition), [to]) = (mnemonic.strip_prefix("set"), &args[..]) {
            let holds = self.condition(condition)?;
            let ty = self.int(8);
            let byte = self.code.compute(ty, Inst::Cast(CastOp::ZExt, holds));
            self.write(to, 8, byte)?;
            return Some(Then::GoesOn);
        }
        let (arity, effect, size) = row(mnemonic)?;
        if args.len() != arity {
            return None;
        }
        let size = match (size, args.last()) {
            (Some(size), _) => size,
            (None, Some(last)) => self.size(last).or_else(|| self.size(&args[0]))?,
            (None, None) => 0,
        };
        self.perform(effect, size, args)
    }

    fn perform(&mut self, effect: Effect, size: u32, args: &[Arg]) -> Option<Then> {
        let (first, last) = (args.first(), args.last());
        match effect {
            Effect::Nothing => {}
            Effect::Trap(intrinsic) => {
                self.code.push(None, call(intrinsic, &[]));
                return Some(Then::Ends);
            }
            Effect::Move => {
                let value = self.read(first?, size)?;
                self.write(last?, size, value)?;
            }
            Effect::Exchange => self.exchange(first?, last?, size)?,
            Effect::ExchangeAdd => self.exchange_add(first?, last?, size)?,
            Effect::CompareExchange => self.compare_exchange(first?, last?, size)?,
            Effect::Binary(op, rmw) => {
                let value = self.read(first?, size)?;
                self.change(last?, size, op, rmw, value)?;
            }
            Effect::Step(op, rmw) => {
                let one = self.number(size, 1);
                self.change(last?, size, op, rmw, one)?;
            }
            Effect::Not => {
                let ones = self.number(size, u64::MAX);
                self.unary(last?, size, |m, ty, value| m.binary(ty, BinaryOp::Xor, value, ones))?;
            }
            Effect::Negate => {
                let zero = self.number(size, 0);
                let result =
                    self.unary(last?, size, |m, ty, value| m.binary(ty, BinaryOp::Sub, zero, value))?;
                self.flags = Flags::Of(result);
            }
            Effect::SwapBytes if matches!(size, 32 | 64) => {
                self.unary(last?, size, |machine, ty, value| machine.call(ty, Intrinsic::BSwap, &[value]))?;
            }
            Effect::SwapBytes => return None,
            Effect::Rotate(intrinsic) => self.rotate(intrinsic, first?, last?, size)?,
            Effect::Scan(intrinsic) => self.scan(intrinsic, first?, last?, size)?,
            Effect::CountOnes => {
                let (ty, value) = (self.int(size), self.read(first?, size)?);
                let count = self.call(ty, Intrinsic::CtPop, &[value]);
                self.flags = Flags::Zero(value);
                self.write(last?, size, count)?;
            }
            // `cmp b, a` compares `a` with `b`.
            Effect::Compare => {
                let (b, a) = (self.read(first?, size)?, self.read(last?, size)?);
                self.flags = Flags::Compared(a, b);
            }
            Effect::Test => {
                let (b, a) = (self.read(first?, size)?, self.read(last?, size)?);
                let ty = self.int(size);
                let both = self.binary(ty, BinaryOp::And, a, b);
                self.flags = Flags::Of(both);
            }
            Effect::Multiply => self.multiply(first?, size)?,
            Effect::Cpuid => self.cpuid()?,
            Effect::ExtendedControl => {
                let (low, high) = (self.number(32, SAVED_STATES), self.number(32, 0));
                self.registers.insert("ax".to_owned(), low);
                self.registers.insert("dx".to_owned(), high);
            }
            Effect::TimeStamp => self.time_stamp()?,
        }
        Some(Then::GoesOn)
    }

    /// A one-operand instruction.
    fn unary(
        &mut self,
        place: &Arg,
        size: u32,
        compute: impl FnOnce(&mut Self, Type, Operand) -> Operand,
    ) -> Option<Operand> {
        let (ty, value) = (self.int(size), self.read(place, size)?);
        let result = compute(self, ty, value);
        self.write(place, size, result)?;
        Some(result)
    }

    fn exchange(&mut self, a: &Arg, b: &Arg, size: u32) -> Option<()> {
        let (other, register) = if self.address(a).is_some() { (a, b) } else { (b, a) };
        let Some(address) = self.address(other) else {
            let names = [self.register(a)?, self.register(b)?];
            // One of them may hold what nobody here knows, such as `rbx` while `cpuid` needs it.
            let held = names.each_ref().map(|name| self.registers.swap_remove(name));
            if size < 32 && held.iter().flatten().any(|&value| self.width(value) != Some(size)) {
                return None;
            }
            for (name, value) in names.into_iter().zip(held.into_iter().rev()) {
                value.map(|value| self.registers.insert(name, value));
            }
            return Some(());
        };
        let (ty, value) = (self.int(size), self.read(register, size)?);
        let old = self.code.compute(ty, Inst::AtomicRmw { op: RmwOp::Xchg, address, value });
        self.write(register, size, old)
    }

    fn exchange_add(&mut self, source: &Arg, to: &Arg, size: u32) -> Option<()> {
        let (ty, value) = (self.int(size), self.read(source, size)?);
        let old = match self.address(to) {
            Some(address) => self.code.compute(ty, Inst::AtomicRmw { op: RmwOp::Add, address, value }),
            None => self.read(to, size)?,
        };
        let sum = self.binary(ty, BinaryOp::Add, old, value);
        self.flags = Flags::Of(sum);
        self.write(source, size, old)?;
        match self.address(to) {
            Some(_) => Some(()),
            None => self.write(to, size, sum),
        }
    }

    fn compare_exchange(&mut self, source: &Arg, to: &Arg, size: u32) -> Option<()> {
        let address = self.address(to)?;
        let ax = Arg::Register("ax".to_owned(), size);
        let (expected, new) = (self.read(&ax, size)?, self.read(source, size)?);
        let (ty, bit) = (self.int(size), self.int(1));
        let pair =
            self.code.cx.out.types.intern(TypeKind::Struct { fields: [ty, bit].into(), packed: false });
        let pair = self.code.compute(pair, Inst::CmpXchg { address, expected, new });
        let old = self.code.compute(ty, Inst::ExtractValue(pair, [0].into()));
        self.flags = Flags::Compared(expected, old);
        self.write(&ax, size, old)
    }

    /// Arithmetic whose second operand becomes the result.
    fn change(&mut self, to: &Arg, size: u32, op: BinaryOp, rmw: RmwOp, value: Operand) -> Option<()> {
        let ty = self.int(size);
        let result = match self.address(to) {
            Some(address) => {
                let old = self.code.compute(ty, Inst::AtomicRmw { op: rmw, address, value });
                self.binary(ty, op, old, value)
            }
            None => {
                let old = self.read(to, size)?;
                let result = self.binary(ty, op, old, value);
                self.write(to, size, result)?;
                result
            }
        };
        self.flags = Flags::Of(result);
        Some(())
    }

    fn rotate(&mut self, intrinsic: Intrinsic, by: &Arg, to: &Arg, size: u32) -> Option<()> {
        let ty = self.int(size);
        let by = match by {
            Arg::Immediate(number) => self.number(size, number.cast_unsigned()),
            _ => {
                // `cl`, or an operand that is put there or into the instruction.
                let count = self.read(by, 8)?;
                if size == 8 { count } else { self.code.compute(ty, Inst::Cast(CastOp::ZExt, count)) }
            }
        };
        self.flags = Flags::Unknown;
        self.unary(to, size, |machine, ty, value| machine.call(ty, intrinsic, &[value, value, by]))?;
        Some(())
    }

    /// `bsf` and `bsr` leave the destination as it was where the source is zero, on every processor there is.
    fn scan(&mut self, intrinsic: Intrinsic, from: &Arg, to: &Arg, size: u32) -> Option<()> {
        let (ty, bit) = (self.int(size), self.int(1));
        let value = self.read(from, size)?;
        // What it was is unknown where the template says that it only writes: any number will do.
        let old = self.read(to, size).unwrap_or_else(|| self.number(size, 0));
        let no = self.number(1, 0);
        let zeros = self.call(ty, intrinsic, &[value, no]);
        let place = match intrinsic {
            Intrinsic::CtLz => {
                let top = self.number(size, u64::from(size - 1));
                self.binary(ty, BinaryOp::Sub, top, zeros)
            }
            _ => zeros,
        };
        let zero = self.number(size, 0);
        let is_zero = self.code.compute(bit, Inst::Compare(IntPredicate::Eq, value, zero));
        let result = self.code.compute(ty, Inst::Select(is_zero, old, place));
        self.flags = Flags::Zero(value);
        self.write(to, size, result)
    }

    fn multiply(&mut self, by: &Arg, size: u32) -> Option<()> {
        if size < 32 {
            return None;
        }
        let [ax, dx] = ["ax", "dx"].map(|name| Arg::Register(name.to_owned(), size));
        let (ty, wide) = (self.int(size), self.int(2 * size));
        let factors = [self.read(&ax, size)?, self.read(by, size)?];
        let [a, b] = factors.map(|value| self.code.compute(wide, Inst::Cast(CastOp::ZExt, value)));
        let product = self.binary(wide, BinaryOp::Mul, a, b);
        let by = self.number(2 * size, u64::from(size));
        let high = self.binary(wide, BinaryOp::LShr, product, by);
        let [low, high] =
            [product, high].map(|value| self.code.compute(ty, Inst::Cast(CastOp::Trunc, value)));
        self.flags = Flags::Unknown;
        self.write(&ax, size, low)?;
        self.write(&dx, size, high)
    }

    fn cpuid(&mut self) -> Option<()> {
        let (ty, bit) = (self.int(32), self.int(1));
        let number = self.read(&Arg::Register("ax".to_owned(), 32), 32)?;
        for (place, name) in ["ax", "bx", "cx", "dx"].into_iter().enumerate() {
            let mut answer = self.number(32, 0);
            for (leaf, answers) in CPUID.iter().filter(|(_, answers)| answers[place] != 0) {
                let (leaf, said) = (self.number(32, *leaf), self.number(32, answers[place]));
                let is_asked = self.code.compute(bit, Inst::Compare(IntPredicate::Eq, number, leaf));
                answer = self.code.compute(ty, Inst::Select(is_asked, said, answer));
            }
            self.registers.insert(name.to_owned(), answer);
        }
        Some(())
    }

    fn time_stamp(&mut self) -> Option<()> {
        let (ty, wide) = (self.int(32), self.int(64));
        let function = self.code.cx.library_function(CYCLES, wide, &[])?;
        let cycles = self.code.compute(wide, crate::instructions::Code::call_function(function, []));
        let by = self.number(64, 32);
        let high = self.binary(wide, BinaryOp::LShr, cycles, by);
        for (name, value) in [("ax", cycles), ("dx", high)] {
            let half = self.code.compute(ty, Inst::Cast(CastOp::Trunc, value));
            self.registers.insert(name.to_owned(), half);
        }
        Some(())
    }

    /// Whether a condition of the flags holds.
    pub(super) fn condition(&mut self, name: &str) -> Option<Operand> {
        let bit = self.int(1);
        let named =
            || CONDITIONS.iter().find(|(names, _)| names.contains(&name)).map(|(_, predicate)| *predicate);
        let (predicate, a, b) = match self.flags {
            Flags::Unknown => return None,
            Flags::Compared(a, b) => (named()?, a, b),
            Flags::Of(value) | Flags::Zero(value) => {
                let zero = self.number(self.width(value)?, 0);
                let predicate = match (name, self.flags) {
                    ("s", Flags::Of(_)) => IntPredicate::Slt,
                    ("ns", Flags::Of(_)) => IntPredicate::Sge,
                    _ => named().filter(|named| matches!(named, IntPredicate::Eq | IntPredicate::Ne))?,
                };
                (predicate, value, zero)
            }
        };
        Some(self.code.compute(bit, Inst::Compare(predicate, a, b)))
    }
}

/// Operands.
impl Machine<'_, '_, '_> {
    /// How many bits an operand has, if it says.
    fn size(&self, arg: &Arg) -> Option<u32> {
        match arg {
            Arg::Register(_, size) | Arg::Operand(_, Some(size)) => Some(*size),
            Arg::Operand(number, None) => match self.operands.get(*number)? {
                Place::Register(name) => self.registers.get(name).and_then(|&value| self.width(value)),
                _ => None,
            },
            _ => None,
        }
    }

    fn width(&self, value: Operand) -> Option<u32> {
        let ty = self.code.cx.out.operand_type(&self.code.body, value);
        match self.code.cx.out.types.kind(ty) {
            TypeKind::Int(width) => Some(*width),
            TypeKind::Ptr => Some(64),
            _ => None,
        }
    }

    /// Where an operand in memory is.
    fn address(&self, arg: &Arg) -> Option<Operand> {
        match arg {
            Arg::Operand(number, _) => match self.operands.get(*number)? {
                Place::Memory(address) => Some(*address),
                _ => None,
            },
            _ => None,
        }
    }

    /// The name of the register an operand is in.
    fn register(&self, arg: &Arg) -> Option<String> {
        match arg {
            Arg::Register(name, _) => Some(name.clone()),
            Arg::Operand(number, _) => match self.operands.get(*number)? {
                Place::Register(name) => Some(name.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// The low bits of an operand.
    fn read(&mut self, arg: &Arg, size: u32) -> Option<Operand> {
        let ty = self.int(size);
        if let Arg::Immediate(number) = arg {
            return Some(self.number(size, number.cast_unsigned()));
        }
        if let Some(address) = self.address(arg) {
            return Some(self.code.compute(ty, Inst::Load(address)));
        }
        let value = *self.registers.get(&self.register(arg)?)?;
        let have = self.width(value)?;
        let is_pointer =
            self.code.cx.out.operand_type(&self.code.body, value) == self.code.cx.out.types.ptr();
        let value = if is_pointer {
            let word = self.int(64);
            self.code.compute(word, Inst::Cast(CastOp::PtrToInt, value))
        } else {
            value
        };
        match value {
            _ if have == size => Some(value),
            _ if have > size => Some(self.code.compute(ty, Inst::Cast(CastOp::Trunc, value))),
            // A number in the instruction is as wide as the instruction wants; of a register, the bits above are unknown.
            Operand::Const(constant) => match self.code.cx.out.consts.kind(constant) {
                ConstKind::Bits(_, bits) => {
                    let wide = ConstKind::Bits(ty, bits.sext(size));
                    Some(Operand::Const(self.code.cx.out.consts.intern(wide)))
                }
                _ => None,
            },
            Operand::Value(_) => None,
        }
    }

    /// Writes the low bits of an operand. Of a register, 32 bits clear those above, and fewer leave them as they were.
    fn write(&mut self, arg: &Arg, size: u32, value: Operand) -> Option<()> {
        if let Some(address) = self.address(arg) {
            self.code.push(None, Inst::Store { value, address });
            return Some(());
        }
        let name = self.register(arg)?;
        let held = self.registers.get(&name).and_then(|&held| self.width(held));
        if size < 32 && held.is_some_and(|held| held > size) {
            return None;
        }
        self.registers.insert(name, value);
        Some(())
    }

    fn int(&mut self, width: u32) -> Type {
        self.code.cx.out.types.intern(TypeKind::Int(width))
    }

    fn number(&mut self, width: u32, number: u64) -> Operand {
        let ty = self.int(width);
        let bits = Bits::from_u64(64, number);
        let bits = if width <= 64 { bits.trunc(width) } else { bits.zext(width) };
        Operand::Const(self.code.cx.out.consts.intern(ConstKind::Bits(ty, bits)))
    }

    fn binary(&mut self, ty: Type, op: BinaryOp, a: Operand, b: Operand) -> Operand {
        self.code.compute(ty, Inst::Binary(op, Wrap::default(), a, b))
    }

    fn call(&mut self, ty: Type, intrinsic: Intrinsic, args: &[Operand]) -> Operand {
        self.code.compute(ty, call(intrinsic, args))
    }
}

fn call(intrinsic: Intrinsic, args: &[Operand]) -> Inst {
    let args = args.iter().copied().map(CallArg::plain).collect();
    Inst::Call(Box::new(Call { callee: Callee::Intrinsic(intrinsic), args, tail: Tail::Stays }))
}
