//! What an exploration tells beside its findings: coverage, counters, the tree of paths, and which tests it keeps.

mod folder;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
    process::{Command, Output, Stdio},
};

use serde_json::Value;

use self::folder::Folder;

impl Folder {
    /// Runs `p.c` with these options, into the folder `out`.
    fn run(&self, out: &str, options: &str) -> Output {
        Command::new(env!("CARGO_BIN_EXE_vellum"))
            .args(["run", "--out", out])
            .args(options.split_whitespace())
            .arg("p.c")
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }

    /// What that leaves in its run directory.
    fn explore(&self, out: &str, options: &str) -> Run {
        let output = self.run(out, options);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}", text(&output.stderr));
        Run(self.0.join(out))
    }
}

/// A run directory.
struct Run(PathBuf);

impl Run {
    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    fn summary(&self) -> Value {
        serde_json::from_str(&self.read("summary.json")).unwrap()
    }

    fn lines(&self, name: &str) -> Vec<Value> {
        self.read(name).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    fn lines_or_none(&self, name: &str) -> Vec<Value> {
        if self.0.join(name).exists() { self.lines(name) } else { Vec::new() }
    }

    /// The files whose names end so.
    fn files(&self, folder: &str, ending: &str) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.0.join(folder)) else { return Vec::new() };
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.retain(|name| name.ends_with(ending));
        names.sort();
        names
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Three conditions: eight paths, of which few are needed to see all of the code. One assertion fails on four.
const CONDITIONS: &str = "#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned char a[3];
  klee_make_symbolic(a, sizeof a, \"a\");
  int n = 0;
  if (a[0] > 7) n += 1;
  if (a[1] > 7) n += 2;
  assert(a[2] != 9);
  return n;
}
";

#[test]
fn coverage_is_told_by_figures_lines_and_branches() {
    let program = "static int sign(int x) {
  if (x > 1)
    return 1;
  return 2;
}
static int other(void) {
  return 3;
}
int main(int n, char **v) {
  return v ? sign(n) : other();
}
";
    let folder = Folder::new("coverage", program);
    let output = folder.run("out", "");
    assert_eq!(output.status.code(), Some(2));
    let run = Run(folder.0.join("out"));
    let file = fs::canonicalize(&folder.0).unwrap().join("p.c");
    let expected = format!(
        "TN:
SF:{}
FN:1,sign
FN:6,other
FN:9,main
FNDA:1,sign
FNDA:0,other
FNDA:1,main
FNF:3
FNH:2
BRDA:2,0,0,0
BRDA:2,0,1,1
BRDA:10,0,0,1
BRDA:10,0,1,0
BRF:4
BRH:2
DA:2,1
DA:3,0
DA:4,1
DA:5,1
DA:7,0
DA:10,1
LF:6
LH:4
end_of_record
",
        file.display()
    );
    assert_eq!(run.read("coverage.lcov"), expected);
    let coverage = &run.summary()["coverage"];
    assert_eq!((&coverage["branches"], &coverage["branches_total"]), (&2.into(), &4.into()));
    assert_eq!((&coverage["functions"], &coverage["functions_total"]), (&2.into(), &3.into()));
    let [covered, total] = ["instructions", "instructions_total"].map(|key| coverage[key].as_u64().unwrap());
    assert!(0 < covered && covered < total, "{coverage}");
    assert!(coverage["library"]["instructions"].as_u64().unwrap() > 0, "{coverage}");
}

#[test]
fn a_program_without_positions_has_figures_and_no_lines() {
    let folder = Folder::new("positions", "int main(void) { return 0; }\n");
    let run = folder.explore("out", "--cflag -g0");
    assert!(!run.0.join("coverage.lcov").exists());
    assert_eq!(run.summary()["coverage"]["functions"], 1);
}

