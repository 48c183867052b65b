//! The shape of a SARIF log, as its schema has it.

use std::path::Path;

use serde_json::{Value, json};

use super::{RULES, to_sarif};
use crate::finding::{Finding, StackEntry};

fn entry(function: &str, file: &str, line: u32, column: u32) -> StackEntry {
    let in_library = file.starts_with("musl/");
    StackEntry { function: function.to_owned(), file: file.to_owned(), line, column, in_library }
}

fn finding() -> Finding {
    Finding {
        kind: "out-of-bounds",
        suffix: None,
        cwe: 787,
        message: "write of 1 byte at offset 8 of a heap block of 8 bytes".to_owned(),
        stack: vec![
            entry("strcpy", "musl/src/string/strcpy.c", 12, 3),
            entry("copy", "src/my file.c", 7, 9),
            entry("main", "/abs/main.c", 20, 0),
        ],
        left_out: None,
        objects: vec!["a heap block of 4 bytes".to_owned()],
        test: Some("test000004.ktest".to_owned()),
    }
}

fn log(findings: &[Finding]) -> Value {
    let log = to_sarif(findings, "1.2.3", Path::new("/home/me/my project"));
    check_shape(&log);
    log
}

/// What the schema demands of the parts we write.
fn check_shape(log: &Value) {
    assert_eq!(log["version"], "2.1.0");
    assert!(log["$schema"].as_str().unwrap().ends_with("sarif-schema-2.1.0.json"));
    for run in log["runs"].as_array().unwrap() {
        let driver = &run["tool"]["driver"];
        assert!(!driver["name"].as_str().unwrap().is_empty());
        let rules = driver["rules"].as_array().unwrap();
        let mut ids: Vec<&str> = rules.iter().map(|rule| rule["id"].as_str().unwrap()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), rules.len(), "rules are unique");
        let taxa = run["taxonomies"][0]["taxa"].as_array().unwrap();
        for result in run["results"].as_array().unwrap() {
            assert!(!result["message"]["text"].as_str().unwrap().is_empty());
            if let Some(index) = result.get("ruleIndex") {
                assert_eq!(rules[usize::try_from(index.as_u64().unwrap()).unwrap()]["id"], result["ruleId"]);
            }
            for taxon in result["taxa"].as_array().unwrap() {
                assert!(taxa.iter().any(|known| known["id"] == taxon["id"]));
            }
            for print in result["partialFingerprints"].as_object().unwrap().values() {
                assert_eq!(print.as_str().unwrap().len(), 64);
            }
        }
    }
    check_places(log);
}

/// Every location, wherever it is: lines and columns count from 1, and a URI is one.
fn check_places(value: &Value) {
    match value {
        Value::Array(values) => values.iter().for_each(check_places),
        Value::Object(fields) => {
            for number in ["startLine", "startColumn"] {
                assert!(fields.get(number).is_none_or(|number| number.as_u64().unwrap() >= 1));
            }
            let uris = ["uri", "helpUri"].into_iter().filter_map(|name| fields.get(name));
            for uri in uris {
                let uri = uri.as_str().unwrap();
                assert!(!uri.is_empty() && uri.bytes().all(|byte| (b'!'..=b'~').contains(&byte)), "{uri}");
            }
            fields.values().for_each(check_places);
        }
        _ => (),
    }
}

#[test]
fn a_finding_has_a_place_a_stack_a_flow_and_a_test() {
    let log = log(&[finding()]);
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "out-of-bounds");
    assert_eq!(
        result["locations"][0]["physicalLocation"],
        json!({
            "artifactLocation": { "uri": "src/my%20file.c", "uriBaseId": "SRCROOT" },
            "region": { "startLine": 7, "startColumn": 9 },
        })
    );
    let frames = &result["stacks"][0]["frames"];
    assert_eq!(
        frames[0]["location"]["physicalLocation"]["artifactLocation"],
        json!({ "uri": "musl/src/string/strcpy.c", "uriBaseId": "LIBC" })
    );
    assert_eq!(
        frames[2]["location"]["physicalLocation"],
        json!({ "artifactLocation": { "uri": "file:///abs/main.c" }, "region": { "startLine": 20 } })
    );
    let steps = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
    let names: Vec<&Value> = steps.iter().map(|s| &s["location"]["logicalLocations"][0]["name"]).collect();
    assert_eq!(names, ["main", "copy", "strcpy"]);
    assert_eq!(result["attachments"][0]["artifactLocation"]["uri"], "test000004.ktest");
    assert_eq!(result["taxa"][0]["id"], "787");
    assert!(result["message"]["text"].as_str().unwrap().ends_with("\na heap block of 4 bytes"));
    assert_eq!(log["runs"][0]["originalUriBaseIds"]["SRCROOT"]["uri"], "file:///home/me/my%20project/");
}

#[test]
fn a_fingerprint_does_not_depend_on_addresses() {
    let prints = |finding: &Finding| {
        log(std::slice::from_ref(finding))["runs"][0]["results"][0]["partialFingerprints"].clone()
    };
    let first = finding();
    let other_run = Finding { message: "write of 1 byte at 0x440000000aa0".to_owned(), ..finding() };
    assert_eq!(prints(&first), prints(&other_run));
    let mut moved = finding();
    moved.stack[1].line += 1;
    assert_ne!(prints(&first)["position/v1"], prints(&moved)["position/v1"]);
    assert_eq!(prints(&first)["calls/v1"], prints(&moved)["calls/v1"]);
    let other_kind = Finding { kind: "use-after-free", ..finding() };
    assert_ne!(prints(&first)["calls/v1"], prints(&other_kind)["calls/v1"]);
}

#[test]
fn little_known_is_little_said() {
    let bare = Finding {
        kind: "a-kind-of-tomorrow",
        cwe: 1,
        suffix: None,
        message: String::new(),
        stack: vec![entry("f", "", 0, 0)],
        left_out: None,
        objects: Vec::new(),
        test: None,
    };
    let log = log(&[bare.clone(), Finding { stack: Vec::new(), ..bare }]);
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results[0]["locations"], json!([]));
    assert_eq!(results[0]["message"]["text"], "a-kind-of-tomorrow");
    assert!(results[0].get("ruleIndex").is_none() && results[1].get("stacks").is_none());
}

#[test]
fn every_kind_is_explained() {
    let log = log(&[]);
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), RULES.len());
    let first = &rules[2];
    assert_eq!((&first["id"], &first["name"]), (&json!("use-after-free"), &json!("UseAfterFree")));
    assert_eq!(first["properties"]["tags"][2], "external/cwe/cwe-416");
    for rule in RULES {
        assert!(rule.help.ends_with('.') && !rule.title.ends_with('.'), "{}", rule.kind);
    }
}
