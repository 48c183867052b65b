//! Runs programs with a time limit, several at once.

use std::{
    fs::File,
    io::{self, Read, Seek},
    path::Path,
    process::{Command, Stdio},
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    /// Its exit status; `None` if a signal or the time limit ended it.
    pub(crate) status: Option<i32>,
    /// Whether it was the time limit.
    pub(crate) timed_out: bool,
    /// Standard output.
    pub(crate) stdout: Vec<u8>,
    /// Standard error.
    pub(crate) stderr: Vec<u8>,
}

impl Ended {
    /// Whether it ended by itself with status 0.
    pub(crate) fn succeeded(&self) -> bool {
        self.status == Some(0)
    }
}

/// Runs `command`, its output through files in `scratch`, for at most `limit`.
#[expect(clippy::disallowed_methods, reason = "a time limit needs the clock")]
pub(crate) fn run(command: &mut Command, stdin: Stdio, scratch: &Path, limit: Duration) -> io::Result<Ended> {
    let file = |name: &str| {
        File::options().read(true).write(true).create(true).truncate(true).open(scratch.join(name))
    };
    let (mut out, mut err) = (file("stdout")?, file("stderr")?);
    let mut child = command.stdin(stdin).stdout(out.try_clone()?).stderr(err.try_clone()?).spawn()?;
    let begin = Instant::now();
    let mut pause = Duration::from_micros(500);
    let (status, timed_out) = loop {
        if let Some(status) = child.try_wait()? {
            break (status, false);
        }
        if begin.elapsed() > limit {
            child.kill()?;
            break (child.wait()?, true);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    };
    let content = |file: &mut File| -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        file.rewind()?;
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    Ok(Ended { status: status.code(), timed_out, stdout: content(&mut out)?, stderr: content(&mut err)? })
}

/// Does `work` on every item with as many workers as there are cores; results in the items' order. Each
/// worker has its number.
pub(crate) fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(usize, &T) -> R + Sync) -> Vec<R> {
    let workers = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let next = Mutex::new(0..items.len());
    let results = Mutex::new(Vec::with_capacity(items.len()));
    thread::scope(|scope| {
        for worker in 0..workers {
            let (next, results, work) = (&next, &results, &work);
            scope.spawn(move || {
                while let Some(i) = take(next) {
                    let result = work(worker, &items[i]);
                    results.lock().expect("no worker panics while it holds the lock").push((i, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("all workers are done");
    results.sort_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, result)| result).collect()
}

fn take(next: &Mutex<std::ops::Range<usize>>) -> Option<usize> {
    next.lock().expect("no worker panics while it holds the lock").next()
}