#[test]
fn the_tree_has_every_path_and_is_the_same_every_time() {
    let folder = Folder::new("tree", CONDITIONS);
    let run = folder.explore("a", "--seed 5");
    assert_eq!(run.read("tree.jsonl"), folder.explore("b", "--seed 5").read("tree.jsonl"));
    let mut parents = BTreeMap::from([(0, Value::Null)]);
    let (mut ended, mut tests) = (0, BTreeSet::new());
    for line in run.lines("tree.jsonl") {
        let id = line["id"].as_u64().unwrap();
        assert_eq!(parents.remove(&id).as_ref(), Some(&line["parent"]), "{line}");
        if let Some(children) = line["children"].as_array() {
            assert_eq!((&line["file"], line["end"].is_null()), (&"p.c".into(), true), "{line}");
            assert!(matches!(line["fork"].as_str(), Some("branch")), "{line}");
            assert!(matches!(line["line"].as_u64(), Some(7..=9)), "{line}");
            for child in children {
                parents.insert(child.as_u64().unwrap(), id.into());
            }
        } else {
            ended += 1;
            tests.extend(line["test"].as_str().map(str::to_owned));
            match line["end"].as_str() {
                Some("exit") => assert!(line["status"].is_i64() && line["test"].is_string(), "{line}"),
                Some("finding") => {
                    assert_eq!((&line["kind"], &line["line"]), (&"assertion".into(), &9.into()));
                }
                _ => panic!("{line}"),
            }
        }
    }
    assert!(parents.is_empty(), "every node has its line");
    assert_eq!((ended, tests.len()), (8, 5));
    assert_eq!(tests.into_iter().collect::<Vec<_>>(), run.files("", ".ktest"));
}

#[test]
fn paths_that_a_budget_left_are_in_the_tree() {
    let folder = Folder::new("left", CONDITIONS);
    let run = folder.explore("out", "--max-paths 2 --search bfs");
    let ends = run.lines("tree.jsonl");
    let stopped: Vec<_> = ends.iter().filter(|line| line["end"] == "stopped").collect();
    assert_eq!(Value::from(stopped.len()), run.summary()["paths"]["stopped"]);
    assert!(stopped.iter().all(|line| line["why"] == "max-paths") && !stopped.is_empty());
}

#[test]
fn the_last_line_of_the_counters_is_the_summary() {
    let folder = Folder::new("stats", CONDITIONS);
    let run = folder.explore("out", "--stats-interval 1ms");
    let (lines, mut summary) = (run.lines("stats.jsonl"), run.summary());
    let last = lines.last().unwrap();
    // Only the end tells those about addresses apart.
    summary["queries"].as_object_mut().unwrap().remove("resolution").unwrap();
    for key in
        ["instructions", "paths", "forks", "forks_by", "queries", "coverage", "allocations", "external_calls"]
    {
        assert_eq!(last[key], summary[key], "{key}");
    }
    assert_eq!((&last["states"], &last["findings"], &last["tests"]), (&0.into(), &1.into(), &5.into()));
    assert!(last["memory_bytes"]["rss"].as_u64().unwrap() > 0);
    let times: Vec<f64> = lines.iter().map(|line| line["time_s"]["wall"].as_f64().unwrap()).collect();
    assert!(times.is_sorted(), "{times:?}");
}

#[test]
fn covering_tests_are_those_that_show_new_code() {
    let folder = Folder::new("covering", CONDITIONS);
    let run = folder.explore("a", "--tests covering --search dfs");
    let tests = run.files("", ".ktest");
    assert!((2..=4).contains(&tests.len()), "{tests:?}");
    assert_eq!(run.files("", ".err").len(), 1);
    assert_eq!(run.summary()["paths"]["completed"], 4);
    // Together they go both ways at every branch.
    let bytes = |name: &String| fs::read(run.0.join(name)).unwrap();
    let inputs: Vec<Vec<u8>> = tests.iter().map(bytes).map(|file| file[file.len() - 3..].to_vec()).collect();
    for (at, above) in [(0, 7), (1, 7)] {
        let sides: BTreeSet<bool> = inputs.iter().map(|input| input[at] > above).collect();
        assert_eq!(sides.len(), 2, "byte {at} of {inputs:?}");
    }
    let klee = folder.explore("b", "--only-output-states-covering-new --search dfs");
    assert_eq!(klee.files("", ".ktest"), tests);
}

