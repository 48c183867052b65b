//! Abstract objects and the nodes of what they hold.
//!
//! An object has a node for each word (*cell*) that is read or written at a known offset, and two for each *group* of
//! words that is read or written at every offset with the same rest: what is written there flows to every cell of the
//! group, and what is read there comes from all of them. A pointer that is not where words begin is in two cells.

use vellum_collections::{
    IdVec, Set,
    cast::{index, len32},
    define_id,
};
use vellum_ir::{FuncId, GlobalId, Value};

use super::{
    chains::ChainId,
    graph::{Graph, Loc, Node},
    place::{Place, Step, WORD, gcd},
};

define_id! {
    /// An abstract object: memory that the analysis does not tell apart any further.
    pub struct ObjectId, "obj";
}

/// Groups of one object; beyond, a group is the whole object.
const MAX_GROUPS: usize = 24;

/// Copies of an object that are told apart; those beyond are of anything to anywhere.
const MAX_COPIES: usize = 32;

/// Cells of an object that copies may add to; beyond, they go to every cell.
const MAX_COPIED: usize = 64;

/// Cells that one access may touch; a larger one touches the whole object.
const MAX_SPAN: u64 = 64 * WORD;

/// How far outside its object a pointer may be, and come back.
const SLACK: i64 = 64;

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    /// A global variable.
    Global(GlobalId),
    /// Globals that stand one after the other, by the number of the section.
    Section(u32),
    /// Constants that hold no pointers, where they are not told apart.
    Texts,
    /// A function.
    Function(FuncId),
    /// A local variable.
    Local(FuncId, Value),
    /// The copy of an argument that a function gets.
    Copy(FuncId, u32),
    /// The variadic arguments of a function.
    Variadic(FuncId),
    /// Memory that the program asked for, by the calls that led there.
    Heap(ChainId),
    /// What the program finds on its first stack: pointers to arguments and environment.
    Arguments,
    /// The arguments and the environment themselves.
    Strings,
    /// What the C library knows of the thread.
    Thread,
    /// What code outside the program has.
    Unknown,
}

/// How an object is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// In words.
    Words,
    /// Not at all: all of it is one cell.
    Flat,
    /// There is nothing to read or write.
    Code,
}

/// Which pointers an object may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// None: it is too small for one, or a constant without. A pointer to it leads anywhere in it.
    Nothing,
    /// Those it holds from the start: whoever writes there makes a mistake, after which the program does not go on.
    Constants,
    Anything,
}

/// A copy of memory: from places of one object to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct CopyTo {
    pub(super) from: Place,
    pub(super) to: ObjectId,
    pub(super) at: Place,
    pub(super) length: Option<u64>,
}

/// An object.
#[derive(Clone, Debug)]
pub(super) struct Object {
    pub(super) kind: ObjectKind,
    /// Bytes, where known.
    pub(super) size: Option<u64>,
    pub(super) shape: Shape,
    holds: Holds,
    places: u32,
    /// Where every pointer into it leads, if it is flat because it had too many places.
    all: Option<Loc>,
    /// By offset, rising.
    cells: Vec<(u64, Node)>,
    groups: Vec<Group>,
    copies: Set<CopyTo>,
}

#[derive(Clone, Copy, Debug)]
struct Group {
    stride: u64,
    residue: u64,
    /// What is written there.
    input: Node,
    /// What is read there.
    output: Node,
}

/// Whether memory is read, or written, by the program or before it begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Load,
    Store,
    Fill,
}

/// All objects, and the places in them that pointers lead to.
#[derive(Clone, Debug, Default)]
pub(super) struct Objects {
    pub(super) list: IdVec<ObjectId, Object>,
    locs: Set<(ObjectId, Place)>,
    /// Parts of objects that are still to be copied.
    waiting: Vec<(CopyTo, Part, Node)>,
    /// Places of one object that are told apart; an object with more of them is not divided at all.
    pub(super) max_places: u32,
    /// Objects with too many places.
    crowded: Vec<ObjectId>,
}

