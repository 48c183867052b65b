//! `replay.json` of a run directory: what a replay of the run's tests has to know beside the tests themselves.
//!
//! It has the options that were typed, each under its name. What is not in it is as without the option, and what
//! a later version put there is not looked at.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use serde_json::{Map, Value, json};
use vellum_memory::Regions;
use vellum_report::record::{word_from_json, word_to_json};

use crate::{
    args::{
        CheckArgs, CompileArgs, ExternalArgs, ExternalMode, Library, Settings,
        values::{self, SCOPES},
    },
    error::Error,
};

/// The file's name.
const FILE: &str = "replay.json";

/// The content of the file for a run with these settings.
pub(crate) fn to_json(settings: &Settings) -> Value {
    let Settings {
        compile,
        checks,
        seed,
        max_stack,
        quarantine,
        regions,
        entry,
        strict_assume,
        host_time,
        host_ids,
        host_random,
        external,
    } = settings;
    let ExternalArgs { libc, mode, scope, timeout, load } = external;
    let libraries: Vec<Value> = load.iter().map(|library| word_to_json(library.as_os_str())).collect();
    let CheckArgs {
        overshift,
        undefined,
        overflow,
        leaks,
        uninitialised,
        loops,
        pointers,
        fields,
        strict_words,
    } = checks;
    let flags: Vec<Value> = compile.cflag.iter().map(|flag| word_to_json(flag)).collect();
    let given = |flag: &bool| flag.then_some(true);
    let options = [
        ("O", json!(compile.optimise)),
        ("cflag", if flags.is_empty() { Value::Null } else { flags.into() }),
        ("check-overshift", json!(overshift)),
        ("check-undefined", json!(undefined)),
        ("check-overflow", json!(overflow)),
        ("check-leaks", json!(leaks)),
        ("check-uninit", json!(uninitialised)),
        ("check-loops", json!(loops)),
        ("check-pointers", json!(pointers)),
        ("check-fields", json!(fields)),
        ("strict-words", json!(given(strict_words))),
        ("seed", json!(seed)),
        ("max-stack", json!(max_stack)),
        ("quarantine", json!(quarantine)),
        ("regions", json!(regions.as_ref().map(region_text))),
        ("entry", json!(entry)),
        ("strict-assume", json!(given(strict_assume))),
        ("host-time", json!(given(host_time))),
        ("host-ids", json!(given(host_ids))),
        ("host-random", json!(given(host_random))),
        ("libc", json!(libc.as_ref().and_then(|libc| name_of(&Library::ALL, libc)))),
        ("external", json!(mode.map(ExternalMode::text))),
        ("external-scope", json!(scope.as_ref().and_then(|scope| name_of(&SCOPES, scope)))),
        ("external-timeout", json!(timeout.map(|timeout| format!("{}ms", timeout.as_millis())))),
        ("load", if libraries.is_empty() { Value::Null } else { libraries.into() }),
    ];
    let typed = options.into_iter().filter(|(_, value)| !value.is_null());
    Value::Object(typed.map(|(name, value)| (name.to_owned(), value)).collect())
}

/// Regions as they are typed.
fn region_text(regions: &Regions) -> String {
    let all = [regions.constants(), regions.globals(), regions.heap(), regions.stack()];
    let parts = Regions::NAMES.iter().zip(all);
    let texts = parts.map(|(name, region)| format!("{name}={:#x}+{}", region.base, region.size));
    texts.collect::<Vec<String>>().join(",")
}

/// The settings of the run that made `test`, a test case in a run directory or such a directory. Without the
/// file there are none.
pub(crate) fn of_run(test: &Path) -> Result<Settings, Error> {
    let folder = if test.is_dir() { Some(test) } else { test.parent() };
    let file = folder.unwrap_or(Path::new("")).join(FILE);
    let text = match fs::read(&file) {
        Ok(text) => text,
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(Settings::default()),
        Err(cause) => return Err(Error::Unreadable { file, cause }),
    };
    let options: Option<Map<String, Value>> = serde_json::from_slice(&text).ok();
    options.as_ref().and_then(from_json).ok_or_else(|| {
        let what = "not what `vellum run` writes; without the file, a replay uses the options it is given";
        Error::Usage(format!("{}: {what}", file.display()))
    })
}

