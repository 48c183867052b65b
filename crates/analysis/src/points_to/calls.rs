//! Calls: what goes in, what comes out, and what the C library does.

use vellum_collections::{
    Id,
    cast::{index, len32},
};
use vellum_ir::{Arg, Call, Callee, FuncId, Operand, Strength, Type, TypeKind, Value};

use super::{
    build::Builder,
    chains::{CallSite, ChainId},
    facts::{Facts, Origin, word},
    graph::Node,
    library::{Bytes, Effect},
    memory::{ObjectKind, Shape},
    place::{Place, Step, WORD},
};

/// System calls that map memory: `mmap`, `brk`, `mremap`, `shmat`.
const MAPPING: [u64; 4] = [9, 12, 25, 30];

/// A call.
#[derive(Clone, Debug)]
pub(super) struct Site {
    at: From,
    args: Vec<Argument>,
    /// The result, and its shadow.
    result: Option<Node>,
    shadow: Option<Node>,
    /// How the result becomes that of the function around.
    returned: Option<Step>,
}

/// Who calls.
#[derive(Clone, Copy, Debug)]
enum From {
    Program(CallSite),
    /// The C library, on behalf of the program.
    Library,
    /// Code nobody knows.
    Outside,
}

/// An argument.
#[derive(Clone, Copy, Debug)]
struct Argument {
    /// Its type, where the program has it.
    ty: Option<Type>,
    node: Option<Node>,
    /// A number that is known, or a parameter of the function around.
    amount: Amount,
    /// Bytes that the callee gets a copy of.
    copied: Option<u64>,
}

impl Argument {
    fn known(&self) -> Option<u64> {
        match self.amount {
            Amount::Known(number) => Some(number),
            Amount::Parameter(_) | Amount::Unknown => None,
        }
    }
}

impl Site {
    /// The result and its shadow, where there are.
    fn results(&self) -> impl Iterator<Item = Node> + use<> {
        [self.result, self.shadow].into_iter().flatten()
    }
}

/// A number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Amount {
    Known(u64),
    Parameter(u32),
    Unknown,
}

/// What is copied to new memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Old {
    Nothing,
    /// What a parameter points to.
    Parameter(u32),
    Node(Node),
}

/// New memory, as the function that returns it knows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fresh {
    chain: Option<ChainId>,
    /// Where the function's result leads in it.
    step: Step,
    size: Amount,
    old: Old,
}

