//! Runs that are recorded, killed, resumed and run again.

#[path = "record/budgets.rs"]
mod budgets;
mod folder;
mod recorded;

use std::{
    collections::BTreeMap,
    fs,
    process::{Child, Command},
    thread,
};

use vellum_collections::Random;

use self::{
    folder::Folder,
    recorded::{Run, check_same, check_same_figures, wait_for},
};

/// Some thousand paths, findings of two kinds, leaks, silent paths, and questions that no shortcut answers.
const PROGRAM: &str = r#"
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
static int weigh(unsigned char *a, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    if ((unsigned char)(a[i] * 37 + i) % 11 > 5) sum += i + 1;
  return sum;
}
int main(void) {
  unsigned char a[SIZE];
  unsigned x;
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(&x, sizeof x, "x");
  int w = weigh(a, SIZE);
  switch (a[0] & 3) {
    case 0: w++; break;
    case 1: w += 2; break;
    default: break;
  }
  static int table[40];
  if (w == 9) { int *p = malloc(4); *p = 3; w += *p; }
  if (a[1] == 200) klee_assume(x > 5);
  if (x * x == 49 && a[2] > 100) w = table[w + (a[3] > 250 ? 30 : 0)];
  assert(w != 13 || a[4] != 9);
  if (a[5] == 77) klee_silent_exit(0);
  return w;
}
"#;

/// The program over fewer or more bytes.
fn program(size: u32) -> String {
    PROGRAM.replace("SIZE", &size.to_string())
}

#[test]
fn killed_and_resumed_a_run_is_as_if_it_had_never_been_killed() {
    let folder = Folder::new("killed", &program(8));
    assert!(folder.vellum("cc -g p.c -o p").status.success());
    let mut random = Random::new(7);
    for (round, options) in
        ["--search dfs", "", "--search bfs --all-findings", "--tests covering --check-leaks on"]
            .into_iter()
            .enumerate()
    {
        let (whole, killed) = (format!("whole{round}"), format!("killed{round}"));
        folder.run(&format!("--record {options} --out {whole} p"));
        let whole = folder.run_directory(&whole);
        let size = whole.summary()["record"]["bytes"].as_u64().unwrap();
        let record = folder.0.join(&killed).join("record.bin");
        let mut child =
            folder.command(&format!("run -q --record {options} --out {killed} p")).spawn().unwrap();
        let mut bytes = 0;
        for _ in 0..4 {
            bytes += 1 + random.below(size / 3);
            wait_for(&mut child, &record, bytes);
            (0..random.below(3_000)).for_each(|_| thread::yield_now());
            let _ = child.kill();
            child.wait().unwrap();
            bytes = fs::metadata(&record).unwrap().len();
            child = folder.command(&format!("run -q --resume {killed}")).spawn().unwrap();
        }
        let status = child.wait().unwrap();
        assert_eq!(status.code(), Some(1), "there are findings");
        let killed = folder.run_directory(&killed);
        if options.contains("covering") {
            check_same_figures(&whole, &killed);
        } else {
            check_same(&whole, &killed);
        }
        assert_eq!(killed.summary()["record"]["divergences"], 0);
    }
}

#[test]
fn a_run_again_asks_the_solver_nothing() {
    let folder = Folder::new("again", &program(6));
    folder.run("--record --all-findings --search dfs --out first p.c");
    let first = folder.run_directory("first");
    assert!(first.summary()["queries"]["solved"].as_u64().unwrap() > 0);
    for search in ["dfs", "random-path", "bfs+covnew"] {
        folder.run(&format!("--rerun first --search {search} --out {search}"));
        let again = folder.run_directory(search);
        check_same(&first, &again);
        assert_eq!(first.inputs(), again.inputs(), "byte for byte");
        let summary = again.summary();
        assert_eq!(summary["queries"]["solved"], 0);
        assert_eq!(summary["record"]["divergences"], 0);
        assert_eq!(summary["record"]["taken_over"], 0);
        assert_eq!(summary["search"], serde_json::json!(search.split('+').collect::<Vec<_>>()));
    }
    // What was run again can be recorded, and that is a record like any other.
    folder.run("--rerun first --record --search bfs --out second");
    folder.run("--rerun second --out third");
    check_same(&first, &folder.run_directory("third"));
    assert_eq!(folder.run_directory("third").summary()["queries"]["solved"], 0);
}

