//! Prints instructions.

use std::fmt::{self, Display, Formatter, from_fn};

use vellum_bits::Bits;

use super::{Cx, commas, passing, quote};
use crate::{
    constant::ConstKind,
    inst::{Alloca, BlockId, Call, Callee, Inst, InstData, Leads, Operand, Tail, Term, Wrap},
    types::{Type, TypeKind},
};

impl<'a> Cx<'a> {
    /// A whole line, without position.
    pub(in crate::text) fn line(self, data: &'a InstData) -> impl Display + 'a {
        from_fn(move |f| {
            if let Some(result) = data.result {
                write!(f, "{result} = ")?;
            }
            self.write_inst(data, f)
        })
    }

    fn write_inst(self, data: &InstData, f: &mut Formatter<'_>) -> fmt::Result {
        match &data.inst {
            Inst::Binary(op, wrap, a, b) => write!(f, "{}{} {}", op.name(), flags(*wrap), self.pair(*a, *b)),
            Inst::FNeg(x) => write!(f, "fneg {}", self.typed(*x)),
            Inst::Freeze(x) => write!(f, "freeze {}", self.typed(*x)),
            Inst::Compare(predicate, a, b) => write!(f, "icmp {} {}", predicate.name(), self.pair(*a, *b)),
            Inst::FloatCompare(predicate, a, b) => {
                write!(f, "fcmp {} {}", predicate.name(), self.pair(*a, *b))
            }
            Inst::Cast(op, x) => write!(f, "{} {} to {}", op.name(), self.typed(*x), self.result(data)),
            Inst::Select(c, a, b) => write!(f, "select {}, {}", self.typed(*c), self.pair(*a, *b)),
            Inst::Alloca(alloca) => self.write_alloca(alloca, f),
            Inst::Load(a) => write!(f, "load {} {}", self.result(data), self.address(*a)),
            Inst::VaArg(a) => write!(f, "va_arg {} {}", self.result(data), self.address(*a)),
            Inst::Store { value, address } => {
                write!(f, "store {}, {}", self.typed(*value), self.address(*address))
            }
            Inst::PtrAdd { base, offset, terms, leads } => {
                self.write_ptradd(*base, *offset, terms, f)?;
                match leads {
                    Leads::Anywhere => Ok(()),
                    Leads::Member => f.write_str(" member"),
                    Leads::Element(bytes) => write!(f, " element of {bytes}"),
                }
            }
            Inst::ExtractValue(x, path) => write!(f, "extractvalue {}{}", self.typed(*x), steps(path)),
            Inst::InsertValue { aggregate, part, path } => {
                write!(f, "insertvalue {}, {}{}", self.typed(*aggregate), self.typed(*part), steps(path))
            }
            Inst::ExtractElement(vector, lane) => {
                write!(f, "extractelement {}, {}", self.typed(*vector), self.typed(*lane))
            }
            Inst::InsertElement { vector, element, lane } => {
                let element = self.operand(*element, self.lane_of(*vector));
                write!(f, "insertelement {}, {element}, {}", self.typed(*vector), self.typed(*lane))
            }
            Inst::Shuffle(a, b, mask) => {
                write!(f, "shufflevector {}, [{}]", self.pair(*a, *b), commas(mask.iter().map(|n| lane(*n))))
            }
            Inst::AtomicRmw { op, address, value } => {
                write!(f, "atomicrmw {} {}, {}", op.name(), self.address(*address), self.typed(*value))
            }
            Inst::CmpXchg { address, expected, new } => {
                write!(f, "cmpxchg {}, {}", self.address(*address), self.pair(*expected, *new))
            }
            Inst::Call(call) => self.write_call(data, call, f),
            Inst::Phi(entries) => self.write_phi(data, entries, f),
            Inst::Br(target) => write!(f, "br {target}"),
            Inst::CondBr(c, yes, no) => write!(f, "br {}, {yes}, {no}", self.condition(*c)),
            Inst::Switch { value, default, cases } => {
                let cases = cases.iter().map(|(case, block)| from_fn(move |f| write!(f, "{case}: {block}")));
                write!(f, "switch {}, {default} [{}]", self.typed(*value), commas(cases))
            }
            Inst::IndirectBr(a, targets) => {
                write!(f, "indirectbr {}, [{}]", self.address(*a), commas(targets.iter()))
            }
            Inst::Ret(None) => f.write_str("ret void"),
            Inst::Ret(Some(value)) => write!(f, "ret {}", self.typed(*value)),
            Inst::Unreachable => f.write_str("unreachable"),
            Inst::Unsupported(what) => self.write_unsupported(data, what, f),
        }
    }

    fn write_phi(
        self,
        data: &InstData,
        entries: &[(BlockId, Operand)],
        f: &mut Formatter<'_>,
    ) -> fmt::Result {
        write!(f, "phi {}", self.result(data))?;
        for (i, (block, operand)) in entries.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma} [ {}, {block} ]", self.operand(*operand, self.result_type(data)))?;
        }
        Ok(())
    }

    fn write_unsupported(self, data: &InstData, what: &str, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("unsupported ")?;
        if data.result.is_some() {
            write!(f, "{} ", self.result(data))?;
        }
        quote(f, what.as_bytes())
    }

    fn write_alloca(self, alloca: &Alloca, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "alloca {} align {}", alloca.size, alloca.align)?;
        if !self.is_one(alloca.count) {
            write!(f, " count {}", self.typed(alloca.count))?;
        }
        match &alloca.name {
            Some(name) => {
                f.write_str(" ")?;
                quote(f, name.as_bytes())
            }
            None => Ok(()),
        }
    }

    /// Whether `count` is `i32 1`, which is not printed.
    fn is_one(self, count: Operand) -> bool {
        let (Operand::Const(constant), Some(ty)) = (count, self.operand_type(count)) else {
            return false;
        };
        let one = ConstKind::Bits(ty, Bits::from_u64(32, 1));
        self.type_kind(ty) == Some(&TypeKind::Int(32)) && *self.module.consts.kind(constant) == one
    }

    fn write_ptradd(self, base: Operand, offset: i64, terms: &[Term], f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "ptradd {}", self.address(base))?;
        if offset != 0 || terms.is_empty() {
            write!(f, ", {offset}")?;
        }
        for term in terms {
            write!(f, ", {} * {}", term.scale, self.typed(term.index))?;
        }
        Ok(())
    }

    fn write_call(self, data: &InstData, call: &Call, f: &mut Formatter<'_>) -> fmt::Result {
        let tail = if call.tail == Tail::Must { "musttail " } else { "" };
        write!(f, "call {tail}{} ", self.result(data))?;
        match call.callee {
            Callee::Function(id) => write!(f, "{}", self.function(id))?,
            Callee::Intrinsic(intrinsic) => f.write_str(intrinsic.name())?,
            Callee::Pointer(pointer @ Operand::Value(_)) => write!(f, "{}", self.address(pointer))?,
            Callee::Pointer(pointer @ Operand::Const(_)) => write!(f, "{}", self.typed(pointer))?,
        }
        let args = call.args.iter().map(|arg| {
            from_fn(|f| write!(f, "{}{}", self.typed(arg.value), passing(arg.by_value, arg.extend)))
        });
        write!(f, "({})", commas(args))
    }

    fn result_type(self, data: &InstData) -> Option<Type> {
        self.body?.values.get(data.result?).copied()
    }

    /// The type of the result; `void` if there is none.
    fn result(self, data: &InstData) -> impl Display + 'a {
        let (missing, ty) = (data.result.is_none(), self.result_type(data));
        from_fn(move |f| match ty {
            Some(ty) => self.write_type(ty, f),
            None => f.write_str(if missing { "void" } else { "?" }),
        })
    }

    /// `T a, [T] b`
    fn pair(self, a: Operand, b: Operand) -> impl Display + 'a {
        from_fn(move |f| write!(f, "{}, {}", self.typed(a), self.operand(b, self.operand_type(a))))
    }

    fn address(self, address: Operand) -> impl Display + 'a {
        self.operand(address, self.module.types.find(&TypeKind::Ptr))
    }

    fn condition(self, condition: Operand) -> impl Display + 'a {
        self.operand(condition, self.module.types.find(&TypeKind::Int(1)))
    }

    /// The type of a vector's lanes.
    fn lane_of(self, vector: Operand) -> Option<Type> {
        let ty = self.operand_type(vector)?;
        self.type_kind(ty).map(|_| self.module.types.lane(ty))
    }
}

fn flags(wrap: Wrap) -> impl Display {
    from_fn(move |f| {
        for (set, name) in [(wrap.nuw, " nuw"), (wrap.nsw, " nsw"), (wrap.exact, " exact")] {
            f.write_str(if set { name } else { "" })?;
        }
        Ok(())
    })
}

fn lane(number: Option<u32>) -> impl Display {
    from_fn(move |f| match number {
        Some(number) => write!(f, "{number}"),
        None => f.write_str("undef"),
    })
}

/// `, N, N…`
fn steps(path: &[u32]) -> impl Display {
    from_fn(|f| path.iter().try_for_each(|step| write!(f, ", {step}")))
}
