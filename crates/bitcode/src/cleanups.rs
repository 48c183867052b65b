//! Ways out of scopes, as if nothing had to be done there.
//!
//! Where lives of locals are marked, the compiler leads all ways out of a scope (`break`, `continue`, `return`, falling out) to one
//! block, which ends the lives there and then jumps by a number that was stored before. In unoptimised code that is a store, a load
//! and a `switch` where there would be a jump, and hides what a loop does. Here, each way gets the markers and a jump of its own.

use vellum_collections::{IdVec, Map, Set};
use vellum_ir::{BlockId, Body, Callee, Const, Inst, InstData, Intrinsic, Operand, Value};

/// Leads jumps to the ends of scopes on to where these lead, in a function with so many parameters. `number` says what number
/// a constant is.
pub(crate) fn thread(body: &mut Body, params: usize, number: impl Fn(Const) -> Option<u64>) {
    let ends: Map<BlockId, End> =
        body.blocks.ids().filter_map(|block| Some((block, End::of(body, block)?))).collect();
    if ends.is_empty() {
        return;
    }
    let steps: Map<BlockId, Step> =
        body.blocks.ids().filter_map(|block| Some((block, Step::of(body, block)?))).collect();
    let slots = only_loaded_and_stored(body, ends.values().map(|end| end.slot).collect());
    let mut changed = false;
    for block in body.blocks.ids() {
        // A way may lead out of as many scopes as there are.
        for _ in 0..ends.len() + steps.len() {
            let Some(&InstData { inst: Inst::Br(next), loc, .. }) = body.blocks[block].last() else { break };
            let Some(end) = first_end(&ends, &steps, next).filter(|end| slots.contains(&end.slot)) else {
                break;
            };
            let Some(stored) = stored_last(&body.blocks[block], end.slot).and_then(&number) else { break };
            let (markers, to) = match steps.get(&next) {
                Some(step) => (step.markers, step.to),
                None => (end.markers, target(body, next, stored)),
            };
            if !takes_over(body, to, next, block, end.value) {
                break;
            }
            let markers = body.blocks[next][..markers].to_vec();
            let insts = &mut body.blocks[block];
            insts.pop();
            insts.extend(markers);
            insts.push(InstData { result: None, inst: Inst::Br(to), loc });
            changed = true;
        }
    }
    if changed {
        empty_unreached(body, ends.keys().chain(steps.keys()).copied());
        for slot in slots {
            forget_unread(body, slot);
        }
        renumber(body, params);
    }
}

/// A block at the end of a scope: markers, a load of a number, and a jump by it.
struct End {
    /// How many markers it begins with.
    markers: usize,
    /// Where the number is.
    slot: Value,
    /// The number.
    value: Value,
}

impl End {
    fn of(body: &Body, block: BlockId) -> Option<Self> {
        let [markers @ .., load, switch] = &body.blocks[block][..] else { return None };
        let Inst::Load(Operand::Value(slot)) = load.inst else { return None };
        let value = load.result?;
        let is_by_number =
            matches!(switch.inst, Inst::Switch { value: by, .. } if by == Operand::Value(value));
        let is_end =
            is_by_number && !markers.is_empty() && markers.iter().all(|data| is_end_of_life(&data.inst));
        is_end.then_some(Self { markers: markers.len(), slot, value })
    }
}

/// A block at the end of a scope out of which there is one way only: markers and a jump.
struct Step {
    /// How many markers there are.
    markers: usize,
    to: BlockId,
}

impl Step {
    fn of(body: &Body, block: BlockId) -> Option<Self> {
        let [markers @ .., InstData { inst: Inst::Br(to), .. }] = &body.blocks[block][..] else {
            return None;
        };
        let is_step = !markers.is_empty() && markers.iter().all(|data| is_end_of_life(&data.inst));
        is_step.then_some(Self { markers: markers.len(), to: *to })
    }
}

/// The first block with a number that a block leads to without doing anything but to end scopes.
fn first_end<'a>(
    ends: &'a Map<BlockId, End>,
    steps: &Map<BlockId, Step>,
    mut block: BlockId,
) -> Option<&'a End> {
    for _ in 0..=steps.len() {
        match steps.get(&block) {
            Some(step) => block = step.to,
            None => return ends.get(&block),
        }
    }
    None
}

