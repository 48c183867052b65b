//! `vellum points-to`: where a program's pointers may lead, in words or as JSON.

mod names;

use std::{fmt::Write, process::ExitCode, rc::Rc, time::Instant};

use serde_json::{Value as Json, json};
use vellum_analysis::{
    PointsTo,
    points_to::{AliasClasses, ClassId, ClassOptions, ObjectId, SetId},
};
use vellum_collections::{IdVec, Map};
use vellum_ir::{FuncId, Module, TypeKind, Value};

use self::names::Names;
use crate::{
    args::{ClassKind, PointsToArgs, Settings},
    error::Error,
    load::load_to_run,
    say,
    toolchain::{Env, Toolchain},
};

/// Classes and pointers that are shown where not all are asked for, and members of each.
const FEW: usize = 20;
const MEMBERS: usize = 8;

/// Analyses a program and prints what was found.
pub(crate) fn run(environment: &Env, args: &PointsToArgs) -> Result<ExitCode, Error> {
    let toolchain = Toolchain::locate(environment)?;
    let settings =
        Settings { compile: args.compile.clone(), entry: args.entry.clone(), ..Settings::default() };
    let module = load_to_run(&toolchain, &args.program, &settings)?.module;
    let functions = functions(&module, args)?;
    let begin = now();
    let points_to = PointsTo::analyse(&module);
    let options = ClassOptions {
        globals: args.with.contains(&ClassKind::Globals),
        constants: args.with.contains(&ClassKind::Constants),
        locals: args.with.contains(&ClassKind::Locals),
    };
    let classes = points_to.classes(&module, options);
    let seconds = begin.elapsed().as_secs_f64();
    let names = Names::new(&module, &points_to);
    let pointers = Pointers::new(&module, &points_to, &functions);
    let found =
        Found { points_to: &points_to, classes: &classes, names: &names, pointers: &pointers, seconds };
    if args.json {
        say(&format_args!("{:#}\n", found.json(args)))?;
    } else {
        say(&found.text(args))?;
    }
    Ok(ExitCode::SUCCESS)
}

#[expect(clippy::disallowed_methods, reason = "the driver knows the clock")]
fn now() -> Instant {
    Instant::now()
}

/// The functions that were asked for.
fn functions(module: &Module, args: &PointsToArgs) -> Result<Vec<FuncId>, Error> {
    let find = |name: &String| {
        let found = module.function_named(name).filter(|id| module.functions[*id].body.is_some());
        let program = args.program.display();
        found.ok_or_else(|| Error::Usage(format!("--function {name}: {program} has no such function")))
    };
    args.function.iter().map(find).collect()
}

/// A pointer and the objects it may lead to.
struct Pointer {
    function: FuncId,
    value: Value,
    targets: Rc<[ObjectId]>,
}

/// Pointers of the functions in question.
struct Pointers {
    /// Those that lead anywhere: in order of the program where functions were asked for, else the largest sets first.
    list: Vec<Pointer>,
    /// Over all pointers of the program that lead anywhere.
    count: usize,
    total: usize,
}

impl Pointers {
    fn new(module: &Module, points_to: &PointsTo, functions: &[FuncId]) -> Self {
        let mut pointers = Self { list: Vec::new(), count: 0, total: 0 };
        let mut sets: Map<SetId, Rc<[ObjectId]>> = Map::default();
        for (function, code) in module.functions.iter_ids() {
            let values: Option<&IdVec<Value, _>> = code.body.as_ref().map(|body| &body.values);
            for (value, ty) in values.into_iter().flat_map(IdVec::iter_ids) {
                if *module.types.kind(*ty) != TypeKind::Ptr {
                    continue;
                }
                let Some(set) = points_to.set(function, value) else { continue };
                let objects = || points_to.objects_of(set).into();
                let targets = sets.entry(set).or_insert_with(objects).clone();
                if targets.is_empty() {
                    continue;
                }
                pointers.count += 1;
                pointers.total += targets.len();
                if functions.is_empty() || functions.contains(&function) {
                    pointers.list.push(Pointer { function, value, targets });
                }
            }
        }
        if functions.is_empty() {
            pointers.list.sort_by_key(|pointer| std::cmp::Reverse(pointer.targets.len()));
        }
        pointers
    }
}

/// Everything that was found.
struct Found<'a> {
    points_to: &'a PointsTo,
    classes: &'a AliasClasses,
    names: &'a Names<'a>,
    pointers: &'a Pointers,
    seconds: f64,
}