/// What the last bytes of the tests are.
fn inputs(run: &Run, count: usize) -> Vec<Vec<u8>> {
    let bytes = |name: &String| fs::read(run.0.join(name)).unwrap();
    run.files("", ".ktest").iter().map(bytes).map(|file| file[file.len() - count..].to_vec()).collect()
}

#[test]
fn what_stopped_paths_saw_is_covered_by_a_test() {
    // Too deep: the loop. Stopped at the end: whatever is in its endless loop.
    for (program, options) in [
        (
            "if (b == 9) n = 3;
             for (int i = 0; i < 9; i++) if (a[i] == i + 1) n++;",
            "--max-depth 1",
        ),
        ("if (b == 9) n = 3;\nfor (volatile unsigned i = 0;; i++) ;", "--max-instructions 200000"),
    ] {
        let text = format!(
            "#include <klee/klee.h>\nint main(void) {{\n  unsigned char a[9], b; int n = 0;\n\
             klee_make_symbolic(a, sizeof a, \"a\");\n  klee_make_symbolic(&b, 1, \"b\");\n{program}\n  return n;\n}}\n"
        );
        let folder = Folder::new("stopped", &text);
        for search in ["dfs", "bfs"] {
            let run = folder.explore(search, &format!("--tests covering --search {search} {options}"));
            let sides: BTreeSet<bool> = inputs(&run, 1).iter().map(|input| input[0] == 9).collect();
            assert_eq!(sides.len(), 2, "{options} {search}: {:?}", inputs(&run, 1));
            assert!(run.summary()["paths"]["stopped"].as_u64().unwrap() > 0);
            // How they would have ended nobody knows, so nothing is compared with it.
            assert!(run.files("", ".ktest").len() > run.lines_or_none("tests.jsonl").len());
        }
    }
}

#[test]
fn stopped_paths_have_a_test_unless_that_is_not_wanted() {
    let program = "#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, \"x\");
  if (x == 77) for (volatile unsigned i = 0;; i++) ;
  if (x > 9) return 1;
  return 0;
}
";
    let folder = Folder::new("stopped-tests", program);
    let inputs_of = |name: &str, options: &str| {
        let run = folder.explore(name, &format!("--max-instructions 200000 {options}"));
        assert_eq!(run.summary()["paths"]["stopped"], 1, "{options}");
        inputs(&run, 1).concat()
    };
    let all = inputs_of("all", "");
    assert_eq!((all.len(), all.contains(&77)), (3, true), "{all:?}");
    let ended = inputs_of("ended", "--tests ended");
    assert_eq!((ended.len(), ended.contains(&77)), (2, false), "{ended:?}");
}

#[test]
fn what_silent_paths_saw_is_shown_by_others() {
    let program = "#include <klee/klee.h>
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, 1, \"x\");
  klee_make_symbolic(&y, 1, \"y\");
  int n = 0;
  if (x == 7) n = 3;
  if (y != 9) klee_silent_exit(0);
  return n;
}
";
    let folder = Folder::new("silent", program);
    for search in ["dfs", "bfs"] {
        let run = folder.explore(search, &format!("--tests covering --search {search}"));
        let mut inputs: Vec<(bool, u8)> = run
            .files("", ".ktest")
            .iter()
            .map(|name| fs::read(run.0.join(name)).unwrap())
            .map(|file| {
                let at = file.len();
                (file[at - 11] == 7, file[at - 1])
            })
            .collect();
        inputs.sort_unstable();
        assert_eq!(inputs, [(false, 9), (true, 9)], "{search}");
        assert_eq!(run.summary()["coverage"]["branches"], 4);
    }
    // Of the four paths two are silent; only the others count.
    let run = folder.explore("limit", "--max-paths 2");
    assert_eq!(run.summary()["paths"]["completed"], 2);
}

