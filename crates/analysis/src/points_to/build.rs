//! From the program to constraints.
//!
//! A function's code becomes constraints when the first call that may reach it is found, a global's contents when the
//! first use of its address is.

use std::rc::Rc;

use vellum_collections::{Id, IdVec, Map, Set, cast::len32};
use vellum_ir::{
    Body, Call, Callee, Const, ConstKind, ConstOp, FuncId, Function, GlobalId, Inst, InstData, Intrinsic,
    Module, Operand, RmwOp, Symbol, Value,
};

use super::{
    calls::{Fresh, Site},
    chains::{CallSite, Chains},
    facts::{Carriers, Edge, Facts, word},
    graph::Node,
    library::{self, Effect},
    memory::{ObjectId, ObjectKind, Shape},
    place::{Place, Step, WORD},
    solver::Solver,
};

/// Functions that a program starts from; the first that there is.
const ENTRIES: &[&str] = &["__vellum_start", "__vellum_start_at", "main"];

/// The nodes of a function.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    /// For each value, if it may be a pointer.
    pub(super) values: IdVec<Value, Option<Node>>,
    pub(super) shadows: Map<Value, Node>,
    /// What is returned whoever calls.
    pub(super) result: Option<Node>,
    pub(super) variadic: Option<ObjectId>,
    /// The calls that may reach it.
    pub(super) callers: Vec<u32>,
    /// New memory that it returns.
    pub(super) fresh: Vec<Fresh>,
    /// Whether somebody outside the program calls it.
    pub(super) is_root: bool,
}

/// How much is told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Precision {
    /// Calls in a chain, the allocating one among them.
    pub(super) chain: u32,
    /// Chains that one function hands on to its callers; what comes later ends there.
    pub(super) fresh: usize,
    /// Places of an object.
    pub(super) places: u32,
    /// Whether constants that hold no pointers are told apart. It tells no other objects apart.
    pub(super) texts: bool,
    /// What it may take before less is told apart.
    pub(super) steps: Option<u64>,
}

pub(super) struct Builder<'m> {
    pub(super) module: &'m Module,
    pub(super) precision: Precision,
    pub(super) carriers: Carriers,
    pub(super) effects: IdVec<FuncId, Option<Effect>>,
    pub(super) facts: AllFacts,
    /// The order in which the facts were found.
    pub(super) ranks: IdVec<FuncId, u32>,
    pub(super) solver: Solver,
    pub(super) chains: Chains,
    pub(super) codes: IdVec<FuncId, Option<Code>>,
    pub(super) sites: Vec<Site>,
    pub(super) known: Set<(u32, FuncId)>,
    pub(super) globals: Map<GlobalId, ObjectId>,
    pub(super) functions: Map<FuncId, ObjectId>,
    constants: Map<Const, Option<Node>>,
    pub(super) texts: Option<ObjectId>,
    /// Globals whose contents are still to be looked at, and functions whose code is.
    pub(super) new_globals: Vec<GlobalId>,
    pub(super) new_functions: Vec<FuncId>,
    pub(super) unknown: Option<Node>,
    pub(super) thread: Option<Node>,
}

impl<'m> Builder<'m> {
    pub(super) fn new(module: &'m Module, precision: Precision) -> Self {
        let carriers = Carriers::new(module);
        let effects = module.functions.ids().map(|id| library::effect(module, id)).collect();
        let (facts, ranks) = all_facts(module, &carriers);
        let mut solver = Solver::default();
        solver.limit = precision.steps;
        solver.objects.max_places = precision.places;
        Self {
            module,
            precision,
            carriers,
            effects,
            facts,
            ranks,
            solver,
            chains: Chains::default(),
            codes: module.functions.iter().map(|_| None).collect(),
            sites: Vec::new(),
            known: Set::default(),
            globals: Map::default(),
            functions: Map::default(),
            constants: Map::default(),
            texts: None,
            new_globals: Vec::new(),
            new_functions: Vec::new(),
            unknown: None,
            thread: None,
        }
    }

