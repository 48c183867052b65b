//! Memory planes: the boosted form and the plain list of writes find the same.

mod folder;
mod verdict;

use self::verdict::{explore, programs};

#[test]
fn a_plain_list_of_writes_finds_what_planes_do() {
    for corpus in ["planes", "arrays", "unions", "varargs", "structs"] {
        for (name, program) in programs(corpus) {
            let verdict = |form: &str| {
                let name = format!("planes-{corpus}-{name}-{form}");
                explore(&name, &program, &["--memory", "planes", "--planes", form]).0
            };
            assert_eq!(verdict("boosted"), verdict("naive"), "{corpus}/{name}");
        }
    }
}

#[test]
fn numbers_in_a_plain_list_are_numbers_to_the_c_library() {
    let program = "#include <stdio.h>\n\
         int main(void) { int a[4] = {1, 2, 3, 4}; a[1] = 5; a[1] = 6; char text[20];\n\
         snprintf(text, sizeof text, \"%d\", a[1]); return text[0] != '6' || a[0] != 1; }";
    for form in ["boosted", "naive"] {
        let (verdict, paths) =
            explore(&format!("planes-list-{form}"), program, &["--memory", "planes", "--planes", form]);
        assert!(verdict.is_complete && verdict.findings.is_empty() && paths == 1, "{form}: {verdict:?}");
    }
}
