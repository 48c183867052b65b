//! Globals: which object each is, and what it holds at the start.

use vellum_collections::cast::len32;
use vellum_ir::{GlobalId, Init, Section};

use super::{
    build::Builder,
    memory::{Access, Holds, ObjectId, ObjectKind, Shape},
    place::{Place, WORD},
};

impl Builder<'_> {
    /// The object of a global; its contents are to be looked at.
    pub(super) fn global(&mut self, id: GlobalId) -> ObjectId {
        if let Some(object) = self.globals.get(&id) {
            return *object;
        }
        let module = self.module;
        let global = &module.globals[id];
        let bound = Section::BOUNDS.iter().find_map(|bound| global.name.strip_prefix(bound));
        let is_of = |section: &Section| section.members.contains(&id) || bound == Some(&*section.name);
        let object = if let Some(number) = module.sections.iter().position(is_of) {
            // The program walks from one member to the next, so they are one object.
            let kind = ObjectKind::Section(len32(number));
            let object = self.solver.objects.add(kind, None, Shape::Flat);
            for &member in &module.sections[number].members {
                self.globals.insert(member, object);
                self.new_globals.push(member);
            }
            object
        } else {
            self.global_alone(id)
        };
        self.globals.insert(id, object);
        object
    }

    fn global_alone(&mut self, id: GlobalId) -> ObjectId {
        let global = &self.module.globals[id];
        let (size, shape, holds) = match &global.init {
            Init::Declared(_) => (None, Shape::Flat, Holds::Anything),
            Init::Data { relocations, .. } => {
                let holds = match (global.constant, relocations.is_empty()) {
                    (true, true) => Holds::Nothing,
                    (true, false) => Holds::Constants,
                    (false, _) => Holds::Anything,
                };
                (Some(global.size), Shape::Words, holds)
            }
        };
        let objects = &mut self.solver.objects;
        if holds == Holds::Nothing && !self.precision.texts {
            let make = || objects.add_holding(ObjectKind::Texts, None, Shape::Flat, holds);
            return *self.texts.get_or_insert_with(make);
        }
        self.new_globals.push(id);
        objects.add_holding(ObjectKind::Global(id), size, shape, holds)
    }

    /// What a global holds at the start.
    pub(super) fn fill(&mut self, id: GlobalId) {
        let module = self.module;
        let object = self.globals[&id];
        let Init::Data { relocations, .. } = &module.globals[id].init else {
            return self.fill_for_linker(id, object);
        };
        for relocation in relocations {
            let places = self.places(relocation.value);
            if places.is_empty() {
                continue;
            }
            let at = Place::At(i64::try_from(relocation.offset).unwrap_or(0));
            let loc = self.solver.objects.loc(object, at);
            let store = module.types.layout(module.const_type(relocation.value)).store;
            for node in self.solver.objects.nodes(&mut self.solver.graph, loc, store, Access::Fill) {
                for (object, place) in &places {
                    self.solver.points(node, *object, *place);
                }
            }
        }
    }

    /// Arrays that a linker makes.
    fn fill_for_linker(&mut self, id: GlobalId, object: ObjectId) {
        let module = self.module;
        let functions = match &*module.globals[id].name {
            "__init_array_start" => &module.constructors,
            "__fini_array_start" | "__fini_array_end" => &module.destructors,
            _ => return,
        };
        let loc = self.solver.objects.loc(object, Place::ANYWHERE);
        let nodes = self.solver.objects.nodes(&mut self.solver.graph, loc, WORD, Access::Fill);
        for id in functions {
            let objects = &mut self.solver.objects;
            let make = || objects.add(ObjectKind::Function(*id), None, Shape::Code);
            let function = *self.functions.entry(*id).or_insert_with(make);
            for node in &nodes {
                self.solver.points(*node, function, Place::At(0));
            }
        }
    }
}