impl Found<'_> {
    fn figures(&self) -> Vec<(&'static str, Json)> {
        let figures = self.points_to.figures();
        let largest = self.classes.classes().map(|(_, members)| members.len()).max().unwrap_or(0);
        let average = self.average();
        vec![
            ("functions", json!(figures.functions)),
            ("nodes", json!(figures.nodes)),
            ("nodes_merged", json!(figures.merged)),
            ("constraints", json!(figures.constraints)),
            ("objects", json!(figures.objects)),
            ("places", json!(figures.places)),
            ("allocation_chains", json!(figures.chains)),
            ("longest_chain", json!(figures.chain)),
            ("waves", json!(figures.waves)),
            ("seconds", json!((self.seconds * 1000.0).round() / 1000.0)),
            ("pointers", json!(self.pointers.count)),
            ("average_set", json!(average)),
            ("classes", json!(self.classes.classes().len())),
            ("largest_class", json!(largest)),
        ]
    }

    /// The average number of objects a pointer may lead to, in hundredths.
    fn average(&self) -> f64 {
        let count = |number: usize| u32::try_from(number).map_or(f64::MAX, f64::from);
        let average = count(self.pointers.total) / count(self.pointers.count.max(1));
        (average * 100.0).round() / 100.0
    }

    /// The classes, the largest first.
    fn largest_first(&self) -> Vec<(ClassId, &[ObjectId])> {
        let mut classes: Vec<_> = self.classes.classes().collect();
        classes.sort_by_key(|(_, members)| std::cmp::Reverse(members.len()));
        classes
    }

    fn text(&self, args: &PointsToArgs) -> String {
        let [few, members] = if args.all { [usize::MAX; 2] } else { [FEW, MEMBERS] };
        let mut text = String::from("Figures\n");
        for (name, figure) in self.figures() {
            let _ = writeln!(text, "  {:18} {figure}", name.replace('_', " "));
        }
        let classes = self.largest_first();
        let _ = writeln!(text, "\nAlias classes{}", shown(classes.len(), few));
        for (class, objects) in classes.into_iter().take(few) {
            let _ = writeln!(text, "  {class}: {}", counted(objects.len(), "object"));
            self.list(&mut text, objects, members);
        }
        let asked = !args.function.is_empty();
        let (title, few) = if asked { ("Pointers", usize::MAX) } else { ("Largest sets", few) };
        let _ = writeln!(text, "\n{title}{}", shown(self.pointers.list.len(), few));
        for pointer in self.pointers.list.iter().take(few) {
            let name = self.names.value(pointer.function, pointer.value);
            let _ = writeln!(text, "  {name}: {}", counted(pointer.targets.len(), "object"));
            self.list(&mut text, &pointer.targets, if asked { usize::MAX } else { members });
        }
        text
    }

    fn list(&self, text: &mut String, objects: &[ObjectId], members: usize) {
        for object in objects.iter().take(members) {
            let _ = writeln!(text, "    {}", self.names.object(*object));
        }
        if objects.len() > members {
            let _ = writeln!(text, "    … and {} more", objects.len() - members);
        }
    }

    fn json(&self, args: &PointsToArgs) -> Json {
        let few = if args.all || !args.function.is_empty() { usize::MAX } else { FEW };
        let object = |id: &ObjectId| {
            let class = self.classes.class_of(*id).map(|class| class.to_string());
            json!({ "object": id.to_string(), "name": self.names.object(*id), "size": self.points_to.size(*id), "class": class })
        };
        let class = |(class, members): (ClassId, &[ObjectId])| json!({ "class": class.to_string(), "objects": members.iter().map(object).collect::<Vec<_>>() });
        let pointer = |pointer: &Pointer| {
            json!({
                "pointer": self.names.value(pointer.function, pointer.value),
                "function": self.names.function(pointer.function),
                "value": pointer.value.to_string(),
                "objects": pointer.targets.iter().map(object).collect::<Vec<_>>(),
            })
        };
        let figures: serde_json::Map<String, Json> =
            self.figures().into_iter().map(|(name, figure)| (name.to_owned(), figure)).collect();
        json!({
            "figures": figures,
            "classes": self.classes.classes().map(class).collect::<Vec<_>>(),
            "pointers": self.pointers.list.iter().take(few).map(pointer).collect::<Vec<_>>(),
        })
    }
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// How many of all are shown, if that are not all.
fn shown(all: usize, few: usize) -> String {
    if all > few { format!(" (the {few} largest of {all}; --all shows all)") } else { format!(" ({all})") }
}