#[test]
fn the_tree_names_the_tests_of_leaks() {
    let program = "#include <klee/klee.h>\n#include <stdlib.h>\nint main(void) {\n\
        \x20 char *p = malloc(4); if (klee_int(\"x\") == 3) free(p); p = 0; return 0;\n}\n";
    let folder = Folder::new("tree-leak", program);
    let run = folder.explore("out", "--tests none --check-leaks on");
    let tests = run.files("", ".ktest");
    assert_eq!(tests.len(), 1);
    let named: Vec<Value> =
        run.lines("tree.jsonl").into_iter().filter(|line| line["test"].is_string()).collect();
    assert_eq!(named.len(), 1, "{named:?}");
    assert_eq!(named[0]["test"], tests[0].as_str());
}

/// A fuzz target is called by code of ours, as is the function of `--entry`.
#[test]
fn only_the_programs_own_code_is_covered() {
    let program = "#include <stddef.h>
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) { return 0; }
int other(void) { return 0; }
";
    let folder = Folder::new("own", program);
    for (out, options, start) in [("a", "", "LLVMFuzzerTestOneInput"), ("b", "--entry other", "other")] {
        let run = folder.explore(out, &format!("--test-comp {options}"));
        let (summary, lcov) = (run.summary(), run.read("coverage.lcov"));
        assert_eq!(summary["coverage"]["branches_total"], 0, "{start}: {}", summary["coverage"]);
        assert_eq!(lcov.matches("SF:").count(), 1, "{lcov}");
        let metadata = run.read("test-suite/metadata.xml");
        assert!(metadata.contains(&format!("<entryfunction>{start}<")), "{metadata}");
        assert!(metadata.contains(&format!("init({start}())")), "{metadata}");
    }
}

#[test]
fn calls_of_null_and_of_garbage_are_both_reported() {
    let program = "#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, \"x\");
  ((void (*)(void))(unsigned long)x)();
  return 0;
}
";
    let folder = Folder::new("calls", program);
    let summary = folder.explore("out", "").summary();
    let mut messages: Vec<&str> = summary["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|found| found["message"].as_str().unwrap())
        .collect();
    messages.sort_unstable();
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert!(messages[0].starts_with("call of 0x") && messages[1] == "call of a null function pointer");
    assert_eq!((&summary["paths"]["errors"], &summary["complete"]), (&2.into(), &true.into()));
}

/// What is held for the paths does not tell how much the host has in its environment.
#[test]
fn memory_of_paths_is_the_same_in_every_environment() {
    let folder = Folder::new("environment", CONDITIONS);
    let peak = |out: &str, size: usize| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
        command.args(["run", "--out", out, "p.c"]).current_dir(&folder.0).stdin(Stdio::null());
        for number in 0..20 {
            command.env(format!("LARGE_{number}"), "x".repeat(size));
        }
        command.output().unwrap();
        Run(folder.0.join(out)).summary()["memory_bytes"]["states_peak"].as_u64().unwrap()
    };
    assert_eq!(peak("small", 1), peak("large", 100_000));
}

/// Who chooses the paths does not change how much there is to execute.
#[test]
fn instructions_are_the_same_in_every_order() {
    let program = r#"
        #include <string.h>
        #include <klee/klee.h>
        int main(void) {
            char text[4];
            klee_make_symbolic(text, sizeof text, "text");
            text[3] = 0;
            switch (text[0]) { case 'a': return strlen(text); case 'b': case 'c': return text[1] == 'x' ? 7 : 8; }
            return strchr(text, '=') != 0;
        }"#;
    let folder = Folder::new("order", program);
    let executed = |search: &str| {
        folder.explore(search, &format!("--search {search} --tests none")).summary()["instructions"].clone()
    };
    let [dfs, bfs, random] = ["dfs", "bfs", "random-path"].map(executed);
    assert!(dfs == bfs && bfs == random, "{dfs} {bfs} {random}");
}