/// Where the block at the end of a scope leads for a number.
fn target(body: &Body, block: BlockId, number: u64) -> BlockId {
    match body.blocks[block].last().map(|data| &data.inst) {
        Some(Inst::Switch { default, cases, .. }) => {
            let case = cases.iter().find(|(bits, _)| bits.to_u64() == Some(number));
            case.map_or(*default, |(_, target)| *target)
        }
        _ => unreachable!("it ends with a switch"),
    }
}

fn is_end_of_life(inst: &Inst) -> bool {
    matches!(inst, Inst::Call(call) if call.callee == Callee::Intrinsic(Intrinsic::LifetimeEnd))
}

/// Those of the locals with which nothing is done but to load and store them.
fn only_loaded_and_stored(body: &Body, mut slots: Set<Value>) -> Set<Value> {
    let locals: Set<Value> = body.blocks.iter().next().into_iter().flatten().filter_map(alloca).collect();
    slots.retain(|slot| locals.contains(slot));
    for data in body.blocks.iter().flatten() {
        let mut refuse = |operand: Operand| {
            if let Operand::Value(value) = operand {
                slots.swap_remove(&value);
            }
        };
        match &data.inst {
            Inst::Load(_) => (),
            Inst::Store { value, .. } => refuse(*value),
            inst => inst.for_each_operand(refuse),
        }
    }
    slots
}

fn alloca(data: &InstData) -> Option<Value> {
    data.result.filter(|_| matches!(data.inst, Inst::Alloca(_)))
}

/// The constant that a block stores to a local last.
fn stored_last(insts: &[InstData], slot: Value) -> Option<Const> {
    insts
        .iter()
        .rev()
        .find_map(|data| match data.inst {
            Inst::Store { value, address } if address == Operand::Value(slot) => Some(value),
            _ => None,
        })
        .and_then(|value| match value {
            Operand::Const(constant) => Some(constant),
            Operand::Value(_) => None,
        })
}

/// Has a block come to `to` as `from` does; `false` if what comes from there is `value`, which it does not have.
fn takes_over(body: &mut Body, to: BlockId, from: BlockId, block: BlockId, value: Value) -> bool {
    let mut phis: Vec<Vec<(BlockId, Operand)>> = Vec::new();
    for data in &body.blocks[to] {
        let Inst::Phi(incoming) = &data.inst else { break };
        let Some(&(_, operand)) = incoming.iter().find(|(known, _)| *known == from) else { return false };
        if operand == Operand::Value(value) {
            return false;
        }
        // It may have come here already, with another condition.
        let mut incoming = incoming.to_vec();
        if incoming.iter().any(|(known, _)| *known == block) {
            return false;
        }
        incoming.push((block, operand));
        phis.push(incoming);
    }
    for (data, incoming) in body.blocks[to].iter_mut().zip(phis) {
        data.inst = Inst::Phi(incoming.into());
    }
    true
}

/// Empties those of some blocks to which nothing leads any more. Blocks keep their numbers, which constants may have.
fn empty_unreached(body: &mut Body, blocks: impl Iterator<Item = BlockId>) {
    let Some(entry) = body.blocks.ids().next() else { return };
    let mut reached: Set<BlockId> = [entry].into_iter().collect();
    let mut todo = vec![entry];
    while let Some(block) = todo.pop() {
        let next = body.blocks[block].last().map_or_else(Vec::new, |data| data.inst.successors());
        todo.extend(next.into_iter().filter(|next| reached.insert(*next)));
    }
    let emptied: Set<BlockId> = blocks.filter(|block| !reached.contains(block)).collect();
    for &block in &emptied {
        body.blocks[block] = vec![InstData { result: None, inst: Inst::Unreachable, loc: None }];
    }
    for block in body.blocks.ids() {
        for data in &mut body.blocks[block] {
            let Inst::Phi(incoming) = &mut data.inst else { break };
            *incoming = incoming.iter().copied().filter(|(from, _)| !emptied.contains(from)).collect();
        }
    }
}

/// Removes the stores to a local that is not read any more.
fn forget_unread(body: &mut Body, slot: Value) {
    let is_at = |inst: &Inst| matches!(inst, Inst::Load(address) if *address == Operand::Value(slot));
    if body.blocks.iter().flatten().any(|data| is_at(&data.inst)) {
        return;
    }
    let is_store =
        |inst: &Inst| matches!(inst, Inst::Store { address, .. } if *address == Operand::Value(slot));
    for block in body.blocks.ids() {
        body.blocks[block].retain(|data| !is_store(&data.inst) && data.result != Some(slot));
    }
}