impl Builder<'_> {
    pub(super) fn call(&mut self, at: CallSite, facts: &Facts, call: &Call, result: Option<Value>) {
        let id = at.function;
        let args = call.args.iter().map(|arg| self.argument(id, facts, arg)).collect();
        let site = Site {
            at: From::Program(at),
            args,
            result: result.and_then(|value| self.value(id, value)),
            shadow: result.and_then(|value| self.shadow(id, value)),
            returned: result.and_then(|value| facts.returned.get(&value).copied()),
        };
        let number = len32(self.sites.len());
        self.sites.push(site);
        match call.callee {
            Callee::Function(callee) => {
                self.known.insert((number, callee));
                self.reach(number, callee, Given::Known);
            }
            Callee::Pointer(pointer) => {
                if let Some(pointer) = self.operand(id, pointer) {
                    self.solver.call(pointer, number);
                }
            }
            Callee::Intrinsic(_) => (),
        }
    }

    fn argument(&mut self, id: FuncId, facts: &Facts, arg: &Arg) -> Argument {
        let amount = match arg.value {
            Operand::Const(_) => word(self.module, arg.value).map_or(Amount::Unknown, Amount::Known),
            Operand::Value(value) => match facts.exact[value] {
                Origin::Parameter(number) => Amount::Parameter(number),
                _ => Amount::Unknown,
            },
        };
        let copied = arg.by_value.map(|by_value| by_value.size);
        let body = self.module.functions[id].body.as_ref();
        let ty = body.map(|body| self.module.operand_type(body, arg.value));
        Argument { ty, node: self.operand(id, arg.value), amount, copied }
    }

    /// A call through a pointer may reach a function.
    pub(super) fn connect(&mut self, number: u32, callee: FuncId) {
        if self.fits(number, callee) && self.known.insert((number, callee)) {
            self.reach(number, callee, Given::New);
        }
    }

    /// Whether a call has the arguments that a function asks for. More do not matter, and neither does whether a word is
    /// called a pointer.
    fn fits(&self, number: u32, callee: FuncId) -> bool {
        let params = &self.module.functions[callee].params;
        let site = &self.sites[index(number)];
        let From::Program(_) = site.at else { return true };
        let is_word = |ty: Type| matches!(self.module.types.kind(ty), TypeKind::Ptr | TypeKind::Int(..=64));
        params.len() <= site.args.len()
            && params.iter().zip(&site.args).all(|(param, arg)| {
                arg.ty.is_some_and(|ty| ty == param.ty || (is_word(ty) && is_word(param.ty)))
            })
    }

    fn reach(&mut self, number: u32, callee: FuncId, given: Given) {
        if let Some(effect) = self.effects[callee] {
            self.library(number, effect, given);
        } else if self.module.functions[callee].body.is_some() {
            match self.sites[index(number)].at {
                From::Outside => self.called_from_outside(callee),
                From::Program(_) | From::Library => self.enter(callee),
            }
            self.pass(number, callee);
            self.give_back(number, callee, given);
        } else if self.module.functions[callee].strength == Strength::Strong {
            self.outside(number);
        }
    }

    /// Arguments become parameters.
    fn pass(&mut self, number: u32, callee: FuncId) {
        let params = self.module.functions[callee].params.len();
        let variadic = self.codes[callee].as_ref().and_then(|code| code.variadic);
        for (position, arg) in self.sites[index(number)].args.clone().into_iter().enumerate() {
            let Some(from) = arg.node else { continue };
            let to = if position < params {
                self.value(callee, Value::from_index(position))
            } else {
                variadic.map(|object| self.solver.objects.cell(&mut self.solver.graph, object, 0))
            };
            match (to, arg.copied) {
                // The parameter leads to the callee's own copy.
                (Some(to), Some(size)) if position < params => self.solver.copy(to, from, Some(size)),
                (Some(to), Some(_)) => {
                    let anywhere = self.solver.node();
                    self.solver.step(from, anywhere, Step::ANYWHERE);
                    self.solver.load(anywhere, to, WORD);
                }
                (Some(to), None) => self.solver.edge(from, to),
                (None, _) => (),
            }
        }
    }

    /// What a function returns becomes the result.
    fn give_back(&mut self, number: u32, callee: FuncId, given: Given) {
        let site = self.sites[index(number)].clone();
        let code = self.codes[callee].as_mut().expect("it was entered");
        code.callers.push(number);
        let (from, fresh) = (code.result, code.fresh.clone());
        if let Some(from) = from {
            site.results().for_each(|to| self.solver.edge(from, to));
        }
        let facts = self.facts[callee].clone().expect("it has a body");
        // Where calls go round in a circle, the caller's facts did not have these.
        let is_new = given == Given::New || !self.is_before(callee, site.at);
        if is_new {
            for (position, arg) in site.args.iter().enumerate() {
                if let (Some(step), Some(from), None) = (facts.parameter(position), arg.node, arg.copied) {
                    site.results().for_each(|to| self.solver.step(from, to, step));
                }
            }
        }
        for fresh in fresh {
            self.extend(number, fresh);
        }
    }

    /// Whether the caller's facts were found when the callee's were known.
    fn is_before(&self, callee: FuncId, at: From) -> bool {
        matches!(at, From::Program(at) if self.ranks[callee] < self.ranks[at.function])
    }

    /// A call makes a longer chain of one that the function it calls returns.
    fn extend(&mut self, number: u32, fresh: Fresh) {
        let site = &self.sites[index(number)];
        let argument = |position: u32| site.args.get(index(position));
        let size = match fresh.size {
            Amount::Parameter(position) => argument(position).map_or(Amount::Unknown, |arg| arg.amount),
            size => size,
        };
        let old = match fresh.old {
            Old::Parameter(position) => match argument(position).map(|arg| (arg.amount, arg.node)) {
                Some((Amount::Parameter(outer), _)) if site.returned.is_some() => Old::Parameter(outer),
                Some((_, Some(node))) => Old::Node(node),
                _ => Old::Nothing,
            },
            old => old,
        };
        self.lengthen(number, Fresh { size, old, ..fresh });
    }

    fn lengthen(&mut self, number: u32, fresh: Fresh) {
        let site = &self.sites[index(number)];
        let (From::Program(at), Some(_)) = (site.at, site.result) else { return };
        let returned = site.returned;
        let is_round = fresh
            .chain
            .is_some_and(|chain| self.chains.outward(chain).any(|link| link.site.function == at.function));
        let Some(chain) = self.chains.extend(fresh.chain, at, number, fresh.step) else { return };
        let code = self.codes[at.function].as_ref().expect("a function with calls was entered");
        let goes_on = !is_round
            && self.chains.link(chain).depth < self.precision.chain
            && code.fresh.len() < self.precision.fresh;
        let (Some(way), true) = (returned, goes_on) else {
            return self.end(chain, fresh, number);
        };
        let outer = Fresh { chain: Some(chain), step: fresh.step.then(way), ..fresh };
        let (callers, is_root) = (code.callers.clone(), code.is_root);
        self.codes[at.function].as_mut().expect("as before").fresh.push(outer);
        if is_root {
            self.end(chain, fresh, number);
        }
        for caller in callers {
            self.extend(caller, outer);
        }
    }

    /// No call makes a longer chain of this one: it is an object.
    fn end(&mut self, chain: ChainId, fresh: Fresh, number: u32) {
        let size = match fresh.size {
            Amount::Known(size) => Some(size),
            Amount::Parameter(_) | Amount::Unknown => None,
        };
        let object = self.solver.objects.add(ObjectKind::Heap(chain), size, Shape::Words);
        self.chains.set_object(chain, object);
        let links: Vec<(u32, Step)> =
            self.chains.outward(chain).map(|link| (link.number, link.step)).collect();
        let begin = self.solver.objects.loc(object, Place::At(0));
        for (site, step) in links {
            let Some(loc) = self.solver.objects.moved(begin, step) else { continue };
            if let Some(result) = self.sites[index(site)].result {
                self.solver.graph.insert(result, loc);
            }
            if let (Some(shadow), true) = (self.sites[index(site)].shadow, site == number) {
                self.solver.graph.insert(shadow, loc);
            }
        }
        let old = match fresh.old {
            Old::Nothing => return,
            Old::Node(node) => Some(node),
            Old::Parameter(position) => {
                let function = self.chains.link(chain).site.function;
                self.value(function, Value::from_index(index(position)))
            }
        };
        if let Some(old) = old {
            let target = self.solver.node();
            self.solver.graph.insert(target, begin);
            self.solver.copy(target, old, None);
        }
    }

    /// What a function of the C library does.
    fn library(&mut self, number: u32, effect: Effect, given: Given) {
        let site = self.sites[index(number)].clone();
        let node = |position: usize| site.args.get(position).and_then(|arg| arg.node);
        let amount = |position: usize| site.args.get(position).map_or(Amount::Unknown, |arg| arg.amount);
        if let (Given::New, Some((position, step))) = (given, effect.given())
            && let Some(from) = node(position)
        {
            site.results().for_each(|to| self.solver.step(from, to, step));
        }
        match effect {
            Effect::Nothing | Effect::Gives(..) => (),
            Effect::Allocates(bytes) => {
                let size = match bytes {
                    Bytes::Argument(position) => amount(position),
                    Bytes::Product(a, b) => match (amount(a), amount(b)) {
                        (Amount::Known(a), Amount::Known(b)) => {
                            a.checked_mul(b).map_or(Amount::Unknown, Amount::Known)
                        }
                        _ => Amount::Unknown,
                    },
                    Bytes::Unknown => Amount::Unknown,
                };
                self.lengthen(number, Fresh { chain: None, step: Step::NONE, size, old: Old::Nothing });
            }
            Effect::Reallocates(position) => {
                let old = match (amount(position), node(position)) {
                    (Amount::Parameter(outer), _) if site.returned.is_some() => Old::Parameter(outer),
                    (_, Some(node)) => Old::Node(node),
                    _ => Old::Nothing,
                };
                self.lengthen(number, Fresh { chain: None, step: Step::NONE, size: Amount::Unknown, old });
            }
            Effect::AllocatesAt(position) => self.allocate_at(number, node(position)),
            Effect::SystemCall => match amount(0) {
                Amount::Known(call) if !MAPPING.contains(&call) => (),
                _ => {
                    let size = Amount::Unknown;
                    self.lengthen(number, Fresh { chain: None, step: Step::NONE, size, old: Old::Nothing });
                }
            },
            _ => self.library_memory(&site, effect),
        }
    }

    /// What a function of the C library does with memory that is there.
    fn library_memory(&mut self, site: &Site, effect: Effect) {
        let node = |position: usize| site.args.get(position).and_then(|arg| arg.node);
        match effect {
            Effect::Copies(_) => {
                let length = site.args.get(2).and_then(Argument::known);
                if let (Some(to), Some(from)) = (node(0), node(1)) {
                    self.solver.copy(to, from, length);
                }
            }
            Effect::Ends => self.store_end(node(0), node(1)),
            Effect::Splits => {
                self.store_end(node(0), node(2));
                for (kept, to) in
                    node(2).into_iter().flat_map(|kept| site.results().map(move |to| (kept, to)))
                {
                    self.solver.load(kept, to, WORD);
                }
            }
            Effect::Cuts => {
                let [held, moved] = [self.solver.node(), self.solver.node()];
                if let Some(at) = node(0) {
                    self.solver.load(at, held, WORD);
                    self.solver.step(held, moved, Step::ANYWHERE);
                    self.solver.store(at, moved, WORD);
                    site.results().for_each(|to| self.solver.edge(held, to));
                }
            }
            Effect::Sorts | Effect::SortsWith => {
                let element = self.element(site, 0, 2);
                let length = site.args.get(2).and_then(Argument::known);
                self.solver.copy(element, element, length);
                let more = if effect == Effect::SortsWith { node(4) } else { None };
                self.call_back(node(3), [Some(element), Some(element), more]);
            }
            Effect::Searches => {
                let element = self.element(site, 1, 3);
                self.call_back(node(4), [node(0), Some(element), None]);
                site.results().for_each(|to| self.solver.edge(element, to));
            }
            Effect::SetsThread => {
                let thread = self.thread();
                if let Some(from) = node(0) {
                    self.solver.edge(from, thread);
                }
            }
            Effect::Thread => {
                let thread = self.thread();
                site.results().for_each(|to| self.solver.edge(thread, to));
            }
            _ => (),
        }
    }

    /// A pointer into `text` goes where `target` points to.
    fn store_end(&mut self, text: Option<Node>, target: Option<Node>) {
        if let (Some(text), Some(target)) = (text, target) {
            let moved = self.solver.node();
            self.solver.step(text, moved, Step::ANYWHERE);
            self.solver.store(target, moved, WORD);
        }
    }

    fn thread(&mut self) -> Node {
        if let Some(node) = self.thread {
            return node;
        }
        let node = self.solver.node();
        let object = self.solver.objects.add(ObjectKind::Thread, None, Shape::Words);
        self.solver.points(node, object, Place::At(0));
        self.thread = Some(node);
        node
    }

    fn allocate_at(&mut self, number: u32, target: Option<Node>) {
        let site = &self.sites[index(number)];
        let (From::Program(at), Some(target)) = (site.at, target) else { return };
        let Some(chain) = self.chains.extend(None, at, number, Step::NONE) else { return };
        let object = self.solver.objects.add(ObjectKind::Heap(chain), None, Shape::Words);
        self.chains.set_object(chain, object);
        let node = self.solver.node();
        self.solver.points(node, object, Place::At(0));
        self.solver.store(target, node, WORD);
    }

    /// Any element of the array that is one argument, of a size that is another.
    fn element(&mut self, site: &Site, array: usize, width: usize) -> Node {
        let element = self.solver.node();
        let width = site.args.get(width).and_then(Argument::known).unwrap_or(WORD);
        if let Some(array) = site.args.get(array).and_then(|arg| arg.node) {
            self.solver.step(array, element, Step::every(width, 0));
        }
        element
    }

    /// The C library calls a function that it was given.
    fn call_back(&mut self, function: Option<Node>, args: [Option<Node>; 3]) {
        let unknown = |node| Argument { ty: None, node, amount: Amount::Unknown, copied: None };
        let args = args.into_iter().map(unknown).collect();
        let number = len32(self.sites.len());
        self.sites.push(Site { at: From::Library, args, result: None, shadow: None, returned: None });
        if let Some(function) = function {
            self.solver.call(function, number);
        }
    }

    /// Code nobody knows is called: it may do anything with what it gets, and with what others like it got.
    fn outside(&mut self, number: u32) {
        let unknown = self.unknown();
        let site = self.sites[index(number)].clone();
        for from in site.args.iter().filter_map(|arg| arg.node) {
            self.solver.edge(from, unknown);
        }
        site.results().for_each(|to| self.solver.edge(unknown, to));
    }

    /// What code outside the program may point to.
    fn unknown(&mut self) -> Node {
        if let Some(node) = self.unknown {
            return node;
        }
        let object = self.solver.objects.add(ObjectKind::Unknown, None, Shape::Flat);
        let node = self.solver.objects.cell(&mut self.solver.graph, object, 0);
        self.unknown = Some(node);
        self.solver.points(node, object, Place::At(0));
        let anywhere = self.solver.node();
        self.solver.step(node, anywhere, Step::ANYWHERE);
        self.solver.edge(anywhere, node);
        self.solver.load(anywhere, node, WORD);
        self.solver.store(anywhere, node, WORD);
        // It may call what it knows, with what it knows.
        let argument = Argument { ty: None, node: Some(node), amount: Amount::Unknown, copied: None };
        let site = Site {
            at: From::Outside,
            args: vec![argument; 8],
            result: Some(node),
            shadow: None,
            returned: None,
        };
        let number = len32(self.sites.len());
        self.sites.push(site);
        self.solver.call(node, number);
        node
    }

    /// A function is called by somebody who is no part of the program.
    pub(super) fn called_from_outside(&mut self, id: FuncId) {
        self.enter(id);
        let Some(code) = self.codes[id].as_mut() else { return };
        if std::mem::replace(&mut code.is_root, true) {
            return;
        }
        for fresh in code.fresh.clone() {
            if let Some(chain) = fresh.chain {
                let number = self.chains.link(chain).number;
                self.end(chain, fresh, number);
            }
        }
    }
}

/// Whether what a function gives of its arguments is among the edges of the function that calls.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Given {
    Known,
    New,
}