#[test]
fn what_was_explored_to_the_end_is_left_out_on_request() {
    let folder = Folder::new("prune", &program(6));
    folder.run("--record --out whole p.c");
    folder.run("--record --max-paths 100 --out part p.c");
    let (whole, part) = (folder.run_directory("whole"), folder.run_directory("part"));
    folder.run("--rerun part --prune --max-paths 100000 --out rest");
    let rest = folder.run_directory("rest");
    let summary = rest.summary();
    let ended = |run: &Run| {
        let paths = &run.summary()["paths"];
        paths["completed"].as_u64().unwrap() + paths["errors"].as_u64().unwrap()
    };
    assert_eq!(summary["complete"], true);
    assert!(summary["record"]["taken_over"].as_u64().unwrap() >= ended(&part));
    assert_eq!(ended(&part) + ended(&rest), ended(&whole));
    assert_eq!(rest.findings(), whole.findings());
    assert_eq!(summary["forks_by"], whole.summary()["forks_by"]);
    // Findings of paths that were not run again have their tests where they were.
    for finding in summary["findings"].as_array().unwrap() {
        assert!(rest.0.join(finding["test"].as_str().unwrap()).exists(), "{finding}");
    }
}

#[test]
fn a_run_that_was_stopped_goes_on() {
    let folder = Folder::new("stopped", &program(6));
    for (round, (options, resumed)) in [
        ("--max-paths 60", "--max-paths 100000"),
        ("--max-instructions 20000", "--max-instructions 100000000"),
        ("--max-depth 5", "--max-depth 100"),
        ("--max-states 3 --search bfs", "--max-states 100000"),
        ("--exit-on-error", ""),
        ("--tests covering --max-paths 60", "--max-paths 100000"),
    ]
    .into_iter()
    .enumerate()
    {
        let (whole, part) = (format!("whole{round}"), format!("part{round}"));
        let tests = if options.contains("covering") { "--tests covering" } else { "" };
        folder.run(&format!("--record {tests} --out {whole} p.c"));
        folder.run(&format!("--record {options} --out {part} p.c"));
        let part = folder.run_directory(&part);
        let before = part.summary();
        assert_eq!(before["complete"], false, "{options}");
        // One that stops at each finding takes as many times as there are findings.
        for _ in 0..10 {
            folder.run(&format!("--resume {} {resumed}", part.0.display()));
            if part.summary()["stopped_by"].is_null() {
                break;
            }
        }
        let whole = folder.run_directory(&whole);
        if tests.is_empty() {
            check_same(&whole, &part);
        } else {
            check_same_figures(&whole, &part);
        }
    }
}

#[test]
fn an_interrupted_run_goes_on_and_a_complete_one_says_so() {
    let folder = Folder::new("interrupted", &program(9));
    folder.run("--record --out whole p.c");
    let mut child = folder.command("run -q --record --out part p.c").spawn().unwrap();
    wait_for(&mut child, &folder.0.join("part/record.bin"), 40_000);
    let sent = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
    assert!(sent.success());
    child.wait().unwrap();
    let part = folder.run_directory("part");
    assert_eq!(part.summary()["stopped_by"], "interrupt");
    folder.run("--resume part");
    check_same(&folder.run_directory("whole"), &part);
    let files = |name: &str| {
        let entries = fs::read_dir(folder.0.join(name)).unwrap().map(|entry| entry.unwrap());
        let entry = |entry: fs::DirEntry| (entry.file_name(), entry.metadata().unwrap().modified().unwrap());
        entries.map(entry).collect::<BTreeMap<_, _>>()
    };
    let before = files("part");
    let output = folder.vellum("run --resume part");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "as it ended: there are findings");
    assert!(text.contains("the run is complete, nothing is left to explore"), "{text}");
    assert_eq!(before, files("part"), "nothing is touched");
}

#[test]
fn seeds_stay_with_a_run() {
    let folder = Folder::new("seeds", &program(6));
    folder.run("--out seeds p.c --max-paths 20");
    folder.run("--record --seed-dir seeds --out whole p.c");
    folder.run("--record --seed-dir seeds --max-paths 30 --out part p.c");
    folder.run("--resume part --max-paths 100000");
    check_same(&folder.run_directory("whole"), &folder.run_directory("part"));
    folder.run("--rerun whole --search random-state --out again");
    assert_eq!(folder.run_directory("again").summary()["queries"]["solved"], 0);
    check_same(&folder.run_directory("whole"), &folder.run_directory("again"));
}