    /// Solves everything that follows from where the program starts; whether it did not take too much.
    pub(super) fn run(&mut self) -> bool {
        self.start();
        loop {
            self.build_new();
            if !self.solver.wave() {
                return true;
            }
            if self.solver.is_over() {
                return false;
            }
            for (site, loc) in std::mem::take(&mut self.solver.found) {
                let (object, place) = self.solver.objects.at(loc);
                if let (ObjectKind::Function(id), Place::At(0)) =
                    (self.solver.objects.list[object].kind, place)
                {
                    self.connect(site, id);
                }
            }
        }
    }

    fn start(&mut self) {
        let module = self.module;
        let has_body = |id: &FuncId| module.functions[*id].body.is_some();
        let entry = ENTRIES.iter().find_map(|name| module.function_named(name).filter(has_body));
        let mut roots: Vec<FuncId> = match entry {
            Some(entry) => vec![entry],
            None => module.functions.ids().filter(has_body).collect(),
        };
        roots.extend(module.constructors.iter().chain(&module.destructors).copied().filter(has_body));
        let arguments = self.solver.objects.add(ObjectKind::Arguments, None, Shape::Flat);
        let strings = self.solver.objects.add(ObjectKind::Strings, None, Shape::Flat);
        let held = self.solver.objects.cell(&mut self.solver.graph, arguments, 0);
        self.solver.points(held, strings, Place::At(0));
        for root in roots {
            self.called_from_outside(root);
            if entry == Some(root) {
                for number in 0..module.functions[root].params.len() {
                    if let Some(param) = self.value(root, Value::from_index(number)) {
                        self.solver.points(param, arguments, Place::At(0));
                    }
                }
            }
        }
    }

    /// Makes the constraints of what was found since.
    pub(super) fn build_new(&mut self) {
        loop {
            if let Some(id) = self.new_functions.pop() {
                self.build(id);
            } else if let Some(id) = self.new_globals.pop() {
                self.fill(id);
            } else {
                return;
            }
        }
    }

    /// The function's nodes; its code is to be looked at.
    pub(super) fn enter(&mut self, id: FuncId) {
        let module = self.module;
        let function = &module.functions[id];
        let (Some(body), Some(facts)) = (&function.body, self.facts[id].clone()) else { return };
        if self.codes[id].is_some() {
            return;
        }
        let mut code = Code::default();
        for (value, ty) in body.values.iter_ids() {
            let has = self.carriers.has(*ty) || facts.registers.contains(&value);
            code.values.push(has.then(|| self.solver.node()));
        }
        for &value in &facts.shadowed {
            code.shadows.insert(value, self.solver.node());
        }
        if self.carriers.has(function.result) {
            code.result = Some(self.solver.node());
        }
        if function.variadic {
            code.variadic = Some(self.solver.objects.add(ObjectKind::Variadic(id), None, Shape::Flat));
        }
        self.by_value(id, function, &code);
        self.codes[id] = Some(code);
        self.new_functions.push(id);
    }

    /// Parameters that lead to copies.
    fn by_value(&mut self, id: FuncId, function: &Function, code: &Code) {
        for (number, param) in function.params.iter().enumerate() {
            if let (Some(by_value), Some(node)) = (param.by_value, code.values[Value::from_index(number)]) {
                let kind = ObjectKind::Copy(id, len32(number));
                let object = self.solver.objects.add(kind, Some(by_value.size), Shape::Words);
                self.solver.points(node, object, Place::At(0));
            }
        }
    }

    fn build(&mut self, id: FuncId) {
        let module = self.module;
        let facts = self.facts[id].clone().expect("a function that was entered has facts");
        let body = module.functions[id].body.as_ref().expect("and a body");
        self.registers(id, &facts, body);
        for (block, insts) in body.blocks.iter_ids() {
            for (number, data) in insts.iter().enumerate() {
                let site = CallSite { function: id, block, instruction: len32(number) };
                self.instruction(site, &facts, body, data);
            }
        }
    }