impl Objects {
    pub(super) fn add(&mut self, kind: ObjectKind, size: Option<u64>, shape: Shape) -> ObjectId {
        self.add_holding(kind, size, shape, Holds::Anything)
    }

    pub(super) fn add_holding(
        &mut self,
        kind: ObjectKind,
        size: Option<u64>,
        shape: Shape,
        holds: Holds,
    ) -> ObjectId {
        let is_small = size.is_some_and(|size| size < WORD);
        self.list.push(Object {
            kind,
            size,
            shape,
            holds: if is_small { Holds::Nothing } else { holds },
            places: 0,
            all: None,
            cells: Vec::new(),
            groups: Vec::new(),
            copies: Set::default(),
        })
    }

    /// The object a pointer leads to, and where.
    pub(super) fn at(&self, loc: Loc) -> (ObjectId, Place) {
        self.locs[index(loc)]
    }

    /// The number of a place.
    pub(super) fn loc(&mut self, object: ObjectId, place: Place) -> Loc {
        let is_anywhere = self.list[object].holds == Holds::Nothing;
        let place = if is_anywhere { Place::ANYWHERE } else { place };
        let (at, is_new) = self.locs.insert_full((object, place));
        if is_new {
            self.list[object].places += 1;
        }
        len32(at)
    }

    /// How many places there are.
    pub(super) fn locs(&self) -> usize {
        self.locs.len()
    }

    /// Where a pointer leads after a step; `None` when that is far outside the object.
    pub(super) fn moved(&mut self, loc: Loc, step: Step) -> Option<Loc> {
        let (id, place) = self.at(loc);
        let object = &self.list[id];
        match object.shape {
            _ if place == Place::ANYWHERE => return Some(loc),
            Shape::Flat => return Some(object.all.unwrap_or(loc)),
            Shape::Code => return step.may_stay().then_some(loc),
            Shape::Words => (),
        }
        let place = object.bounded(place.after(step))?;
        if object.places >= self.max_places && !self.locs.contains(&(id, place)) {
            self.crowded.push(id);
            return Some(self.loc(id, Place::ANYWHERE));
        }
        Some(self.loc(id, place))
    }

    /// The nodes that an access of `size` bytes reads or writes; none where it would not be inside the object.
    pub(super) fn nodes(&mut self, graph: &mut Graph, loc: Loc, size: u64, access: Access) -> Vec<Node> {
        let (id, place) = self.at(loc);
        if let (Some(limit), Place::At(at)) = (self.list[id].size, place)
            && !u64::try_from(at).is_ok_and(|at| at.saturating_add(size) <= limit)
        {
            return Vec::new();
        }
        self.nodes_at(graph, id, place, size, access)
    }

    fn nodes_at(
        &mut self,
        graph: &mut Graph,
        id: ObjectId,
        place: Place,
        size: u64,
        access: Access,
    ) -> Vec<Node> {
        let object = &self.list[id];
        if object.holds == Holds::Nothing || object.holds == Holds::Constants && access == Access::Store {
            return Vec::new();
        }
        match (object.shape, place) {
            (Shape::Code, _) => Vec::new(),
            (Shape::Flat, _) => vec![self.cell(graph, id, 0)],
            (Shape::Words, Place::Every { .. }) if object.size.is_some_and(|size| size <= WORD) => {
                vec![self.cell(graph, id, 0)]
            }
            (Shape::Words, Place::At(_)) if size > MAX_SPAN => vec![self.group(graph, id, 1, 0, access)],
            (Shape::Words, Place::At(at)) => {
                let end = at.saturating_add_unsigned(size);
                let limit = object.size.map_or(i64::MAX, |size| i64::try_from(size).unwrap_or(i64::MAX));
                let first = at.max(0).cast_unsigned() / WORD * WORD;
                let last = end.clamp(0, limit).cast_unsigned();
                (first..last).step_by(8).map(|offset| self.cell(graph, id, offset)).collect()
            }
            (Shape::Words, Place::Every { stride, residue }) => {
                let first = residue / WORD * WORD;
                let span = (residue - first + size).min(stride.next_multiple_of(WORD)).min(MAX_SPAN);
                let rests = (first..first + span).step_by(8);
                rests.map(|rest| self.group(graph, id, stride, rest % stride, access)).collect()
            }
        }
    }

