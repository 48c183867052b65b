//! Which objects a call finds, and what becomes of bytes that nobody wrote.

use super::{OBJECTS, folder::Folder};

#[test]
fn what_no_argument_leads_to_is_there_on_request() {
    let program = "void remember_nested(int **); int recall(void);
        int main(void) { int x = 3, *p = &x; remember_nested(&p); x = 5; p = 0; return recall(); }";
    let folder = Folder::with_library("scope", program);
    assert_eq!(folder.status("--external-scope all"), 5);
    // What the first call got.
    assert_eq!(folder.status(""), 3);
}

#[test]
fn what_an_earlier_call_was_given_is_there_as_long_as_it_lives() {
    let program = "void remember(int *); int recall(void); void replace(int);
        int main(void) {
            int *x = __builtin_malloc(4);
            *x = 3;
            remember(x);
            *x = 5;
            if (recall() != 5) return 1;
            replace(7);
            if (*x != 7) return 2;
            __builtin_free(x);
            return recall() == 7 ? 0 : 3;
        }";
    let folder = Folder::with_library("kept", program);
    for options in ["", "--objects whole", "--external in-process"] {
        assert_eq!(folder.status(options), 0, "{options}");
    }
    let program = "#include <string.h>
        int main(void) {
            char text[] = \"a,b,c\", *found[4];
            found[0] = strtok(text, \",\");
            for (int i = 1; i < 4; i++) found[i] = strtok(0, \",\");
            for (int i = 0; i < 3; i++)
                if (found[i] != text + 2 * i || found[i][0] != 'a' + i || found[i][1] != 0) return 1 + i;
            return found[3] == 0 ? 0 : 4;
        }";
    let folder = Folder::with_library("strtok", program);
    for options in ["--libc none", "--libc none --objects whole", "--libc none --external in-process"] {
        assert_eq!(folder.status(options), 0, "{options}");
    }
}

#[test]
fn symbolic_bytes_of_an_earlier_calls_object_stop_no_other_call() {
    let program = "#include <klee/klee.h>
        int sum(const int *, int); int count(void);
        int main(void) {
            int numbers[2] = { 1, 2 };
            if (sum(numbers, 2) != 3) return 1;
            klee_make_symbolic(numbers, sizeof numbers, \"numbers\");
            klee_assert(count() == 0);
            return 0;
        }";
    let (text, summary) = Folder::with_library("unrelated", program).run("--load ./library.so");
    assert_eq!(summary["paths"]["completed"], 1, "{text}");
    assert_eq!(summary["complete"], true, "{text}");
}

#[test]
fn bytes_nobody_wrote_count_as_written_once_a_call_could_write_them() {
    let program = "void bytes(char *, int, int); void nothing(void *);
        int main(void) {
            char *memory = __builtin_malloc(32), *other = __builtin_malloc(32);
            memory[0] = 1;
            bytes(memory + 1, BYTE, 15);
            nothing(0);
            for (int i = 1; i < 16; i++) if (memory[i] != (char)BYTE) return 1;
            if (memory[0] != 1 || memory[20] == 7) return 2;
            return PLACE[20] == 7;
        }";
    let folder = Folder::with_library("unwritten", program);
    for objects in OBJECTS {
        for byte in ["0", "0xc1", "0xff"] {
            let options = format!("--objects {objects} --cflag -DBYTE={byte}");
            assert_eq!(folder.status(&format!("{options} --cflag -DPLACE=memory")), 0, "{options}");
            // What no call can reach stays what it is.
            let (text, summary) = folder.run(&format!("--load ./library.so {options} --cflag -DPLACE=other"));
            assert_eq!(summary["findings"][0]["kind"], "uninitialised", "{text}");
        }
    }
}

#[test]
fn bytes_written_in_part_are_passed_and_stay() {
    let program = "#include <klee/klee.h>
        struct bits { unsigned low : 4, high : 4; };
        int first_of(void *);
        int main(void) {
            struct bits bits, other;
            int x = klee_int(\"x\");
            bits.low = 5;
            other.low = x;
            klee_assert((first_of(&bits) & 15) == 5 && bits.low == 5);
            klee_assert((first_of(&other) & 15) == (x & 15) && other.low == (x & 15));
            return 0;
        }";
    let folder = Folder::with_library("part", program);
    for objects in OBJECTS {
        let (text, summary) = folder.run(&format!("--load ./library.so --external all --objects {objects}"));
        assert_eq!(summary["paths"]["completed"], 1, "{text}");
        assert_eq!(summary["findings"].as_array().map(Vec::len), Some(0), "{text}");
    }
}