    /// What registers get from each other.
    fn registers(&mut self, id: FuncId, facts: &Facts, body: &Body) {
        let mut counts: IdVec<Value, u32> = body.values.iter().map(|_| 0).collect();
        facts.edges.iter().for_each(|edge| counts[edge.to] += 1);
        let mut is_call: IdVec<Value, bool> = body.values.iter().map(|_| false).collect();
        for data in body.blocks.iter().flatten() {
            if let (Inst::Call(_), Some(result)) = (&data.inst, data.result) {
                is_call[result] = true;
            }
        }
        for &Edge { from, to, step } in &facts.edges {
            let Some(node) = self.value(id, to) else { continue };
            let shadow = self.shadow(id, to);
            match from {
                Operand::Const(constant) => {
                    for (object, place) in self.places(constant) {
                        let loc = self.solver.objects.loc(object, place);
                        if let Some(loc) = self.solver.objects.moved(loc, step) {
                            self.solver.graph.insert(node, loc);
                            if let Some(shadow) = shadow {
                                self.solver.graph.insert(shadow, loc);
                            }
                        }
                    }
                }
                Operand::Value(from) => {
                    let Some(source) = self.value(id, from) else { continue };
                    let source_shadow = self.shadow(id, from);
                    let is_only = counts[to] == 1 && step == Step::NONE && !is_call[to];
                    match (shadow, source_shadow) {
                        (Some(to), Some(from)) if is_only => self.solver.graph.unite(to, from),
                        (Some(to), from) => self.solver.step(from.unwrap_or(source), to, step),
                        (None, _) => (),
                    }
                    if is_only {
                        self.solver.graph.unite(source, node);
                    } else {
                        self.solver.step(source, node, step);
                    }
                }
            }
        }
    }

    fn instruction(&mut self, site: CallSite, facts: &Facts, body: &Body, data: &InstData) {
        let id = site.function;
        let result = data.result.and_then(|value| self.value(id, value));
        match &data.inst {
            Inst::Alloca(alloca) => {
                let Some(value) = data.result.filter(|value| !facts.registers.contains(value)) else {
                    return;
                };
                let count = word(self.module, alloca.count);
                let size = count.and_then(|count| count.checked_mul(alloca.size));
                let object = self.solver.objects.add(ObjectKind::Local(id, value), size, Shape::Words);
                let node = self.value(id, value).expect("an address is a pointer");
                self.solver.points(node, object, Place::At(0));
            }
            Inst::Load(address) if !is_register(facts, *address) => {
                if let (Some(to), Some(address)) = (result, self.operand(id, *address)) {
                    let ty = body.values[data.result.expect("a load has a result")];
                    self.solver.load(address, to, self.module.types.layout(ty).store);
                }
            }
            Inst::Store { value, address } if !is_register(facts, *address) => {
                self.write(id, body, *address, *value);
            }
            Inst::AtomicRmw { op, address, value } => {
                if let (Some(to), Some(from)) = (result, self.operand(id, *address)) {
                    self.solver.load(from, to, WORD);
                    if matches!(op, RmwOp::Add | RmwOp::Sub | RmwOp::And | RmwOp::Or | RmwOp::Xor) {
                        let moved = self.solver.node();
                        self.solver.step(to, moved, Step::ANYWHERE);
                        self.solver.store(from, moved, WORD);
                    }
                }
                self.write(id, body, *address, *value);
            }
            Inst::CmpXchg { address, new, .. } => {
                if let (Some(to), Some(address)) = (result, self.operand(id, *address)) {
                    self.solver.load(address, to, WORD);
                }
                self.write(id, body, *address, *new);
            }
            // A list leads to the arguments.
            Inst::VaArg(list) => {
                if let (Some(to), Some(list)) = (result, self.operand(id, *list)) {
                    let area = self.solver.node();
                    self.solver.load(list, area, 3 * WORD);
                    self.solver.load(area, to, WORD);
                }
            }
            Inst::Ret(Some(operand)) => {
                let Some(to) = self.codes[id].as_ref().and_then(|code| code.result) else { return };
                let shadow = match operand {
                    Operand::Value(value) => self.shadow(id, *value),
                    Operand::Const(_) => None,
                };
                if let Some(from) = shadow.or_else(|| self.operand(id, *operand)) {
                    self.solver.edge(from, to);
                }
            }
            Inst::Call(call) => match call.callee {
                Callee::Intrinsic(intrinsic) => self.intrinsic(id, intrinsic, call, result),
                _ => self.call(site, facts, call, data.result),
            },
            _ => (),
        }
    }