    /// The cell at an offset, a multiple of a word's size.
    pub(super) fn cell(&mut self, graph: &mut Graph, id: ObjectId, offset: u64) -> Node {
        let at = match self.list[id].cells.binary_search_by_key(&offset, |(offset, _)| *offset) {
            Ok(at) => return self.list[id].cells[at].1,
            Err(at) => at,
        };
        let node = graph.node();
        self.list[id].cells.insert(at, (offset, node));
        for group in &self.list[id].groups {
            if offset % group.stride == group.residue || group.stride == 1 {
                graph.edge(group.input, node);
                graph.edge(node, group.output);
            }
        }
        let copies = self.list[id].copies.iter();
        self.waiting.extend(copies.map(|copy| (*copy, Part::Cell(offset), node)));
        node
    }

    fn group(&mut self, graph: &mut Graph, id: ObjectId, stride: u64, residue: u64, access: Access) -> Node {
        let node = |group: &Group| if access == Access::Load { group.output } else { group.input };
        let is_it = |group: &&Group| (group.stride, group.residue) == (stride, residue);
        let object = &self.list[id];
        if let Some(group) = object.groups.iter().find(is_it) {
            return node(group);
        }
        if object.groups.len() >= MAX_GROUPS && stride != 1 {
            return self.group(graph, id, 1, 0, access);
        }
        let new = Group { stride, residue, input: graph.node(), output: graph.node() };
        graph.edge(new.input, new.output);
        for other in &object.groups {
            let common = gcd(stride, other.stride);
            if common == 1 || residue % common == other.residue % common {
                graph.edge(new.input, other.output);
                graph.edge(other.input, new.output);
            }
        }
        for (offset, cell) in &object.cells {
            if stride == 1 || offset % stride == residue {
                graph.edge(new.input, *cell);
                graph.edge(*cell, new.output);
            }
        }
        self.list[id].groups.push(new);
        let copies = self.list[id].copies.iter();
        self.waiting.extend(copies.map(|copy| (*copy, Part::Group(stride, residue), new.input)));
        node(&new)
    }

    /// Copies memory, now and whenever more of it is written.
    pub(super) fn copy(&mut self, from: Loc, to: Loc, length: Option<u64>) {
        let ((source, from), (to, at)) = (self.at(from), self.at(to));
        let is_code = |id| self.list[id].shape == Shape::Code;
        if is_code(source) || is_code(to) || (source == to && from == at && matches!(at, Place::At(_))) {
            return;
        }
        let from = if self.list[source].shape == Shape::Flat { Place::ANYWHERE } else { from };
        let copy = if self.list[source].copies.len() < MAX_COPIES {
            CopyTo { from, to, at, length }
        } else {
            CopyTo { from: Place::ANYWHERE, to, at: Place::ANYWHERE, length: None }
        };
        if !self.list[source].copies.insert(copy) {
            return;
        }
        let object = &self.list[source];
        let cells = object.cells.iter().map(|(offset, node)| (copy, Part::Cell(*offset), *node));
        let groups = object.groups.iter().map(|g| (copy, Part::Group(g.stride, g.residue), g.input));
        self.waiting.extend(cells.chain(groups));
    }

    /// Makes the edges of all copies. What is copied may make new cells, and these may be copied again.
    pub(super) fn settle(&mut self, graph: &mut Graph) {
        for id in std::mem::take(&mut self.crowded) {
            self.flatten(graph, id);
        }
        while let Some((copy, part, node)) = self.waiting.pop() {
            self.copy_part(graph, copy, part, node);
        }
    }

