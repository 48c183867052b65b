//! What a function does with pointers in its own registers, whoever calls it.
//!
//! Locals whose address goes nowhere count as registers. The result of a call is split in three: what the function makes
//! of its arguments alone is looked up where it is called, and so is memory it has just allocated; the rest is the same for
//! all callers. The values that arguments and new memory take on their way to the result have a *shadow*, which has only
//! the rest.

use vellum_collections::{Id, IdVec, Map, Set};
use vellum_ir::{
    BinaryOp, Body, Call, Callee, CastOp, Const, ConstKind, FuncId, Inst, InstData, Intrinsic, Module,
    Operand, Type, TypeKind, Value,
};

use super::{
    library,
    place::{Step, WORD},
};

/// What is known of a function.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// How many parameters it has.
    params: usize,
    /// Locals that are registers.
    pub(super) registers: Set<Value>,
    /// How registers get what others have.
    pub(super) edges: Vec<Edge>,
    /// Values with a shadow.
    pub(super) shadowed: Set<Value>,
    /// For each parameter and result of a call: how it becomes the function's result.
    pub(super) returned: Map<Value, Step>,
    /// For each value: the parameter it is.
    pub(super) exact: IdVec<Value, Origin>,
    /// For each value: what says enough about where it leads.
    pub(super) cover: IdVec<Value, Origin>,
}

/// A register gets what another has, or a constant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) from: Operand,
    pub(super) to: Value,
    pub(super) step: Step,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Nowhere,
    /// From a parameter and nothing else.
    Parameter(u32),
    /// From values that are, moved, part of the function's result.
    Result,
    Anywhere,
}

impl Origin {
    fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nowhere, known) | (known, Self::Nowhere) => known,
            (a, b) if a == b => a,
            _ => Self::Anywhere,
        }
    }
}

/// Which types have room for a pointer.
pub(super) struct Carriers(IdVec<Type, bool>);

impl Carriers {
    pub(super) fn new(module: &Module) -> Self {
        let count = module.types.len();
        let mut known: IdVec<Type, bool> = IdVec::new();
        for number in 0..count {
            let has = match module.types.kind(Type::from_index(number)) {
                TypeKind::Ptr => true,
                TypeKind::Int(width) => u64::from(*width) >= 8 * WORD,
                TypeKind::Void | TypeKind::Float(_) => false,
                TypeKind::Vector { element, .. } | TypeKind::Array { element, .. } => known[*element],
                TypeKind::Struct { fields, .. } => fields.iter().any(|field| known[*field]),
            };
            known.push(has);
        }
        Self(known)
    }

    pub(super) fn has(&self, ty: Type) -> bool {
        self.0[ty]
    }
}