    fn write(&mut self, id: FuncId, body: &Body, address: Operand, value: Operand) {
        let ty = self.module.operand_type(body, value);
        if let (true, Some(from), Some(address)) =
            (self.carriers.has(ty), self.operand(id, value), self.operand(id, address))
        {
            self.solver.store(address, from, self.module.types.layout(ty).store);
        }
    }

    fn intrinsic(&mut self, id: FuncId, intrinsic: Intrinsic, call: &Call, result: Option<Node>) {
        let argument = |builder: &mut Self, number: usize| {
            call.args.get(number).and_then(|arg| builder.operand(id, arg.value))
        };
        match intrinsic {
            Intrinsic::Memcpy | Intrinsic::Memmove => {
                let length = call.args.get(2).and_then(|arg| word(self.module, arg.value));
                if let (Some(to), Some(from)) = (argument(self, 0), argument(self, 1)) {
                    self.solver.copy(to, from, length);
                }
            }
            Intrinsic::VaCopy => {
                if let (Some(to), Some(from)) = (argument(self, 0), argument(self, 1)) {
                    self.solver.copy(to, from, Some(3 * WORD));
                }
            }
            Intrinsic::VaStart => {
                let area = self.codes[id].as_ref().and_then(|code| code.variadic);
                if let (Some(list), Some(area)) = (argument(self, 0), area) {
                    let [node, places] = [self.solver.node(), self.solver.node()];
                    self.solver.points(node, area, Place::At(0));
                    self.solver.step(list, places, Step::By(WORD.cast_signed()));
                    self.solver.store(places, node, 2 * WORD);
                }
            }
            Intrinsic::LoadRelative | Intrinsic::MaskedLoad | Intrinsic::MaskedGather => {
                if let (Some(from), Some(to)) = (argument(self, 0), result) {
                    let anywhere = self.solver.node();
                    self.solver.step(from, anywhere, Step::ANYWHERE);
                    self.solver.load(anywhere, to, WORD);
                }
            }
            Intrinsic::MaskedStore | Intrinsic::MaskedScatter => {
                if let (Some(from), Some(to)) = (argument(self, 0), argument(self, 1)) {
                    let anywhere = self.solver.node();
                    self.solver.step(to, anywhere, Step::ANYWHERE);
                    self.solver.store(anywhere, from, WORD);
                }
            }
            _ => (),
        }
    }

    pub(super) fn value(&self, id: FuncId, value: Value) -> Option<Node> {
        self.codes[id].as_ref().and_then(|code| code.values[value])
    }

    pub(super) fn shadow(&self, id: FuncId, value: Value) -> Option<Node> {
        self.codes[id].as_ref().and_then(|code| code.shadows.get(&value).copied())
    }

    /// The node of an operand, if it may be a pointer.
    pub(super) fn operand(&mut self, id: FuncId, operand: Operand) -> Option<Node> {
        match operand {
            Operand::Value(value) => self.value(id, value),
            Operand::Const(constant) => {
                if let Some(node) = self.constants.get(&constant) {
                    return *node;
                }
                let places = self.places(constant);
                let node = (!places.is_empty()).then(|| self.solver.node());
                for (object, place) in places {
                    if let Some(node) = node {
                        self.solver.points(node, object, place);
                    }
                }
                self.constants.insert(constant, node);
                node
            }
        }
    }