    /// Divides an object no more: pointers into too many places of it are there, which is what pointers of many types
    /// are that nobody told apart.
    fn flatten(&mut self, graph: &mut Graph, id: ObjectId) {
        if self.list[id].shape != Shape::Words {
            return;
        }
        let all = self.loc(id, Place::ANYWHERE);
        let contents: Vec<Node> = self.contents(id).collect();
        let node = contents.first().copied().unwrap_or_else(|| graph.node());
        for other in contents {
            graph.unite(node, other);
        }
        let object = &mut self.list[id];
        object.shape = Shape::Flat;
        object.all = Some(all);
        object.cells = vec![(0, node)];
        object.groups.clear();
        let copies = std::mem::take(&mut object.copies).into_iter();
        object.copies = copies.map(|copy| CopyTo { from: Place::ANYWHERE, ..copy }).collect();
        self.waiting.extend(object.copies.iter().map(|copy| (*copy, Part::Cell(0), node)));
    }

    fn copy_part(&mut self, graph: &mut Graph, copy: CopyTo, part: Part, node: Node) {
        let Some(step) = part.within(copy.from, copy.length) else { return };
        let target = &self.list[copy.to];
        let place = match copy.at.after(step) {
            // A copy that moves within its object would go on for ever.
            Place::At(at) if target.cells.len() > MAX_COPIED => Place::every(WORD, at),
            place => place,
        };
        for target in self.nodes_at(graph, copy.to, place, WORD, Access::Store) {
            graph.edge(node, target);
        }
    }

    /// The nodes of what an object holds.
    pub(super) fn contents(&self, id: ObjectId) -> impl Iterator<Item = Node> + '_ {
        let object = &self.list[id];
        let groups = object.groups.iter().flat_map(|group| [group.input, group.output]);
        object.cells.iter().map(|(_, node)| *node).chain(groups)
    }
}

impl Object {
    /// A place as this object knows it; `None` when it is far outside.
    fn bounded(&self, place: Place) -> Option<Place> {
        let size = self.size.map_or(i64::MAX - SLACK, |size| i64::try_from(size).unwrap_or(i64::MAX - SLACK));
        match place {
            Place::At(at) => (-SLACK..=size + SLACK).contains(&at).then_some(place),
            Place::Every { stride, residue } => {
                let (stride, at) = (stride.cast_signed(), residue.cast_signed());
                // An array of one element.
                let is_one = stride >= size && stride > 1;
                Some(if is_one { Place::At(if at <= size { at } else { at - stride }) } else { place })
            }
        }
    }
}

/// A part of what an object holds.
#[derive(Clone, Copy, Debug)]
enum Part {
    Cell(u64),
    Group(u64, u64),
}

impl Part {
    /// How far it is behind `from`; `None` when it is not among the `length` bytes there.
    fn within(self, from: Place, length: Option<u64>) -> Option<Step> {
        let (part, part_stride) = match self {
            Self::Cell(offset) => (offset.cast_signed(), 0),
            Self::Group(stride, residue) => (residue.cast_signed(), stride),
        };
        let (from, from_stride) = match from {
            Place::At(at) => (at, 0),
            Place::Every { stride, residue } => (residue.cast_signed(), stride),
        };
        let far = part - from;
        let length = length.unwrap_or(u64::MAX);
        match gcd(part_stride, from_stride) {
            0 => {
                // The last bytes of a word may be the first that are copied.
                let is_inside = far > -WORD.cast_signed() && (far < 0 || far.cast_unsigned() < length);
                is_inside.then_some(Step::By(far))
            }
            stride if stride > 1 && length <= stride => {
                let far = far.rem_euclid(stride.cast_signed());
                (far.cast_unsigned() < length).then_some(Step::By(far))
            }
            stride => Some(Step::every(stride, far)),
        }
    }
}