/// A program that does what a file says.
const READER: &str = r#"
#include <stdio.h>
#include <klee/klee.h>
int main(void) {
  int limit = 0, more = 0;
  FILE *file = fopen("data", "r");
  if (!file || fscanf(file, "%d %d", &limit, &more) != 2) return 9;
  unsigned char a[6];
  klee_make_symbolic(a, sizeof a, "a");
  int n = 0;
  for (int i = 0; i < 4; i++)
    if (a[i] > 100) n++;
  if (n > 2 && a[4] == limit) n += 10;
  if (more && n == 1 && a[5] > 7) n += 20;
  return n;
}
"#;

#[test]
fn what_is_not_as_recorded_is_told_and_explored_anew() {
    let folder = Folder::new("divergence", READER);
    let data = |text: &str| fs::write(folder.0.join("data"), text).unwrap();
    data("3 0");
    folder.run("--record --out first p.c");
    folder.run("--record --max-paths 8 --out part p.c");
    for text in ["4 0", "3 1", "4 1"] {
        data(text);
        folder.run("--out expected p.c");
        let expected = folder.run_directory("expected");
        let told = folder.run("--rerun first --out again");
        let again = folder.run_directory("again");
        check_same(&expected, &again);
        let record = &again.summary()["record"];
        assert!(record["divergences"].as_u64().unwrap() > 0, "{text}");
        let first = record["first_divergence"].as_str().unwrap();
        assert!(
            told.contains("vellum: warning: not as recorded: the recorded path ") && told.contains(first)
        );
        let lines: &[&str] = match text {
            "4 0" => &["p.c:13"],
            "3 1" => &["p.c:14"],
            _ => &["p.c:13", "p.c:14"],
        };
        assert!(lines.iter().any(|line| first.contains(line)), "{first}");
        // Whatever a run that goes on takes over, it counts what is in its tree.
        folder.copy("part", "resumed");
        folder.run("--resume resumed --max-paths 100000");
        let resumed = folder.run_directory("resumed");
        assert_eq!(resumed.summary()["complete"], true);
        let ended: usize = resumed.paths().values().sum();
        assert_eq!(resumed.summary()["paths"]["completed"], ended, "{text}");
        assert_eq!((resumed.tests().len(), resumed.lines("tests.jsonl").len()), (ended, ended), "{text}");
        for name in ["expected", "again"] {
            fs::remove_dir_all(folder.0.join(name)).unwrap();
        }
    }
}