/// Gives the values numbers without a gap where some are not made any more.
fn renumber(body: &mut Body, params: usize) {
    let mut made: IdVec<Value, bool> = body.values.ids().map(|_| false).collect();
    for value in body.values.ids().take(params) {
        made[value] = true;
    }
    for value in body.blocks.iter().flatten().filter_map(|data| data.result) {
        made[value] = true;
    }
    let mut values = IdVec::default();
    let mut numbers: Map<Value, Value> = Map::default();
    for (value, _) in made.iter_ids().filter(|(_, is_made)| **is_made) {
        numbers.insert(value, values.push(body.values[value]));
    }
    body.values = values;
    for block in body.blocks.ids() {
        for data in &mut body.blocks[block] {
            data.result = data.result.map(|value| numbers[&value]);
            data.inst.for_each_operand_mut(|operand| {
                if let Operand::Value(value) = operand {
                    *value = *numbers.get(value).expect("what is used is made");
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::thread;
    use vellum_ir::{ConstKind, text, verify};

    /// The function `f` of a module with that body, after it.
    fn threaded(body: &str) -> String {
        let source = format!(
            "declare @g() -> void\nfunc @f(%c: i1, %p: ptr) -> i32 {{\nb0: %x = alloca 4 align 4 %slot = alloca 4 align 4 {body} }}"
        );
        let mut module = text::parse(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
        let id = module.function_named("f").unwrap();
        let mut body = module.functions[id].body.take().unwrap();
        let params = module.functions[id].params.len();
        thread(&mut body, params, |constant| match module.consts.kind(constant) {
            ConstKind::Bits(_, bits) => bits.to_u64(),
            ConstKind::Zero(_) => Some(0),
            _ => None,
        });
        module.functions[id].body = Some(body);
        verify::check(&module).unwrap_or_else(|error| panic!("{error}\n{module}"));
        let text = module.to_string();
        text[text.find("func @f").unwrap()..].to_owned()
    }

    const END: &str = "call void llvm.lifetime.end(ptr %x) %n = load i32 %slot";

    #[test]
    fn each_way_out_of_a_scope_jumps_where_it_leads() {
        let text = threaded(&format!(
            "br %c, one, two
            one: store i32 1, %slot br end
            two: store i32 0, %slot br end
            end: {END} switch i32 %n, last [0: zero]
            zero: call void @g() br last
            last: %r = phi i32 [ 7, end ], [ 8, zero ] ret i32 %r"
        ));
        assert!(!text.contains("switch") && !text.contains("store") && !text.contains("load"), "{text}");
        assert_eq!(text.matches("lifetime.end").count(), 2, "{text}");
    }

    #[test]
    fn ways_lead_through_scopes_that_have_one_way_out() {
        let text = threaded(&format!(
            "br %c, one, two
            one: store i32 1, %slot br inner
            two: store i32 0, %slot br inner
            inner: call void llvm.lifetime.end(ptr %x) br end
            end: {END} switch i32 %n, last [0: zero]
            zero: call void @g() br last
            last: %r = phi i32 [ 7, end ], [ 8, zero ] ret i32 %r"
        ));
        assert!(!text.contains("switch") && !text.contains("store") && !text.contains("load"), "{text}");
        assert_eq!(text.matches("lifetime.end").count(), 4, "{text}");
    }

    #[test]
    fn what_is_not_known_goes_by_the_block() {
        let text = threaded(&format!(
            "br %c, one, two
            one: store i32 1, %slot br end
            two: %v = load i32 %p store i32 %v, %slot br end
            end: {END} switch i32 %n, last [0: last]
            last: ret i32 0"
        ));
        assert_eq!(text.matches("switch").count(), 1, "{text}");
        assert_eq!(text.matches("store").count(), 2, "{text}");
        assert_eq!(text.matches("lifetime.end").count(), 2, "{text}");
    }

    #[test]
    fn a_number_whose_address_is_known_elsewhere_is_left() {
        let text = threaded(&format!(
            "store ptr %slot, %p store i32 1, %slot br end
            end: {END} switch i32 %n, last [0: last]
            last: ret i32 0"
        ));
        assert!(text.contains("switch"), "{text}");
    }

    #[test]
    fn ways_lead_out_of_several_scopes() {
        let text = threaded(&format!(
            "store i32 5, %slot br inner
            inner: {END} switch i32 %n, outer [0: last]
            outer: call void llvm.lifetime.end(ptr %x) %m = load i32 %slot switch i32 %m, last [5: five]
            five: call void @g() br last
            last: ret i32 0"
        ));
        assert!(!text.contains("switch") && text.matches("lifetime.end").count() == 2, "{text}");
    }
}