/// The settings in the file; nothing if something in it is of the wrong kind.
fn from_json(options: &Map<String, Value>) -> Option<Settings> {
    Some(Settings {
        compile: CompileArgs {
            optimise: option(options, "O", |value| value.as_str().map(str::to_owned))?,
            cflag: option(options, "cflag", |value| value.as_array()?.iter().map(word_from_json).collect())?
                .unwrap_or_default(),
        },
        checks: CheckArgs {
            overshift: option(options, "check-overshift", Value::as_bool)?,
            undefined: option(options, "check-undefined", Value::as_bool)?,
            overflow: option(options, "check-overflow", Value::as_bool)?,
            leaks: option(options, "check-leaks", Value::as_bool)?,
            uninitialised: option(options, "check-uninit", Value::as_bool)?,
            loops: option(options, "check-loops", Value::as_bool)?,
            pointers: option(options, "check-pointers", Value::as_bool)?,
            fields: option(options, "check-fields", Value::as_bool)?,
            strict_words: option(options, "strict-words", Value::as_bool)?.unwrap_or(false),
        },
        seed: option(options, "seed", Value::as_u64)?,
        max_stack: option(options, "max-stack", Value::as_u64)?,
        regions: option(options, "regions", |value| values::regions(value.as_str()?).ok())?,
        quarantine: option(options, "quarantine", |value| usize::try_from(value.as_u64()?).ok())?,
        entry: option(options, "entry", |value| value.as_str().map(str::to_owned))?,
        strict_assume: option(options, "strict-assume", Value::as_bool)?.unwrap_or(false),
        host_time: option(options, "host-time", Value::as_bool)?.unwrap_or(false),
        host_ids: option(options, "host-ids", Value::as_bool)?.unwrap_or(false),
        host_random: option(options, "host-random", Value::as_bool)?.unwrap_or(false),
        external: external_from_json(options)?,
    })
}

fn external_from_json(options: &Map<String, Value>) -> Option<ExternalArgs> {
    let libraries = |value: &Value| {
        value.as_array()?.iter().map(|word| word_from_json(word).map(PathBuf::from)).collect()
    };
    Some(ExternalArgs {
        libc: option(options, "libc", |value| named(&Library::ALL, value.as_str()?))?,
        mode: option(options, "external", |value| values::external(value.as_str()?).ok())?,
        scope: option(options, "external-scope", |value| named(&SCOPES, value.as_str()?))?,
        timeout: option(options, "external-timeout", |value| values::duration(value.as_str()?).ok())?,
        load: option(options, "load", libraries)?.unwrap_or_default(),
    })
}

fn name_of<T: PartialEq>(all: &[(&'static str, T)], value: &T) -> Option<&'static str> {
    all.iter().find(|(_, one)| one == value).map(|(name, _)| *name)
}

fn named<T: Copy>(all: &[(&str, T)], name: &str) -> Option<T> {
    all.iter().find(|(one, _)| *one == name).map(|(_, value)| *value)
}

/// What an option is set to, if it is; nothing at all if that is of the wrong kind.
#[expect(clippy::option_option, reason = "absent is not the same as wrong")]
fn option<T>(
    options: &Map<String, Value>,
    name: &str,
    read: impl FnOnce(&Value) -> Option<T>,
) -> Option<Option<T>> {
    match options.get(name) {
        None => Some(None),
        Some(value) => read(value).map(Some),
    }
}

#[cfg(test)]
mod tests {
    use std::{ffi::OsString, os::unix::ffi::OsStringExt, time::Duration};

    use serde_json::{Value, json};
    use vellum_foreign::Place;
    use vellum_kernel::{Policy, Scope};

    use super::{from_json, to_json};
    use crate::args::{CheckArgs, CompileArgs, ExternalArgs, ExternalMode, Library, Settings};

    fn read(value: &Value) -> Option<Settings> {
        from_json(value.as_object().expect("an object"))
    }

    #[test]
    fn settings_come_back_from_the_file() {
        let all = Settings {
            compile: CompileArgs {
                optimise: Some("2".to_owned()),
                cflag: vec!["-DA=\"b c\"".into(), OsString::from_vec(b"-I\xff".to_vec())],
            },
            checks: CheckArgs {
                overshift: Some(false),
                undefined: Some(true),
                overflow: Some(true),
                leaks: Some(true),
                uninitialised: Some(false),
                loops: Some(true),
                pointers: Some(true),
                fields: Some(false),
                strict_words: true,
            },
            seed: Some(u64::MAX),
            max_stack: Some(1 << 20),
            quarantine: Some(usize::MAX),
            regions: crate::args::values::regions("heap=70TiB+1GiB").ok(),
            entry: Some("start".to_owned()),
            strict_assume: true,
            host_time: true,
            host_ids: true,
            host_random: true,
            external: ExternalArgs {
                libc: Some(Library::None),
                mode: Some(ExternalMode { policy: Policy::All, place: Place::InProcess }),
                scope: Some(Scope::All),
                timeout: Some(Duration::from_millis(1500)),
                load: vec!["libm.so.6".into(), OsString::from_vec(b"./\xff.so".to_vec()).into()],
            },
        };
        assert_eq!(to_json(&all).as_object().map(serde_json::Map::len), Some(25));
        assert_eq!(read(&to_json(&all)), Some(all.clone()));
        assert_eq!(to_json(&Settings::default()), json!({}));
        assert_eq!(read(&json!({ "later": 1 })), Some(Settings::default()));
        // What was typed wins.
        let typed = Settings { seed: Some(3), entry: Some("other".to_owned()), ..Settings::default() };
        let both = typed.clone().or(all.clone());
        assert_eq!(both, Settings { seed: typed.seed, entry: typed.entry, ..all });
    }

    #[test]
    fn what_no_run_wrote_is_refused() {
        for wrong in [
            json!({ "seed": -1 }),
            json!({ "cflag": "-DA" }),
            json!({ "cflag": [[300]] }),
            json!({ "libc": "dietlibc" }),
        ] {
            assert_eq!(read(&wrong), None, "{wrong}");
        }
    }
}
