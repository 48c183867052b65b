//! Limits of a run that goes on in another process, and what is taken up again there.

use std::{collections::BTreeMap, fs, time::SystemTime};

use serde_json::Value;

use super::{
    folder::Folder,
    recorded::{Run, check_same, wait_for},
};

/// Some hundred paths, of which some are long.
const PROGRAM: &str = r#"
#include <klee/klee.h>
int main(void) {
  unsigned char a[9];
  klee_make_symbolic(a, sizeof a, "a");
  volatile unsigned sum = 0;
  for (int i = 0; i < 9; i++)
    if (a[i] % 7 > i % 5) {
      for (int j = 0; j < 100 * i; j++) sum += j;
    } else {
      sum++;
    }
  return sum & 7;
}
"#;

fn number(run: &Run, figure: &str) -> u64 {
    run.summary()[figure].as_u64().unwrap()
}

/// When each file was last written.
fn times(run: &Run) -> BTreeMap<std::ffi::OsString, SystemTime> {
    let entries = fs::read_dir(&run.0).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name(), entry.metadata().unwrap().modified().unwrap())).collect()
}

#[test]
fn limits_count_what_all_processes_did() {
    let folder = Folder::new("limits", PROGRAM);
    folder.run("--record --out whole p.c");
    let whole = folder.run_directory("whole");
    let all = number(&whole, "instructions");
    for search in ["dfs", "bfs", "random-path"] {
        let _ = fs::remove_dir_all(folder.0.join("part"));
        let limit = |part: u64| format!("--search {search} --max-instructions {}", all * part / 5);
        folder.run(&format!("--record --out part {} p.c", limit(1)));
        let part = folder.run_directory("part");
        let (mut instructions, mut forks) = (number(&part, "instructions"), number(&part, "forks"));
        // A block is entered as a whole.
        assert!(instructions >= all / 5 && instructions < all / 5 + 100, "{instructions} of {all}");
        let before = times(&part);
        let text = folder.run("--resume part");
        let expected =
            format!("--max-instructions {} is reached: {instructions} instructions were executed", all / 5);
        assert!(text.contains(&expected), "{text}");
        assert!(text.contains("a larger limit goes on with the run"), "{text}");
        assert_eq!(before, times(&part), "nothing is touched");
        for fifth in 2..5 {
            let text = folder.run(&format!("--resume part {}", limit(fifth)));
            let now = (number(&part, "instructions"), number(&part, "forks"));
            // The last slice of a run that goes on is whole.
            assert!(
                now.0 >= all * fifth / 5 && now.0 <= all * fifth / 5 + (1 << 14),
                "{now:?} of {all}: {text}"
            );
            assert!(now.0 > instructions && now.1 >= forks, "{now:?}, {instructions}, {forks}: {text}");
            assert_eq!(part.summary()["stopped_by"], "max-instructions");
            (instructions, forks) = now;
        }
        folder.run(&format!("--resume part {}", limit(6)));
        check_same(&whole, &part);
        for figure in ["instructions", "forks"] {
            assert_eq!(number(&part, figure), number(&whole, figure), "{figure}");
        }
    }
}

#[test]
fn counters_stay_where_a_process_is_stopped_early() {
    let folder = Folder::new("early", PROGRAM);
    folder.run("--record --search bfs --max-paths 100 --out part p.c");
    let part = folder.run_directory("part");
    let text = folder.run("--resume part");
    assert!(text.contains("--max-paths 100 is reached: "), "{text}");
    let before = ["instructions", "forks"].map(|figure| number(&part, figure));
    // Interrupted before it is where it was.
    let mut child = folder.command("run --resume part --max-paths 100000 --max-time 1ms").spawn().unwrap();
    wait_for(&mut child, &folder.0.join("nothing"), 1);
    let after = ["instructions", "forks"].map(|figure| number(&part, figure));
    assert!(after >= before, "{after:?}, {before:?}");
    folder.run("--resume part --max-paths 100000 --max-time 1000s");
    folder.run("--out whole --record p.c");
    check_same(&folder.run_directory("whole"), &part);
}

