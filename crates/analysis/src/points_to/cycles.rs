//! Cycles of edges, and the order of a wave: what flows to a node is there before the node is looked at.

use vellum_collections::cast::{index, len32};

use super::{
    graph::{Constraint, Graph, Node, What},
    place::{Step, gcd},
};

const UNSEEN: u32 = u32::MAX;

/// Unites the nodes of each cycle that a waiting node leads to; the nodes that stand for them.
pub(super) fn collapse(graph: &mut Graph) -> Vec<Node> {
    let mut parts = components(graph, Graph::targets).parts;
    parts.retain(|part| part.len() > 1);
    for part in &parts {
        for &node in part {
            graph.unite(part[0], node);
        }
    }
    parts.iter().map(|part| graph.find(part[0])).collect()
}

/// A pointer that is moved by a step, from one node to another.
pub(super) struct Move {
    pub(super) from: Node,
    pub(super) to: Node,
    pub(super) step: Step,
}

/// Every node that a waiting node leads to, in an order in which nodes come before those they lead to; on a cycle with
/// moved pointers there is no such order.
///
/// Going round such a cycle moves a pointer again and again, as a loop does that walks an array. So each move on it is
/// taken away, and one by any number of its steps is to come in its place; these are returned, too.
pub(super) fn order(graph: &mut Graph) -> (Vec<Node>, Vec<Move>) {
    let Components { parts, of } = components(graph, Graph::followers);
    let mut moves = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        let is_in_part = |node: Node| of[index(node)] == len32(number);
        for &from in part {
            for i in (0..graph.nodes[index(from)].constraints.len()).rev() {
                let constraint = graph.nodes[index(from)].constraints[i];
                let Constraint::Each { what: What::Move(step), with, is_shared } = constraint else {
                    continue;
                };
                let again = match step {
                    Step::By(by) => Step::every(by.unsigned_abs(), 0),
                    Step::Every { stride, by } => Step::every(gcd(stride, by.unsigned_abs()), 0),
                };
                let with = graph.find(with);
                if again == step || !is_in_part(with) {
                    continue;
                }
                if !is_shared {
                    graph.nodes[index(from)].constraints.swap_remove(i);
                    moves.push(Move { from, to: with, step: again });
                    continue;
                }
                for to in graph.targets(with).into_iter().filter(|to| is_in_part(*to)) {
                    graph.cut(with, to);
                    moves.push(Move { from, to, step: again });
                }
            }
        }
    }
    (parts.into_iter().rev().flatten().collect(), moves)
}

/// Nodes that lead to each other, parts that are led to first.
struct Components {
    parts: Vec<Vec<Node>>,
    /// For each node, the number of its part.
    of: Vec<u32>,
}

/// The parts of the graph that waiting nodes lead to (Tarjan's algorithm, without recursion).
fn components(graph: &mut Graph, next: impl Fn(&mut Graph, Node) -> Vec<Node>) -> Components {
    let starts = starts(graph);
    let count = graph.nodes.len();
    let mut order = vec![UNSEEN; count];
    let mut low = vec![0; count];
    let mut found = Components { parts: Vec::new(), of: vec![UNSEEN; count] };
    let mut open: Vec<Node> = Vec::new();
    let mut way: Vec<(Node, Vec<Node>)> = Vec::new();
    let mut clock = 0;
    for start in starts {
        if order[index(start)] != UNSEEN {
            continue;
        }
        let mut enter = Some(start);
        loop {
            if let Some(node) = enter.take() {
                order[index(node)] = clock;
                low[index(node)] = clock;
                clock += 1;
                open.push(node);
                way.push((node, next(graph, node)));
            }
            let Some((node, rest)) = way.last_mut() else { break };
            let node = *node;
            if let Some(to) = rest.pop() {
                if order[index(to)] == UNSEEN {
                    enter = Some(to);
                } else if found.of[index(to)] == UNSEEN {
                    low[index(node)] = low[index(node)].min(order[index(to)]);
                }
                continue;
            }
            way.pop();
            if let Some((above, _)) = way.last() {
                low[index(*above)] = low[index(*above)].min(low[index(node)]);
            }
            if low[index(node)] == order[index(node)] {
                let from = open.iter().rposition(|&other| other == node).expect("it is open");
                let part = open.split_off(from);
                for &node in &part {
                    found.of[index(node)] = len32(found.parts.len());
                }
                found.parts.push(part);
            }
        }
    }
    found
}

/// The nodes that wait, each once, in order of their numbers.
fn starts(graph: &mut Graph) -> Vec<Node> {
    let waiting = std::mem::take(&mut graph.waiting);
    let mut starts: Vec<Node> = waiting.into_iter().map(|node| graph.find(node)).collect();
    starts.retain(|&node| graph.is_waiting(node));
    starts.sort_unstable();
    starts.dedup();
    graph.waiting.clone_from(&starts);
    starts
}