#[test]
fn only_a_recorded_run_of_the_same_program_goes_on() {
    let folder = Folder::new("refused", READER);
    fs::write(folder.0.join("data"), "3 0").unwrap();
    folder.run("--record --max-paths 3 --out part p.c");
    folder.run("--out plain p.c");
    let refused = |words: &str, expected: &[&str]| {
        let text = folder.refused(words);
        assert!(expected.iter().all(|part| text.contains(part)), "{words}: {text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    };
    refused("--resume plain", &["plain", "was not recorded", "--record"]);
    refused("--resume nowhere", &["nowhere"]);
    refused("--resume part p.c", &["--resume", "none can be typed"]);
    refused("--resume part --rerun part", &["cannot be used with"]);
    refused("--resume part --out other", &["cannot be used with"]);
    refused("--prune p.c", &["--rerun"]);
    fs::write(folder.0.join("p.c"), READER.replace("a[4] == limit", "a[4] != limit")).unwrap();
    let both = ["p.c: not the program that was recorded in", "p.c was ", "this is "];
    refused("--resume part --max-paths 9", &both);
    refused("--rerun part --out other", &both);
    fs::write(folder.0.join("p.c"), READER).unwrap();
    let record = folder.0.join("part/record.bin");
    let content = fs::read(&record).unwrap();
    fs::write(&record, [b"vellum record 9\n", &content[16..]].concat()).unwrap();
    refused("--resume part", &["record.bin", "another version"]);
    fs::write(&record, &content[..30]).unwrap();
    refused("--resume part", &["record.bin", "damaged at its beginning"]);
    fs::write(&record, content).unwrap();
    folder.run("--resume part --max-paths 1000");
}

#[test]
fn a_torn_or_damaged_record_is_used_as_far_as_it_goes() {
    let folder = Folder::new("damaged", &program(6));
    assert!(folder.vellum("cc -g p.c -o p").status.success());
    folder.run("--record --search dfs --out whole p");
    folder.run("--record --search dfs --max-paths 150 --out part p");
    let whole = folder.run_directory("whole");
    let content = fs::read(folder.0.join("part/record.bin")).unwrap();
    let length = u64::try_from(content.len()).unwrap();
    let mut random = Random::new(3);
    let record = folder.0.join("cut/record.bin");
    for round in 0..24 {
        folder.copy("part", "cut");
        let is_cut = round % 2 == 0;
        // The last bytes, and some before.
        let at = length - 1 - if round < 12 { round } else { random.below(length - 1000) };
        let at = usize::try_from(at).unwrap();
        let mut content = content.clone();
        if is_cut {
            content.truncate(at);
        } else {
            content[at] ^= 0x10;
        }
        fs::write(&record, content).unwrap();
        let told = folder.run("--resume cut --max-paths 100000");
        let expected = if is_cut { "are half a frame" } else { "damaged at byte" };
        assert!(told.contains(expected) || told.contains("half a frame"), "{told}");
        check_same(&whole, &folder.run_directory("cut"));
    }
}

/// A program whose paths part at a place that a file says, on one side or on all; some end in the same error.
const TURNED: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <klee/klee.h>
int main(void) {
  int limit = 0, all = 0;
  FILE *file = fopen("data", "r");
  if (!file || fscanf(file, "%d %d", &limit, &all) != 2) return 9;
  unsigned char a[4];
  klee_make_symbolic(a, sizeof a, "a");
  int n = 0;
  if (a[0] > 100) n = 1;
  if ((all || n) && a[1] > limit) n += 2;
  if (a[3] > 9) n += 4;
  if (a[2] == 7) abort();
  if (a[2] > 200) alarm(n < 3);
  return n;
}
"#;

#[test]
fn what_lies_behind_a_divergence_is_taken_back() {
    let folder = Folder::new("stale", TURNED);
    let data = |text: &str| fs::write(folder.0.join("data"), text).unwrap();
    assert!(folder.vellum("cc -g p.c -o p").status.success());
    let mut told = String::new();
    for (text, other) in [("50 1", "60 1"), ("50 0", "60 0")] {
        data(other);
        folder.run("--out expected p");
        let expected = folder.run_directory("expected");
        for (search, paths) in ["dfs", "bfs"].into_iter().flat_map(|search| [1, 3, 5, 8].map(|n| (search, n)))
        {
            data(text);
            folder.run(&format!("--record --search {search} --max-paths {paths} --out part p"));
            data(other);
            folder.copy("part", "resumed");
            told += &folder.run("--resume resumed --max-paths 100000");
            check_same(&expected, &folder.run_directory("resumed"));
            // Nor does a later process take it over again.
            let some = paths + 2;
            folder.run(&format!("--resume part --max-paths {some}"));
            folder.run("--resume part --max-paths 100000");
            check_same(&expected, &folder.run_directory("part"));
            for name in ["part", "resumed"] {
                fs::remove_dir_all(folder.0.join(name)).unwrap();
            }
        }
        fs::remove_dir_all(folder.0.join("expected")).unwrap();
    }
    assert!(
        told.contains("recorded paths that lie behind such decisions are not counted any more"),
        "{told}"
    );
}

#[test]
fn paths_are_left_out_only_if_the_run_was_told_the_same() {
    let folder = Folder::new("told", &program(6));
    folder.run("--record --max-paths 30 --seed 1 --out part p.c x");
    for (words, expected) in [
        ("--seed 2", ["`--seed 1`", "`--seed 2`"]),
        ("--sym-stdin 3", ["no `--sym-…`", "`--sym-stdin 3`"]),
        ("--max-fail 1", ["no `--max-fail`", "`--max-fail 1`"]),
        ("p.c y", ["`p.c x`", "`p.c y`"]),
    ] {
        let text = folder.refused(&format!("--rerun part --prune --out other {words}"));
        assert!(expected.iter().all(|part| text.contains(part)), "{text}");
        assert!(text.contains("leave --prune out") && text.lines().count() == 1, "{text}");
        assert!(!folder.0.join("other").exists());
    }
    folder.run(
        "--rerun part --prune --out rest --seed=1 --search dfs --max-paths 100000 --max-time 60s --tests none \
         --all-findings --objects whole --stats --progress --stats-interval 2s --log-queries asked -q p.c x",
    );
    assert_eq!(folder.run_directory("rest").summary()["complete"], true);
    folder.run("--rerun part --out other --seed 2 --max-paths 10 p.c y");
}

#[test]
fn a_run_of_which_all_is_taken_over_is_told_by_its_paths() {
    let folder = Folder::new("all", READER);
    fs::write(folder.0.join("data"), "3 0").unwrap();
    folder.run("--record --out whole p.c");
    let told = folder.run("--rerun whole --prune --out none");
    assert!(told.contains("0 paths completed"), "{told}");
    let summary = folder.run_directory("none").summary();
    assert_eq!(
        summary["record"]["taken_over"],
        folder.run_directory("whole").summary()["paths"]["completed"]
    );
}

#[test]
fn a_run_is_written_by_one_process() {
    let endless = "#include <klee/klee.h>\nint main(void) { if (klee_int(\"a\")) return 1; for (;;); }\n";
    let folder = Folder::new("locked", endless);
    let record = folder.0.join("part/record.bin");
    let check = |child: &mut Child| {
        let before = fs::metadata(&record).unwrap().len();
        let text = folder.refused("--resume part");
        assert!(text.contains("part: the run is going on, in another process"), "{text}");
        assert!(child.try_wait().unwrap().is_none() && fs::metadata(&record).unwrap().len() >= before);
        child.kill().unwrap();
        child.wait().unwrap();
    };
    let mut child = folder.command("run -q --record --out part p.c").spawn().unwrap();
    wait_for(&mut child, &record, 1);
    check(&mut child);
    // A resumed run begins its tree when the record is its own.
    let tree = folder.0.join("part/tree.jsonl");
    let _ = fs::remove_file(&tree);
    let mut child = folder.command("run -q --resume part").spawn().unwrap();
    wait_for(&mut child, &tree, 0);
    check(&mut child);
    folder.run("--resume part --max-instructions 100000");
}

#[test]
fn the_counters_of_a_run_that_goes_on_do_not_begin_again() {
    let folder = Folder::new("counters", &program(6));
    folder.run("--record --max-paths 100 --out part p.c");
    folder.run("--resume part --max-paths 100000");
    let part = folder.run_directory("part");
    let (lines, summary) = (part.lines("stats.jsonl"), part.summary());
    let counters = [
        "/time_s/wall",
        "/instructions",
        "/forks",
        "/tests",
        "/queries/asked",
        "/allocations",
        "/external_calls",
    ];
    for counter in counters {
        let values: Vec<f64> =
            lines.iter().map(|line| line.pointer(counter).unwrap().as_f64().unwrap()).collect();
        assert!(values.len() > 1 && values.is_sorted(), "{counter}: {values:?}");
        if !["/time_s/wall", "/tests"].contains(&counter) {
            assert_eq!(lines.last().unwrap().pointer(counter), summary.pointer(counter), "{counter}");
        }
    }
}

/// A program that ends in the same error on two sides, of which a file takes it away from the one that is explored first.
const SHARED: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int limit = 0;
  FILE *file = fopen("data", "r");
  if (!file || fscanf(file, "%d", &limit) != 1) return 9;
  unsigned char a[4];
  klee_make_symbolic(a, sizeof a, "a");
  int n = a[0] > 100, odd = n;
  if (odd && a[1] > limit) n += 2;
  if (!odd && a[1] > 3) n += 4;
  if (!odd && a[3] > 9) n += 8;
  if (a[2] == 7 && !(odd && limit == 60)) abort();
  if (odd)
    for (int i = 0; i < 4; i++)
      if (a[3] >> i & 1) n += 16;
  return n;
}
"#;

#[test]
fn a_finding_stays_if_others_were_silent_of_it() {
    let folder = Folder::new("shared", SHARED);
    let data = |text: &str| fs::write(folder.0.join("data"), text).unwrap();
    assert!(folder.vellum("cc -g p.c -o p").status.success());
    data("60");
    folder.run("--out expected p");
    let expected = folder.run_directory("expected");
    let mut without_test = 0;
    for paths in (2..20).step_by(2) {
        data("50");
        folder.run(&format!("--record --search bfs --max-paths {paths} --out part p"));
        data("60");
        folder.run("--resume part --max-paths 100000");
        let part = folder.run_directory("part");
        // What the paths covered that are not counted any more stays.
        assert_eq!(expected.findings(), part.findings());
        for figure in ["paths", "forks_by", "instructions", "complete"] {
            assert_eq!(expected.summary()[figure], part.summary()[figure], "{figure}");
        }
        let findings = part.summary()["findings"].as_array().unwrap().clone();
        without_test += findings.iter().filter(|finding| finding["test"].is_null()).count();
        fs::remove_dir_all(folder.0.join("part")).unwrap();
    }
    assert!(without_test > 0);
}
