//! The rules of types, instruction by instruction.

use vellum_bits::Bits;
use vellum_collections::Set;

use super::{
    Code, Problem, Rule,
    casts::Class,
    intrinsics,
    items::{check_align, check_by_value, check_extend},
    want,
};
use crate::{
    inst::{Alloca, BinaryOp, BlockId, Call, Callee, Inst, InstData, Operand, RmwOp, Term},
    text,
    types::{Type, TypeKind},
};

impl Code<'_> {
    pub(super) fn check_types(self, problems: &mut Vec<Problem>) {
        for (id, block) in self.body.blocks.iter_ids() {
            for inst in block {
                let rule = match inst.result {
                    Some(result) => self.check_result(inst, self.body.values[result]),
                    None => self.check_no_result(inst),
                };
                if let Err(message) = rule {
                    problems.push(self.problem_at(id, inst, message));
                }
            }
        }
    }

    /// The instructions that define no value.
    fn check_no_result(self, data: &InstData) -> Rule {
        match &data.inst {
            Inst::Store { address, .. } | Inst::IndirectBr(address, _) => self.check_address(*address),
            Inst::Call(call) => self.check_call(call),
            Inst::CondBr(condition, ..) => {
                let ty = self.of(*condition);
                want(*self.module.types.kind(ty) == TypeKind::Int(1), || {
                    format!("the condition is of type {}, not i1", self.text(ty))
                })
            }
            Inst::Switch { value, cases, .. } => self.check_switch(*value, cases),
            Inst::Ret(value) => self.check_ret(*value),
            Inst::Br(_) | Inst::Unreachable | Inst::Unsupported(_) => Ok(()),
            _ => Err("the instruction has a result, which is missing".to_owned()),
        }
    }

    /// The instructions that define a value, here of type `result`.
    fn check_result(self, data: &InstData, result: Type) -> Rule {
        match &data.inst {
            Inst::Binary(op, _, a, b) => self.check_binary(*op, *a, *b, result),
            Inst::FNeg(x) => {
                self.want_class("the operand", self.of(*x), &[Class::Float])?;
                self.want_result(result, self.of(*x))
            }
            Inst::Compare(_, a, b) => self.check_compare(&[Class::Int, Class::Ptr], *a, *b, result),
            Inst::FloatCompare(_, a, b) => self.check_compare(&[Class::Float], *a, *b, result),
            Inst::Cast(op, x) => self.check_cast(*op, self.of(*x), result),
            Inst::Select(condition, a, b) => self.check_select(*condition, *a, *b, result),
            Inst::Freeze(x) => self.want_result(result, self.of(*x)),
            Inst::Alloca(alloca) => self.check_alloca(alloca, result),
            Inst::Load(address) | Inst::VaArg(address) => self.check_address(*address),
            Inst::PtrAdd { base, terms, .. } => self.check_ptradd(*base, terms, result),
            Inst::ExtractValue(aggregate, path) => {
                let part = self.part(self.of(*aggregate), path)?;
                self.want_result(result, part)
            }
            Inst::InsertValue { aggregate, part, path } => {
                let wanted = self.part(self.of(*aggregate), path)?;
                self.want_type("the part", self.of(*part), wanted)?;
                self.want_result(result, self.of(*aggregate))
            }
            Inst::ExtractElement(vector, lane) => {
                let element = self.element(*vector)?;
                self.want_index(*lane)?;
                self.want_result(result, element)
            }
            Inst::InsertElement { vector, element, lane } => {
                self.want_type("the element", self.of(*element), self.element(*vector)?)?;
                self.want_index(*lane)?;
                self.want_result(result, self.of(*vector))
            }
            Inst::Shuffle(a, b, mask) => self.check_shuffle(*a, *b, mask, result),
            Inst::AtomicRmw { op, address, value } => self.check_rmw(*op, *address, *value, result),
            Inst::CmpXchg { address, expected, new } => self.check_cmpxchg(*address, *expected, *new, result),
            Inst::Call(call) => self.check_call(call),
            Inst::Phi(entries) => entries.iter().try_for_each(|(block, operand)| {
                self.want_type(&format!("the entry of {block}"), self.of(*operand), result)
            }),
            Inst::Unsupported(_) => Ok(()),
            _ => Err("the instruction has no result".to_owned()),
        }
    }

    pub(super) fn text(self, ty: Type) -> String {
        text::of_type(self.module, ty).to_string()
    }

    fn of(self, operand: Operand) -> Type {
        self.module.operand_type(self.body, operand)
    }

    fn want_type(self, what: &str, found: Type, wanted: Type) -> Rule {
        want(found == wanted, || format!("{what} is of type {}, not {}", self.text(found), self.text(wanted)))
    }

    fn want_result(self, result: Type, wanted: Type) -> Rule {
        self.want_type("the result", result, wanted)
    }

    /// The lanes of `ty` are one of `classes`.
    fn want_class(self, what: &str, ty: Type, classes: &[Class]) -> Rule {
        let fits = self.class(ty).is_some_and(|class| classes.contains(&class));
        want(fits, || {
            let wanted: Vec<&str> = classes.iter().map(|class| name(*class)).collect();
            format!("{what} is of type {}, not {}", self.text(ty), wanted.join(" or "))
        })
    }

    fn want_index(self, lane: Operand) -> Rule {
        let ty = self.of(lane);
        want(self.class(ty) == Some(Class::Int) && self.shape(ty).is_none(), || {
            format!("the lane number is of type {}, not an integer", self.text(ty))
        })
    }

    fn check_address(self, address: Operand) -> Rule {
        self.want_type("the address", self.of(address), self.module.ptr_type())
    }

    fn check_binary(self, op: BinaryOp, a: Operand, b: Operand, result: Type) -> Rule {
        let class = match op {
            BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
                Class::Float
            }
            _ => Class::Int,
        };
        self.want_class("the first operand", self.of(a), &[class])?;
        self.want_type("the second operand", self.of(b), self.of(a))?;
        self.want_result(result, self.of(a))
    }

    fn check_compare(self, classes: &[Class], a: Operand, b: Operand, result: Type) -> Rule {
        let ty = self.of(a);
        self.want_class("the first operand", ty, classes)?;
        self.want_type("the second operand", self.of(b), ty)?;
        want(self.is_truth(result) && self.shape(result) == self.shape(ty), || {
            format!("the result is of type {}, not one i1 per lane", self.text(result))
        })
    }

    /// Whether `ty` is `i1` or a vector of it.
    fn is_truth(self, ty: Type) -> bool {
        *self.module.types.kind(self.module.types.lane(ty)) == TypeKind::Int(1)
    }

    fn check_select(self, condition: Operand, a: Operand, b: Operand, result: Type) -> Rule {
        let (truth, ty) = (self.of(condition), self.of(a));
        let shape = self.shape(truth);
        want(self.is_truth(truth) && (shape.is_none() || shape == self.shape(ty)), || {
            format!("the condition is of type {}, not i1 or one i1 per lane", self.text(truth))
        })?;
        self.want_type("the third operand", self.of(b), ty)?;
        self.want_result(result, ty)
    }

    fn check_alloca(self, alloca: &Alloca, result: Type) -> Rule {
        check_align(alloca.align)?;
        let count = self.of(alloca.count);
        want(self.class(count) == Some(Class::Int) && self.shape(count).is_none(), || {
            format!("the count is of type {}, not an integer", self.text(count))
        })?;
        self.want_result(result, self.module.ptr_type())
    }

    fn check_ptradd(self, base: Operand, terms: &[Term], result: Type) -> Rule {
        self.want_class("the base", self.of(base), &[Class::Ptr])?;
        for term in terms {
            self.want_class("an index", self.of(term.index), &[Class::Int])?;
        }
        self.want_class("the result", result, &[Class::Ptr])?;
        // Scalars stand for as many lanes as the vectors have.
        let mut shape = None;
        for part in std::iter::once(base).chain(terms.iter().map(|term| term.index)) {
            let lanes = self.shape(self.of(part));
            want(lanes.is_none() || shape.is_none() || lanes == shape, || {
                "the vectors have different numbers of lanes".to_owned()
            })?;
            shape = shape.or(lanes);
        }
        want(self.shape(result) == shape, || {
            format!("the result is of type {}, which has not the lanes of the operands", self.text(result))
        })
    }

    fn part(self, aggregate: Type, path: &[u32]) -> Result<Type, String> {
        let part = self.module.types.descend(aggregate, path).filter(|_| !path.is_empty());
        match part {
            Some((part, _)) => Ok(part),
            None => Err(format!("the path leads nowhere in {}", self.text(aggregate))),
        }
    }

    fn element(self, vector: Operand) -> Result<Type, String> {
        match *self.module.types.kind(self.of(vector)) {
            TypeKind::Vector { element, .. } => Ok(element),
            _ => Err(format!("the first operand is of type {}, not a vector", self.text(self.of(vector)))),
        }
    }

    fn check_shuffle(self, a: Operand, b: Operand, mask: &[Option<u32>], result: Type) -> Rule {
        let element = self.element(a)?;
        self.want_type("the second operand", self.of(b), self.of(a))?;
        let lanes = u64::from(self.module.types.lanes(self.of(a))) * 2;
        if let Some(lane) = mask.iter().flatten().find(|lane| u64::from(**lane) >= lanes) {
            return Err(format!("there is no lane {lane} among {lanes}"));
        }
        let shape = self.shape(result).and_then(|lanes| usize::try_from(lanes).ok());
        want(shape == Some(mask.len()) && self.module.types.lane(result) == element, || {
            let (result, element) = (self.text(result), self.text(element));
            format!("the result is of type {result}, not {} lanes of {element}", mask.len())
        })
    }

    fn check_rmw(self, op: RmwOp, address: Operand, value: Operand, result: Type) -> Rule {
        self.check_address(address)?;
        let classes: &[Class] = match op {
            RmwOp::Xchg => &[Class::Int, Class::Float, Class::Ptr],
            RmwOp::FAdd | RmwOp::FSub | RmwOp::FMax | RmwOp::FMin => &[Class::Float],
            _ => &[Class::Int],
        };
        self.want_class("the value", self.of(value), classes)?;
        self.want_result(result, self.of(value))
    }

    fn check_cmpxchg(self, address: Operand, expected: Operand, new: Operand, result: Type) -> Rule {
        self.check_address(address)?;
        let ty = self.of(expected);
        self.want_class("the expected value", ty, &[Class::Int, Class::Ptr])?;
        self.want_type("the new value", self.of(new), ty)?;
        let is_pair = match self.module.types.kind(result) {
            TypeKind::Struct { fields, packed: false } => match **fields {
                [old, equal] => old == ty && *self.module.types.kind(equal) == TypeKind::Int(1),
                _ => false,
            },
            _ => false,
        };
        want(is_pair, || {
            format!("the result is of type {}, not {{{}, i1}}", self.text(result), self.text(ty))
        })
    }

    /// Arguments and result need not be those of the callee: that is the program's fault, if it gets there.
    fn check_call(self, call: &Call) -> Rule {
        for arg in &call.args {
            check_by_value(self.module, self.of(arg.value), arg.by_value)?;
            check_extend(self.module, self.of(arg.value), arg.extend)?;
        }
        match call.callee {
            Callee::Function(_) => Ok(()),
            Callee::Pointer(pointer) => {
                self.want_type("the callee", self.of(pointer), self.module.ptr_type())
            }
            Callee::Intrinsic(intrinsic) => {
                let (wanted, count) = (intrinsics::arguments(intrinsic), call.args.len());
                want(wanted.contains(&count), || {
                    let (name, least, most) = (intrinsic.name(), wanted.start(), wanted.end());
                    let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
                    format!("{name} takes {range} arguments, not {count}")
                })
            }
        }
    }

    fn check_switch(self, value: Operand, cases: &[(Bits, BlockId)]) -> Rule {
        let ty = self.of(value);
        let TypeKind::Int(width) = *self.module.types.kind(ty) else {
            return Err(format!("the value is of type {}, not an integer", self.text(ty)));
        };
        let mut seen = Set::default();
        for (case, _) in cases {
            want(case.width() == width, || {
                format!("the case {case} has {} bits, not {width}", case.width())
            })?;
            want(seen.insert(case), || format!("there are two cases {case}"))?;
        }
        Ok(())
    }

    fn check_ret(self, value: Option<Operand>) -> Rule {
        let wanted = self.function.result;
        match value {
            Some(value) => self.want_type("the value", self.of(value), wanted),
            None => want(*self.module.types.kind(wanted) == TypeKind::Void, || {
                format!("the function returns {}", self.text(wanted))
            }),
        }
    }
}

fn name(class: Class) -> &'static str {
    match class {
        Class::Int => "an integer",
        Class::Float => "a float",
        Class::Ptr => "a pointer",
    }
}
