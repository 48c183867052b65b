//! The solver against a naive one: every constraint is looked at again and again until nothing changes, without cycles,
//! waves or differences.

use std::collections::BTreeSet;

use vellum_collections::{
    Random,
    cast::{index, len32},
};

use super::{
    graph::{Loc, Node},
    memory::{Access, ObjectId, ObjectKind, Shape},
    place::{Place, Step},
    solver::Solver,
};

/// A constraint on nodes by their numbers.
#[derive(Clone, Copy, Debug)]
enum Fact {
    Points(u32, u32),
    Step(u32, u32, Step),
    Load(u32, u32, u64),
    Store(u32, u32, u64),
    Copy(u32, u32, u64),
}

const NODES: u64 = 14;
const OBJECTS: u64 = 6;

/// Steps of systems where going round in a circle does not move a pointer on and on, and of others: there, the solver
/// may find more.
const EXACT: [Step; 3] = [Step::NONE, Step::Every { stride: 24, by: 0 }, Step::ANYWHERE];
const MOVING: [Step; 3] = [Step::By(8), Step::By(-4), Step::Every { stride: 16, by: 8 }];

/// Small objects, each with room for all of its places.
fn empty() -> (Solver, Vec<ObjectId>) {
    let mut solver = Solver::default();
    solver.objects.max_places = 10_000;
    for _ in 0..NODES {
        solver.node();
    }
    let add = |_| solver.objects.add(ObjectKind::Unknown, Some(48), Shape::Words);
    let objects = (0..OBJECTS).map(add).collect();
    (solver, objects)
}

fn facts(random: &mut Random, steps: &[Step; 3]) -> Vec<Fact> {
    let mut number = |limit: u64| u32::try_from(random.below(limit)).expect("limits are small");
    let count = 10 + number(30);
    let fact = |_| {
        let (a, b) = (number(NODES), number(NODES));
        match number(9) {
            0..=2 => Fact::Points(a, number(OBJECTS)),
            3 | 4 => Fact::Step(a, b, Step::NONE),
            5 => Fact::Step(a, b, steps[index(number(3))]),
            6 => Fact::Load(a, b, [8, 16][index(number(2))]),
            7 => Fact::Store(a, b, [8, 16][index(number(2))]),
            _ => Fact::Copy(a, b, [8, 24][index(number(2))]),
        }
    };
    (0..count).map(fact).collect()
}

fn solve(facts: &[Fact]) -> Vec<BTreeSet<(ObjectId, Place)>> {
    let (mut solver, objects) = empty();
    for &fact in facts {
        match fact {
            Fact::Points(node, object) => solver.points(node, objects[index(object)], Place::At(0)),
            Fact::Step(from, to, step) => solver.step(from, to, step),
            Fact::Load(address, to, size) => solver.load(address, to, size),
            Fact::Store(address, from, size) => solver.store(address, from, size),
            Fact::Copy(to, from, length) => solver.copy(to, from, Some(length)),
        }
    }
    while solver.wave() {}
    let places = |node: u64| {
        let node = u32::try_from(node).expect("nodes are few");
        solver.graph.set(node).iter().map(|loc| solver.objects.at(loc)).collect()
    };
    (0..NODES).map(places).collect()
}

/// The same by brute force. Objects are those of the solver, and so is what a place is; sets and edges are not.
fn solve_naively(facts: &[Fact]) -> Vec<BTreeSet<(ObjectId, Place)>> {
    let (mut solver, objects) = empty();
    let mut sets: Vec<BTreeSet<Loc>> = Vec::new();
    loop {
        let before = (sets.clone(), solver.graph.nodes.len());
        let add = |sets: &mut Vec<BTreeSet<Loc>>, node: Node, members: &BTreeSet<Loc>| {
            sets.resize(sets.len().max(index(node) + 1), BTreeSet::new());
            sets[index(node)].extend(members);
        };
        let get = |sets: &[BTreeSet<Loc>], node: Node| sets.get(index(node)).cloned().unwrap_or_default();
        for &fact in facts {
            match fact {
                Fact::Points(node, object) => {
                    let loc = solver.objects.loc(objects[index(object)], Place::At(0));
                    add(&mut sets, node, &BTreeSet::from([loc]));
                }
                Fact::Step(from, to, step) => {
                    let moved =
                        get(&sets, from).into_iter().filter_map(|loc| solver.objects.moved(loc, step));
                    add(&mut sets, to, &moved.collect());
                }
                Fact::Load(address, to, size) => {
                    for loc in get(&sets, address) {
                        for node in solver.objects.nodes(&mut solver.graph, loc, size, Access::Load) {
                            let held = get(&sets, node);
                            add(&mut sets, to, &held);
                        }
                    }
                }
                Fact::Store(address, from, size) => {
                    for loc in get(&sets, address) {
                        for node in solver.objects.nodes(&mut solver.graph, loc, size, Access::Store) {
                            let held = get(&sets, from);
                            add(&mut sets, node, &held);
                        }
                    }
                }
                Fact::Copy(to, from, length) => {
                    for from in get(&sets, from) {
                        for to in get(&sets, to) {
                            solver.objects.copy(from, to, Some(length));
                        }
                    }
                    solver.objects.settle(&mut solver.graph);
                }
            }
        }
        // Edges that objects made between their own cells.
        for node in 0..len32(solver.graph.nodes.len()) {
            let held = get(&sets, node);
            for to in solver.graph.nodes[index(node)].edges.iter() {
                add(&mut sets, to, &held);
            }
        }
        if before == (sets.clone(), solver.graph.nodes.len()) {
            break;
        }
    }
    let count = usize::try_from(NODES).expect("nodes are few");
    sets.resize(sets.len().max(count), BTreeSet::new());
    sets[..count].iter().map(|set| set.iter().map(|loc| solver.objects.at(*loc)).collect()).collect()
}

#[test]
fn random_systems_have_the_solution_of_a_naive_solver() {
    let mut random = Random::new(11);
    let mut members = 0;
    for round in 0..1000 {
        let facts = facts(&mut random, &EXACT);
        let naive = solve_naively(&facts);
        members += naive.iter().map(BTreeSet::len).sum::<usize>();
        assert!(solve(&facts) == naive, "round {round}: {facts:#?}");
    }
    assert!(members > 10_000, "sets are not empty");
}

/// Whether a place is among those of a set, perhaps as one of an array's elements.
fn covers(set: &BTreeSet<(ObjectId, Place)>, member: (ObjectId, Place)) -> bool {
    let is_in = |other: &(ObjectId, Place)| match (member.1, other.1) {
        _ if member.0 != other.0 => false,
        (a, b) if a == b => true,
        (Place::At(at), Place::Every { stride, residue }) => {
            at.rem_euclid(stride.cast_signed()) == residue.cast_signed()
        }
        (Place::Every { stride: a, residue: r }, Place::Every { stride: b, residue: s }) => {
            a.is_multiple_of(b) && r % b == s
        }
        (_, Place::At(_)) => false,
    };
    set.iter().any(is_in)
}

#[test]
fn pointers_that_move_in_circles_are_somewhere_in_the_solution() {
    let mut random = Random::new(12);
    for round in 0..1000 {
        let facts = facts(&mut random, &MOVING);
        for (node, (found, naive)) in solve(&facts).iter().zip(solve_naively(&facts)).enumerate() {
            for member in naive {
                assert!(covers(found, member), "round {round}, node {node}: {member:?} in {facts:#?}");
            }
        }
    }
}
