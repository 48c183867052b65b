//! Whatever happens to a run from outside, what it leaves behind is whole: killed, interrupted, no room on the disk.
//! And whatever a program does to its input, nothing overflows.

mod folder;

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
};

use serde_json::Value;
use vellum_collections::cast::index64;
use vellum_report::{KTest, Outcome};

use self::folder::Folder;

impl Folder {
    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
        command.args(words.split_whitespace()).current_dir(&self.0).stdin(Stdio::null());
        command
    }

    fn vellum(&self, words: &str) -> Output {
        self.command(words).output().unwrap()
    }

    fn start(&self, words: &str) -> Child {
        self.command(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// Waits until the run `out` has written `count` tests.
    fn wait_for_tests(&self, child: &mut Child, out: &str, count: usize) {
        while tests(&self.0.join(out)).len() < count {
            assert!(child.try_wait().unwrap().is_none(), "{out} is over already");
            thread::yield_now();
        }
    }
}

fn messages(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The files called as test cases are.
fn tests(out: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(out) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "ktest")).collect()
}

/// Checks every file of a run directory, except those that are being written and say so by their name.
fn check_whole(out: &Path) {
    for entry in fs::read_dir(out).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let bytes = fs::read(&path).unwrap();
        let text = || String::from_utf8(bytes.clone()).unwrap();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("part") => assert!(name.starts_with('.'), "{name}"),
            Some("ktest") => assert!(KTest::parse(&bytes).is_ok(), "{name}"),
            Some("err") => assert!(text().starts_with("Error: ") && text().ends_with('\n'), "{name}"),
            Some("jsonl") => {
                let is_line = |line: &str| match name {
                    "tests.jsonl" => Outcome::from_line(line).is_some(),
                    _ => serde_json::from_str::<Value>(line).is_ok(),
                };
                // Of a line that was being written, the beginning may be there.
                let text = text();
                let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
                assert!(whole.lines().all(is_line), "{name}");
            }
            Some("lcov") => assert!(text().ends_with("end_of_record\n"), "{name}"),
            Some("json" | "sarif") => assert!(serde_json::from_slice::<Value>(&bytes).is_ok(), "{name}"),
            _ => assert_eq!(name, "info"),
        }
    }
}

/// Paths and findings without end.
const ENDLESS: &str = r#"
    #include <assert.h>
    #include <klee/klee.h>
    int main(void) {
        unsigned char data[4096], sum = 0;
        klee_make_symbolic(data, sizeof data, "data");
        for (int i = 0; i < 4096; i++) {
            if (data[i] == 'a') sum++;
            else if (data[i] == 'b') assert(i != 7);
            else if (data[i] == 'c') return sum;
        }
        return 0;
    }
"#;

#[test]
fn killed_at_any_moment_every_file_is_whole() {
    let folder = Folder::new("killed", ENDLESS);
    assert!(folder.vellum("cc p.c -o p").status.success());
    // The moments differ by what else goes on and by how long nothing is done.
    for (round, turns) in [0, 10, 300, 1_000, 3_000, 9_000, 27_000, 81_000].into_iter().enumerate() {
        let out = format!("out{round}");
        let mut child = folder.start(&format!("run --search bfs --out {out} p"));
        folder.wait_for_tests(&mut child, &out, 1 + round);
        (0..turns).for_each(|_| thread::yield_now());
        child.kill().unwrap();
        child.wait().unwrap();
        let out = folder.0.join(out);
        check_whole(&out);
        assert!(!out.join("summary.json").exists(), "the run was not over");
        // A test of a run that never ended is a test.
        let test = tests(&out).into_iter().min().unwrap();
        let replay = folder.vellum(&format!("replay --quiet {} p", test.display()));
        assert!(replay.status.code().is_some_and(|code| code != 2), "{}", messages(&replay));
    }
}

#[test]
fn interrupted_everything_found_is_on_disk() {
    let folder = Folder::new("interrupted", ENDLESS);
    for (name, signal) in [("int", "-INT"), ("term", "-TERM")] {
        let mut child = folder.start(&format!("run --search bfs --out {name} p.c"));
        folder.wait_for_tests(&mut child, name, 20);
        let sent =
            Command::new("sh").args(["-c", &format!("kill {signal} {}", child.id())]).status().unwrap();
        assert!(sent.success());
        assert!(child.wait().unwrap().code().is_some_and(|code| code < 2));
        let out = folder.0.join(name);
        check_whole(&out);
        let summary: Value = serde_json::from_slice(&fs::read(out.join("summary.json")).unwrap()).unwrap();
        assert_eq!(summary["stopped_by"], "interrupt");
        assert_eq!(summary["complete"], false);
        let outcomes = fs::read_to_string(out.join("tests.jsonl")).unwrap();
        // Of the paths that were stopped, nobody knows how they would have ended.
        let stopped = index64(summary["paths"]["stopped"].as_u64().unwrap());
        assert_eq!(outcomes.lines().count() + stopped.min(1000), tests(&out).len());
        let mut paths = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().path());
        assert!(!paths.any(|path| path.extension().is_some_and(|extension| extension == "part")));
        assert!(folder.vellum(&format!("replay --quiet {name} p.c")).status.success());
    }
}

/// A small file system in memory, gone at the end.
struct Disk(PathBuf);

impl Disk {
    /// `None` for those who may not mount.
    fn new(place: PathBuf) -> Option<Self> {
        fs::create_dir_all(&place).unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"]).arg(&place);
        mount.stderr(Stdio::null()).status().is_ok_and(|status| status.success()).then_some(Self(place))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // It goes with the machine otherwise.
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_is_one_line() {
    let folder = Folder::new("disk", ENDLESS);
    let Some(disk) = Disk::new(folder.0.join("disk")) else {
        let _ = writeln!(std::io::stderr(), "not tested: nobody but root can mount a small disk");
        return;
    };
    let output = folder.vellum("run --search bfs --max-paths 500 --out disk/out p.c");
    let text = messages(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("No space left on device") && text.lines().count() == 1, "{text}");
    check_whole(&disk.0.join("out"));
    assert!(tests(&disk.0.join("out")).len() > 3);
}

#[test]
fn deep_expressions_overflow_nothing() {
    let program = r#"
        #include <klee/klee.h>
        int main(void) {
            unsigned x, y;
            klee_make_symbolic(&x, sizeof x, "x");
            klee_make_symbolic(&y, sizeof y, "y");
            unsigned sum = x;
            for (int i = 0; i < 100000; i++) sum = (sum + y) ^ i;
            if (sum == 12345) return 1;
            float f = x;
            for (int i = 0; i < 100000; i++) f = f + y;
            if (f < 7.0f) return 2;
            return 0;
        }
    "#;
    let folder = Folder::new("deep", program);
    // The stack of the main thread is small on purpose.
    let script = "ulimit -s 1024; exec \"$0\" run --max-solver-time 1s --log-queries log --out out p.c";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_vellum")])
        .current_dir(&folder.0)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", messages(&output));
    let summary: Value =
        serde_json::from_slice(&fs::read(folder.0.join("out/summary.json")).unwrap()).unwrap();
    assert_eq!(summary["paths"]["unsupported"], 0, "{summary}");
    assert!(fs::read_dir(folder.0.join("log")).unwrap().count() > 0);
}