/// A mark is looked for in all of the input, as in archives: paths part at each byte.
#[test]
fn the_default_search_comes_to_ends_where_paths_part_every_few_instructions() {
    let program = r#"
        #include <klee/klee.h>
        int main(void) {
            unsigned char text[200];
            klee_make_symbolic(text, sizeof text, "text");
            int marks = 0;
            for (int i = 0; i + 1 < 200; i++) {
                if (text[i] == 'P') { marks++; if (text[i + 1] == 'K') marks++; }
            }
            return marks > 3;
        }"#;
    let folder = Folder::new("ends", program);
    let completed = |out: &str, search: &str| {
        let run = folder.explore(out, &format!("--tests none --max-instructions 300000 {search}"));
        run.summary()["paths"]["completed"].as_u64().unwrap()
    };
    assert_eq!(completed("a", "--search random-path+covnew"), 0);
    let by_default = completed("b", "");
    assert!(by_default > 10, "{by_default}");
}

#[test]
fn findings_always_have_their_test() {
    let folder = Folder::new("none", CONDITIONS);
    let run = folder.explore("out", "--tests none");
    let findings = run.summary()["findings"].as_array().unwrap().clone();
    assert_eq!(findings.len(), 1);
    assert_eq!(run.files("", ".ktest"), [findings[0]["test"].as_str().unwrap()]);
    assert_eq!(run.lines("tests.jsonl").len(), 1);
}

#[test]
fn every_path_may_report_its_finding() {
    let folder = Folder::new("all", CONDITIONS);
    assert_eq!(folder.explore("a", "").summary()["findings"].as_array().unwrap().len(), 1);
    for (out, option) in [("b", "--all-findings"), ("c", "--emit-all-errors")] {
        let run = folder.explore(out, option);
        assert_eq!(run.summary()["findings"].as_array().unwrap().len(), 4);
        assert_eq!((run.files("", ".err").len(), run.files("", ".ktest").len()), (4, 8));
    }
}

#[test]
fn tests_become_a_suite_for_test_comp() {
    let program = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) { if (__VERIFIER_nondet_int() == 1234) reach_error(); return 0; }
";
    let folder = Folder::new("suite", program);
    let run = folder.explore("a", "--test-comp --search dfs");
    let files = run.files("test-suite", ".xml");
    assert_eq!(files, ["metadata.xml", "test000001.xml", "test000002.xml"]);
    let metadata = run.read("test-suite/metadata.xml");
    assert!(metadata.contains("@DECISIONEDGE") && metadata.contains("<programfile>p.c<"), "{metadata}");
    let tests: Vec<String> = files[1..].iter().map(|name| run.read(&format!("test-suite/{name}"))).collect();
    let error = tests.iter().find(|test| test.contains("coversError=\"true\"")).unwrap();
    assert!(error.contains("<input type=\"int\">1234</input>"), "{error}");
    assert_eq!(tests.iter().filter(|test| test.contains("coversError")).count(), 1);
    let run = folder.explore("b", "--test-comp=error");
    assert!(run.read("test-suite/metadata.xml").contains("@CALL(reach_error)"));
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    let folder = Folder::new("contradictions", CONDITIONS);
    for (options, part) in [
        ("--tests none --test-comp", "--tests none leaves them out"),
        ("--tests all --only-output-states-covering-new", "--tests <WHICH>' cannot be used multiple times"),
        ("--tests some", "`some` is none of all, ended, covering, none"),
        ("--test-comp=lines", "`lines` is neither branches nor error"),
        ("--stats-interval 0s", "more than no time"),
        (
            "--search nurs:icnt",
            "is none of dfs, bfs, random-path, covnew, random-state, distance, depth, to-end",
        ),
    ] {
        let output = folder.run("out", options);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{options}: {said}");
        assert!(said.contains(part) && said.lines().count() == 1, "{options}: {said}");
        assert!(!folder.0.join("out").exists(), "{options}");
    }
}