#[test]
fn questions_that_were_given_up_are_asked_again() {
    let program = r#"
        #include <klee/klee.h>
        int main(void) {
          unsigned long long x, y;
          klee_make_symbolic(&x, sizeof x, "x");
          klee_make_symbolic(&y, sizeof y, "y");
          if (x > 1 && y > 1 && x < 1u << 12 && y < 1u << 12 && x * y == 4056187ull) return 1;
          return 0;
        }
    "#;
    let folder = Folder::new("given-up", program);
    folder.run("--record --max-solver-time 1us --out once p.c");
    let gave_up = |name: &str| folder.run_directory(name).summary()["queries"]["gave_up"].as_u64().unwrap();
    let paths = |name: &str| folder.run_directory(name).summary()["paths"].clone();
    assert!(gave_up("once") > 0 && paths("once")["stopped"] != 0, "{}", paths("once"));
    folder.run("--rerun once --max-solver-time 1000s --out again");
    folder.run("--out anew p.c");
    assert_eq!(gave_up("again"), 0);
    assert_eq!(paths("again"), paths("anew"));
    assert_eq!(paths("again")["stopped"], 0);
}

#[test]
fn unsupported_paths_are_run_again_under_other_options() {
    let program = r#"
        #include <klee/klee.h>
        char *l64a(long);
        int main(void) {
          unsigned char a[2];
          klee_make_symbolic(a, sizeof a, "a");
          if (a[0] > 9) return a[1] > 9;
          int length = 0;
          for (char *text = l64a(a[1] & 3); text[length]; length++) ;
          return length;
        }
    "#;
    let folder = Folder::new("again", program);
    folder.run("--record --libc none --out part p.c");
    let part = folder.run_directory("part");
    let unsupported = |run: &Run| run.summary()["paths"]["unsupported"].clone();
    assert_eq!(unsupported(&part), Value::from(1));
    let text = folder.run("--resume part");
    assert!(text.contains("1 paths met something unsupported"), "{text}");
    let text = folder.run("--resume part --external all");
    let expected = "1 paths that met something unsupported are run again: the run was with no `--external`, \
                    and this is `--external all`";
    assert!(text.contains(expected), "{text}");
    assert_eq!(unsupported(&part), Value::from(0), "{text}");
    assert_eq!(part.summary()["paths"]["completed"], 2, "{text}");
}

#[test]
fn what_was_left_out_is_told_by_every_process() {
    let program = r#"
        #include <klee/klee.h>
        #include <unistd.h>
        int main(void) {
          unsigned char a[2];
          klee_make_symbolic(a, sizeof a, "a");
          if (a[0] > 9) alarm(1);
          if (a[1] > 9) return fork() < 0;
          return 2;
        }
    "#;
    let folder = Folder::new("left-out", program);
    let status = |words: &str| folder.vellum(words).status.code();
    assert_eq!(status("run --out whole p.c"), Some(4));
    let whole = folder.run_directory("whole");
    let left_out = |run: &Run| -> Vec<(String, u64)> {
        let summary = run.summary();
        let rows = summary["left_out"].as_array().unwrap().clone();
        assert_eq!(summary["complete"], rows.is_empty());
        let row = |row: &Value| (row["what"].as_str().unwrap().to_owned(), row["paths"].as_u64().unwrap());
        rows.iter().map(row).collect()
    };
    let fork = "system call fork (57) is not supported: it fails".to_owned();
    let timer = "timers are not supported: that of `setitimer` never fires".to_owned();
    assert_eq!(left_out(&whole), [(fork, 2), (timer, 2)]);
    for paths in 1..4 {
        folder.run(&format!("--record --max-paths {paths} --out part p.c"));
        assert_eq!(status("run --resume part --max-paths 1000"), Some(4));
        check_same(&whole, &folder.run_directory("part"));
        // Nothing is left to do, and still not everything was explored.
        assert_eq!(status("run --resume part --max-paths 1000"), Some(4));
        assert_eq!(status("run --rerun part --prune --out rest"), Some(4));
        assert_eq!(left_out(&folder.run_directory("rest")), left_out(&whole));
        for name in ["part", "rest"] {
            fs::remove_dir_all(folder.0.join(name)).unwrap();
        }
    }
    // Paths that are not run again because they ended as unsupported count as well.
    let program = program.replace("return fork() < 0", r#"__asm__("wbinvd")"#);
    fs::write(folder.0.join("p.c"), program).unwrap();
    assert_eq!(status("run --record --out first p.c"), Some(4));
    assert_eq!(status("run --rerun first --prune --out rest"), Some(4));
    let rows = left_out(&folder.run_directory("rest"));
    assert!(rows[0].0.starts_with("a path that was not run again ended there as unsupported"), "{rows:?}");
}
