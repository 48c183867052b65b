//! `replay.json` of a run directory: what a replay of the run's tests has to know beside the tests themselves.
//!
//! It has the options that were typed, each under its name. What is not in it is as without the option, and what
//! a later version put there is not looked at.

use std::{
    ffi::OsString,
    fs, io,
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::Path,
};

use serde_json::{Map, Value, json};

use crate::{
    args::{CheckArgs, CompileArgs, Settings},
    error::Error,
};

/// The file's name.
const FILE: &str = "replay.json";

/// The content of the file for a run with these settings.
pub(crate) fn to_json(settings: &Settings) -> Value {
    let Settings { compile, checks, seed, max_stack, quarantine, entry, host_time, host_ids, host_random } =
        settings;
    let CheckArgs { overshift, overflow, leaks, uninitialised } = checks;
    let flags: Vec<Value> = compile.cflag.iter().map(word_to_json).collect();
    let given = |flag: &bool| flag.then_some(true);
    let options = [
        ("O", json!(compile.optimise)),
        ("cflag", if flags.is_empty() { Value::Null } else { flags.into() }),
        ("check-overshift", json!(overshift)),
        ("check-overflow", json!(overflow)),
        ("check-leaks", json!(leaks)),
        ("check-uninit", json!(uninitialised)),
        ("seed", json!(seed)),
        ("max-stack", json!(max_stack)),
        ("quarantine", json!(quarantine)),
        ("entry", json!(entry)),
        ("host-time", json!(given(host_time))),
        ("host-ids", json!(given(host_ids))),
        ("host-random", json!(given(host_random))),
    ];
    let typed = options.into_iter().filter(|(_, value)| !value.is_null());
    Value::Object(typed.map(|(name, value)| (name.to_owned(), value)).collect())
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
            overflow: option(options, "check-overflow", Value::as_bool)?,
            leaks: option(options, "check-leaks", Value::as_bool)?,
            uninitialised: option(options, "check-uninit", Value::as_bool)?,
        },
        seed: option(options, "seed", Value::as_u64)?,
        max_stack: option(options, "max-stack", Value::as_u64)?,
        quarantine: option(options, "quarantine", |value| usize::try_from(value.as_u64()?).ok())?,
        entry: option(options, "entry", |value| value.as_str().map(str::to_owned))?,
        host_time: option(options, "host-time", Value::as_bool)?.unwrap_or(false),
        host_ids: option(options, "host-ids", Value::as_bool)?.unwrap_or(false),
        host_random: option(options, "host-random", Value::as_bool)?.unwrap_or(false),
    })
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

/// A word is text, or a list of bytes where it is none.
fn word_to_json(word: &OsString) -> Value {
    match word.to_str() {
        Some(text) => text.into(),
        None => word.as_bytes().into(),
    }
}

fn word_from_json(value: &Value) -> Option<OsString> {
    match value {
        Value::String(text) => Some(text.into()),
        Value::Array(bytes) => {
            let byte = |value: &Value| u8::try_from(value.as_u64()?).ok();
            bytes.iter().map(byte).collect::<Option<Vec<u8>>>().map(OsString::from_vec)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::{ffi::OsString, os::unix::ffi::OsStringExt};

    use serde_json::{Value, json};

    use super::{from_json, to_json};
    use crate::args::{CheckArgs, CompileArgs, Settings};

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
                overflow: Some(true),
                leaks: Some(true),
                uninitialised: Some(false),
            },
            seed: Some(u64::MAX),
            max_stack: Some(1 << 20),
            quarantine: Some(usize::MAX),
            entry: Some("start".to_owned()),
            host_time: true,
            host_ids: true,
            host_random: true,
        };
        assert_eq!(to_json(&all).as_object().map(serde_json::Map::len), Some(13));
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
        for wrong in [json!({ "seed": -1 }), json!({ "cflag": "-DA" }), json!({ "cflag": [[300]] })] {
            assert_eq!(read(&wrong), None, "{wrong}");
        }
    }
}