/// Most paths wander through loops that everyone has seen; few come near the error.
const FAR: &str = "#include <klee/klee.h>
static int is_key(unsigned char x) { return x == 77; }
static int wander(unsigned char *b, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) { if (b[i] & 1) s++; else s--; }
  return s;
}
int main(void) {
  unsigned char way, b[12], k[15];
  klee_make_symbolic(&way, 1, \"way\");
  klee_make_symbolic(b, sizeof b, \"b\");
  klee_make_symbolic(k, sizeof k, \"k\");
  if (way != 3) return wander(b, 12) + wander(b, 12);
  for (int i = 0; i < 14; i++) if (!is_key(k[i])) return wander(b, 12);
  if (k[14] == 1) klee_report_error(__FILE__, __LINE__, \"here\", \"user\");
  return 1;
}
";

#[test]
fn distance_comes_to_new_code_before_breadth_first_does() {
    let folder = Folder::new("distance", FAR);
    let finds = |strategy: &str, seed: u64, limit: u64| {
        let options = format!("--search {strategy} --seed {seed} --max-instructions {limit} --tests none");
        let run = folder.explore(&format!("{strategy}-{seed}-{limit}"), &options);
        !run.summary()["findings"].as_array().unwrap().is_empty()
    };
    // One choice at random may be an unlucky one.
    let needed = |seed| (12..18).map(|bits| 1 << bits).find(|&limit| finds("distance", seed, limit));
    let mut all: Vec<u64> = (0..3).map(|seed| needed(seed).unwrap_or(u64::MAX)).collect();
    all.sort_unstable();
    assert!(all[1] < 1 << 17, "{all:?}");
    assert!(!finds("bfs", 0, 8 * all[1]), "{all:?} instructions");
    let run = |out| folder.explore(out, "--search nurs:md2u --max-instructions 20000");
    let (first, second) = (run("first"), run("second"));
    assert_eq!(first.summary()["search"][0], "distance");
    assert_eq!(first.read("tree.jsonl"), second.read("tree.jsonl"));
}

#[test]
fn where_memory_runs_short_paths_are_put_away_and_come_back() {
    // Branches, one of several pointers, numbers that have to be known, and an error.
    let program = "#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    unsigned char bytes[10];
    klee_make_symbolic(bytes, sizeof bytes, \"bytes\");
    char *blocks[3] = {malloc(3), malloc(5), malloc(7)};
    int large = 0;
    for (int i = 0; i < 10; i++) if (bytes[i] > 100) large++;
    if (large == 9 && bytes[0] < 5) blocks[bytes[0] % 3][bytes[1] % 8] = 1;
    if (large == 8 && bytes[2] < 4) return bytes[2] == (int)(long)&((char *)0)[bytes[2]] ? large : 70;
    return large;
}
";
    let folder = Folder::new("memory", program);
    let run = |out, options: &str| folder.explore(out, &format!("--search bfs {options}"));
    let (free, short, again) =
        (run("free", ""), run("short", "--max-memory 1200KiB"), run("again", "--max-memory 1200KiB"));
    let facts = |run: &Run| {
        let summary = run.summary();
        let keys = ["complete", "paths", "instructions", "forks"];
        let findings = summary["findings"].as_array().unwrap().len();
        (keys.map(|key| summary[key].clone()), findings, inputs(run, 10).into_iter().collect::<BTreeSet<_>>())
    };
    assert_eq!(facts(&short), facts(&free));
    assert_eq!((facts(&free).0[0].clone(), facts(&free).1), (true.into(), 1));
    let put_away = |run: &Run| run.summary()["states_put_away"].as_u64().unwrap();
    assert!(put_away(&free) == 0 && put_away(&short) > 100, "{}", put_away(&short));
    assert!(short.read("tree.jsonl") == again.read("tree.jsonl"), "the same paths in the same order");
    // Those that are still away when time is over are not explored, and that is said.
    let part = run("part", "--max-memory 1200KiB --max-paths 40").summary();
    assert_eq!((&part["complete"], &part["stopped_by"]), (&false.into(), &"max-paths".into()));
    assert!(part["paths"]["stopped"].as_u64().unwrap() > 100, "{}", part["paths"]);
}

#[test]
fn a_memory_limit_of_a_few_bytes_is_taken_for_a_mistake() {
    let folder = Folder::new("memory-unit", "int main(void) { return 0; }\n");
    let output = folder.run("out", "--max-memory 2000");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("is it 2000MiB?"), "{}", text(&output.stderr));
}