    /// Where a constant leads.
    pub(super) fn places(&mut self, constant: Const) -> Vec<(ObjectId, Place)> {
        let module = self.module;
        match module.consts.kind(constant) {
            ConstKind::Symbol(Symbol::Global(id)) => {
                let object = self.global(*id);
                vec![(object, Place::At(0))]
            }
            ConstKind::Symbol(Symbol::Function(id)) => {
                let objects = &mut self.solver.objects;
                let make = || objects.add(ObjectKind::Function(*id), None, Shape::Code);
                vec![(*self.functions.entry(*id).or_insert_with(make), Place::At(0))]
            }
            ConstKind::Aggregate(_, parts) => parts.iter().flat_map(|part| self.places(*part)).collect(),
            ConstKind::Expr(_, op, parts) => self.combined(*op, parts),
            ConstKind::Symbol(Symbol::Block(..))
            | ConstKind::Bits(..)
            | ConstKind::Undef(_)
            | ConstKind::Zero(_) => Vec::new(),
        }
    }

    fn combined(&mut self, op: ConstOp, parts: &[Const]) -> Vec<(ObjectId, Place)> {
        let numbers: Vec<Option<u64>> =
            parts.iter().map(|part| word(self.module, Operand::Const(*part))).collect();
        let steps = match (op, &*numbers) {
            (ConstOp::Resize, [_]) => vec![Some(Step::NONE)],
            (ConstOp::Add, [a, b]) => {
                let by =
                    |number: &Option<u64>| number.map_or(Step::ANYWHERE, |by| Step::By(by.cast_signed()));
                vec![Some(by(b)), Some(by(a))]
            }
            (ConstOp::Sub, [_, Some(by)]) => vec![Some(Step::By(by.cast_signed().wrapping_neg())), None],
            (ConstOp::Sub, [_, None]) => vec![Some(Step::ANYWHERE), None],
            _ => parts.iter().map(|_| Some(Step::ANYWHERE)).collect(),
        };
        let mut places = Vec::new();
        for (part, step) in parts.iter().zip(steps) {
            let Some(step) = step else { continue };
            for (object, place) in self.places(*part) {
                let loc = self.solver.objects.loc(object, place);
                places.extend(self.solver.objects.moved(loc, step).map(|loc| self.solver.objects.at(loc)));
            }
        }
        places
    }
}

fn is_register(facts: &Facts, address: Operand) -> bool {
    matches!(address, Operand::Value(value) if facts.registers.contains(&value))
}

/// The facts of functions that have a body.
type AllFacts = IdVec<FuncId, Option<Rc<Facts>>>;

/// The facts of all functions, callees before callers where calls go round in no circle.
fn all_facts(module: &Module, carriers: &Carriers) -> (AllFacts, IdVec<FuncId, u32>) {
    let callees = |id: FuncId| -> Vec<FuncId> {
        let insts = module.functions[id].body.iter().flat_map(|body| body.blocks.iter()).flatten();
        let direct = insts.filter_map(|data| match &data.inst {
            Inst::Call(call) => match call.callee {
                Callee::Function(id) => Some(id),
                _ => None,
            },
            _ => None,
        });
        direct.collect::<Set<FuncId>>().into_iter().collect()
    };
    let mut all: AllFacts = module.functions.iter().map(|_| None).collect();
    let mut seen: IdVec<FuncId, bool> = module.functions.iter().map(|_| false).collect();
    let mut ranks: IdVec<FuncId, u32> = module.functions.iter().map(|_| 0).collect();
    let mut next = 0;
    for start in module.functions.ids() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut way = vec![(start, callees(start))];
        while let Some((id, rest)) = way.last_mut() {
            if let Some(next) = rest.pop() {
                if !std::mem::replace(&mut seen[next], true) {
                    way.push((next, callees(next)));
                }
                continue;
            }
            let id = *id;
            if let Some(body) = &module.functions[id].body {
                let known = |callee: FuncId| all[callee].as_deref();
                all[id] = Some(Rc::new(Facts::new(module, carriers, id, body, known)));
            }
            ranks[id] = next;
            next += 1;
            way.pop();
        }
    }
    (all, ranks)
}