impl Facts {
    /// The facts of a function; `callee` knows those of some others.
    pub(super) fn new<'a>(
        module: &Module,
        carriers: &Carriers,
        id: FuncId,
        body: &Body,
        callee: impl Fn(FuncId) -> Option<&'a Self>,
    ) -> Self {
        let params = module.functions[id].params.len();
        let mut facts = Self { params, registers: registers(module, body), ..Self::default() };
        let casts = body.blocks.iter().flatten();
        let casts = casts.filter(|data| matches!(data.inst, Inst::Cast(CastOp::PtrToInt, _)));
        let addresses = casts.filter_map(|data| data.result).collect();
        let registers = &facts.registers;
        let mut walk =
            Walk { module, carriers, body, registers, addresses, edges: Vec::new(), sums: Vec::new() };
        let mut calls: Vec<Value> = Vec::new();
        for data in body.blocks.iter().flatten() {
            walk.instruction(data);
            if let (Inst::Call(call), Some(result)) = (&data.inst, data.result)
                && carriers.has(body.values[result])
            {
                walk.call(call, result, &callee);
                if !matches!(call.callee, Callee::Intrinsic(_)) {
                    calls.push(result);
                }
            }
        }
        facts.edges = walk.finish();
        let roots: Vec<Value> = (0..params).map(Value::from_index).chain(calls).collect();
        facts.find_returned(body, &roots);
        facts.exact = facts.origins(module, body, params, OriginOf::Exact);
        facts.cover = facts.origins(module, body, params, OriginOf::Cover);
        facts
    }

    fn find_returned(&mut self, body: &Body, roots: &[Value]) {
        let mut into: Map<Value, Vec<(Value, Step)>> = Map::default();
        let mut out: Map<Value, Vec<Value>> = Map::default();
        for edge in &self.edges {
            if let Operand::Value(from) = edge.from {
                into.entry(edge.to).or_default().push((from, edge.step));
                out.entry(from).or_default().push(edge.to);
            }
        }
        let mut steps: Map<Value, Step> = Map::default();
        let mut todo: Vec<Value> = Vec::new();
        for data in body.blocks.iter().flatten() {
            if let Inst::Ret(Some(Operand::Value(value))) = data.inst {
                steps.insert(value, Step::NONE);
                todo.push(value);
            }
        }
        while let Some(value) = todo.pop() {
            let rest = steps[&value];
            for &(from, step) in into.get(&value).into_iter().flatten() {
                let way = step.then(rest);
                let joined = steps.get(&from).map_or(way, |known| known.or(way));
                if steps.insert(from, joined) != Some(joined) {
                    todo.push(from);
                }
            }
        }
        let mut todo: Vec<Value> = roots.iter().copied().filter(|root| steps.contains_key(root)).collect();
        self.returned = todo.iter().map(|root| (*root, steps[root])).collect();
        while let Some(value) = todo.pop() {
            if steps.contains_key(&value) && self.shadowed.insert(value) {
                todo.extend(out.get(&value).into_iter().flatten());
            }
        }
    }

    fn origins(&self, module: &Module, body: &Body, params: usize, what: OriginOf) -> IdVec<Value, Origin> {
        let mut into: IdVec<Value, Vec<Edge>> = body.values.iter().map(|_| Vec::new()).collect();
        let mut out: IdVec<Value, Vec<Value>> = body.values.iter().map(|_| Vec::new()).collect();
        let mut is_fixed: IdVec<Value, bool> = body.values.iter().map(|_| true).collect();
        for edge in &self.edges {
            into[edge.to].push(*edge);
            is_fixed[edge.to] = false;
            if let Operand::Value(from) = edge.from {
                out[from].push(edge.to);
            }
        }
        let mut origins: IdVec<Value, Origin> = body.values.iter().map(|_| Origin::Nowhere).collect();
        let mut todo: Vec<Value> = body.values.ids().collect();
        for data in body.blocks.iter().flatten() {
            // A call's result is more than what is known of its arguments.
            if let (Inst::Call(_), Some(result)) = (&data.inst, data.result) {
                is_fixed[result] = true;
            }
        }
        while let Some(value) = todo.pop() {
            let new = if what == OriginOf::Cover && self.shadowed.contains(&value) {
                Origin::Result
            } else if value.index() < params {
                Origin::Parameter(vellum_collections::cast::len32(value.index()))
            } else if is_fixed[value] && !self.registers.contains(&value) {
                Origin::Anywhere
            } else {
                let from = into[value].iter().map(|edge| match edge.from {
                    _ if what == OriginOf::Exact && edge.step != Step::NONE => Origin::Anywhere,
                    Operand::Value(from) => origins[from],
                    Operand::Const(constant) => of_constant(module, constant),
                });
                from.fold(Origin::Nowhere, Origin::join)
            };
            if origins[value] != new {
                origins[value] = new;
                todo.extend(&out[value]);
            }
        }
        origins
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum OriginOf {
    Exact,
    Cover,
}

fn of_constant(module: &Module, constant: Const) -> Origin {
    match module.consts.kind(constant) {
        ConstKind::Undef(_) | ConstKind::Zero(_) => Origin::Nowhere,
        ConstKind::Bits(_, bits) if bits.is_zero() => Origin::Nowhere,
        _ => Origin::Anywhere,
    }
}

/// Locals that are only loaded and stored.
fn registers(module: &Module, body: &Body) -> Set<Value> {
    let mut locals: Set<Value> = Set::default();
    for data in body.blocks.iter().flatten() {
        if let (Inst::Alloca(alloca), Some(value)) = (&data.inst, data.result)
            && word(module, alloca.count) == Some(1)
        {
            locals.insert(value);
        }
    }
    let mut refused: Set<Value> = Set::default();
    for data in body.blocks.iter().flatten() {
        let mut refuse = |operand: Operand| {
            if let Operand::Value(value) = operand {
                refused.insert(value);
            }
        };
        match &data.inst {
            Inst::Load(_) => (),
            Inst::Store { value, .. } => refuse(*value),
            Inst::Call(call) if is_lifetime(call) => (),
            inst => inst.for_each_operand(refuse),
        }
    }
    locals.retain(|local| !refused.contains(local));
    locals
}

fn is_lifetime(call: &Call) -> bool {
    matches!(call.callee, Callee::Intrinsic(Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd))
}

/// A constant number of at most 64 bits.
pub(super) fn word(module: &Module, operand: Operand) -> Option<u64> {
    let Operand::Const(constant) = operand else { return None };
    match module.consts.kind(constant) {
        ConstKind::Bits(_, bits) => bits.to_u64(),
        ConstKind::Zero(_) => Some(0),
        _ => None,
    }
}

struct Walk<'a> {
    module: &'a Module,
    carriers: &'a Carriers,
    body: &'a Body,
    registers: &'a Set<Value>,
    /// Values that are surely addresses: subtracting one leaves a distance.
    addresses: Set<Value>,
    edges: Vec<Edge>,
    /// Edges of arithmetic on two variables: lengths and counters, unless a pointer is made of them.
    sums: Vec<Edge>,
}

impl Walk<'_> {
    fn edge(&mut self, from: Operand, to: Value, step: Step) {
        if self.carriers.has(self.module.operand_type(self.body, from)) {
            self.edges.push(Edge { from, to, step });
        }
    }

    fn sum(&mut self, from: Operand, to: Value) {
        if self.carriers.has(self.module.operand_type(self.body, from)) {
            self.sums.push(Edge { from, to, step: Step::ANYWHERE });
        }
    }

    /// The edges: those of sums where their result becomes a pointer.
    fn finish(self) -> Vec<Edge> {
        let Self { body, mut edges, sums, .. } = self;
        let mut into: Map<Value, Vec<Value>> = Map::default();
        for edge in edges.iter().chain(&sums) {
            if let Operand::Value(from) = edge.from {
                into.entry(edge.to).or_default().push(from);
            }
        }
        let made = body.blocks.iter().flatten().filter_map(|data| match data.inst {
            Inst::Cast(CastOp::IntToPtr, Operand::Value(from)) => Some(from),
            _ => None,
        });
        let mut todo: Vec<Value> = made.collect();
        let mut wanted: Set<Value> = Set::default();
        while let Some(value) = todo.pop() {
            if wanted.insert(value) {
                todo.extend(into.get(&value).into_iter().flatten());
            }
        }
        edges.extend(sums.into_iter().filter(|edge| wanted.contains(&edge.to)));
        edges
    }

    fn register(&self, address: Operand) -> Option<Value> {
        match address {
            Operand::Value(value) => Some(value).filter(|value| self.registers.contains(value)),
            Operand::Const(_) => None,
        }
    }

    fn instruction(&mut self, data: &InstData) {
        if let Inst::Store { value, address } = data.inst {
            if let Some(local) = self.register(address) {
                self.edge(value, local, Step::NONE);
            }
            return;
        }
        let Some(to) = data.result.filter(|&to| self.carriers.has(self.body.values[to])) else { return };
        match &data.inst {
            Inst::Load(address) => {
                if let Some(local) = self.register(*address) {
                    self.edge(Operand::Value(local), to, Step::NONE);
                }
            }
            Inst::Binary(op, _, a, b) => self.binary(*op, *a, *b, to),
            Inst::Cast(op, a) if !matches!(op, CastOp::FpToSi | CastOp::FpToUi) => {
                self.edge(*a, to, Step::NONE);
            }
            Inst::Freeze(a) | Inst::ExtractValue(a, _) | Inst::ExtractElement(a, _) => {
                self.edge(*a, to, Step::NONE);
            }
            Inst::Select(_, a, b)
            | Inst::InsertValue { aggregate: a, part: b, .. }
            | Inst::InsertElement { vector: a, element: b, .. }
            | Inst::Shuffle(a, b, _) => {
                self.edge(*a, to, Step::NONE);
                self.edge(*b, to, Step::NONE);
            }
            Inst::Phi(incoming) => {
                incoming.iter().for_each(|(_, from)| self.edge(*from, to, Step::NONE));
            }
            Inst::PtrAdd { base, offset, terms, .. } => {
                let scales = terms.iter().map(|term| Step::every(term.scale.unsigned_abs(), 0));
                let step = scales.fold(Step::By(*offset), Step::then);
                self.edge(*base, to, step);
            }
            _ => (),
        }
    }

    /// Sums and masks of a pointer still lead into its object; products, quotients and shifts are numbers.
    fn binary(&mut self, op: BinaryOp, a: Operand, b: Operand, to: Value) {
        let [left, right] = [a, b].map(|operand| word(self.module, operand).map(u64::cast_signed));
        match (op, left, right) {
            (BinaryOp::Add, _, Some(by)) => self.edge(a, to, Step::By(by)),
            (BinaryOp::Add, Some(by), _) => self.edge(b, to, Step::By(by)),
            (BinaryOp::Sub, _, Some(by)) => self.edge(a, to, Step::By(by.wrapping_neg())),
            // The complement of an address.
            (BinaryOp::Xor, _, Some(-1)) => (),
            (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, _, Some(_)) => self.edge(a, to, Step::ANYWHERE),
            (BinaryOp::Sub, ..) if !self.is_address(b) => self.sum(a, to),
            (BinaryOp::Add | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, ..) => {
                self.sum(a, to);
                self.sum(b, to);
            }
            _ => (),
        }
    }

    fn is_address(&self, operand: Operand) -> bool {
        matches!(operand, Operand::Value(value) if self.addresses.contains(&value))
    }

    fn call<'a>(&mut self, call: &Call, to: Value, callee: &impl Fn(FuncId) -> Option<&'a Facts>) {
        let argument = |number: usize| call.args.get(number).map(|arg| arg.value);
        match call.callee {
            Callee::Intrinsic(intrinsic) => {
                for (arg, step) in call.args.iter().zip(passes(intrinsic)) {
                    if *step == Step::ANYWHERE && intrinsic != Intrinsic::PtrMask {
                        self.sum(arg.value, to);
                    } else {
                        self.edge(arg.value, to, *step);
                    }
                }
            }
            Callee::Function(id) => {
                if let Some(effect) = library::effect(self.module, id) {
                    if let Some((number, step)) = effect.given()
                        && let Some(from) = argument(number)
                    {
                        self.edge(from, to, step);
                    }
                } else if let Some(facts) = callee(id) {
                    for (number, arg) in call.args.iter().enumerate() {
                        if let Some(step) = facts.parameter(number)
                            && arg.by_value.is_none()
                        {
                            self.edge(arg.value, to, step);
                        }
                    }
                }
            }
            Callee::Pointer(_) => (),
        }
    }
}

impl Facts {
    /// How a parameter becomes the result.
    pub(super) fn parameter(&self, number: usize) -> Option<Step> {
        self.returned.get(&Value::from_index(number)).copied().filter(|_| number < self.params)
    }
}

/// How an intrinsic's arguments become its result.
fn passes(intrinsic: Intrinsic) -> &'static [Step] {
    match intrinsic {
        Intrinsic::VectorInsert | Intrinsic::VectorReverse | Intrinsic::VectorExtract => &[Step::NONE; 2],
        Intrinsic::UMax
        | Intrinsic::UMin
        | Intrinsic::SMax
        | Intrinsic::SMin
        | Intrinsic::UAddOverflow
        | Intrinsic::USubOverflow
        | Intrinsic::SAddOverflow
        | Intrinsic::SSubOverflow
        | Intrinsic::ReduceAnd
        | Intrinsic::ReduceOr => &[Step::ANYWHERE; 2],
        Intrinsic::PtrMask => &[Step::ANYWHERE],
        _ if intrinsic.is_first_argument() => &[Step::NONE],
        _ => &[],
    }
}
