//! Findings as SARIF 2.1.0, which code hosts and editors show.
//!
//! A kind of finding is a rule. Where a finding is, is said three times: as a location (where to change
//! something), as a stack (innermost call first) and as a code flow (outermost first, as a reader steps through).

use std::path::Path;

use serde_json::{Map, Value, json};

use crate::{
    finding::{Finding, StackEntry},
    sha256::sha256,
};

/// Where the format is described.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// What relative files of the program are relative to.
const SOURCES: &str = "SRCROOT";

/// What files of the C library are relative to: no folder of the user's machine.
const LIBRARY: &str = "LIBC";

/// A kind of finding.
struct Rule {
    /// The contract's name.
    kind: &'static str,
    /// The weakness number.
    cwe: u32,
    /// What it is, in a few words.
    title: &'static str,
    /// What it means and what to do.
    help: &'static str,
}

/// Every kind of the contract.
const RULES: &[Rule] = &[
    Rule {
        kind: "out-of-bounds",
        cwe: 119,
        title: "Access outside of an object",
        help: "The program reads or writes bytes that belong to no object. Check the index or length against the size of the object that the finding names.",
    },
    Rule {
        kind: "null-dereference",
        cwe: 476,
        title: "Null pointer dereference",
        help: "The program uses a null pointer, or a small offset from one. Check the pointer where it comes from: an allocation or a search may have failed.",
    },
    Rule {
        kind: "use-after-free",
        cwe: 416,
        title: "Use after free",
        help: "The program uses heap memory that it has freed. The finding says where it was allocated and freed.",
    },
    Rule {
        kind: "use-after-return",
        cwe: 562,
        title: "Use of a local after its function returned",
        help: "The program uses a pointer to a local variable of a function that has returned. Allocate the object, or have the caller pass it.",
    },
    Rule {
        kind: "use-after-scope",
        cwe: 825,
        title: "Use of a local after its scope was left",
        help: "The program uses a pointer to a local variable of a block, or of an earlier round of a loop, that is over. Declare the variable where the pointer is.",
    },
    Rule {
        kind: "double-free",
        cwe: 415,
        title: "Double free",
        help: "The program frees heap memory that it has freed before. The finding says where.",
    },
    Rule {
        kind: "invalid-free",
        cwe: 590,
        title: "Free of what is not a heap block",
        help: "The program frees a pointer that is not the start of a heap block.",
    },
    Rule {
        kind: "uninitialised",
        cwe: 457,
        title: "Use of uninitialised memory",
        help: "What the program does depends on memory that nothing was written to.",
    },
    Rule {
        kind: "read-only-write",
        cwe: 1257,
        title: "Write to read-only memory",
        help: "The program writes a constant, such as a string literal. Copy it first.",
    },
    Rule {
        kind: "leak",
        cwe: 401,
        title: "Memory leak",
        help: "The program ends without a pointer to heap memory that it has not freed.",
    },
    Rule {
        kind: "division-by-zero",
        cwe: 369,
        title: "Division by zero",
        help: "The program divides an integer by zero, or takes the remainder. Check the divisor.",
    },
    Rule {
        kind: "overshift",
        cwe: 1335,
        title: "Shift by too many bits",
        help: "The program shifts an integer by its width or more, or by a negative number.",
    },
    Rule {
        kind: "undefined",
        cwe: 758,
        title: "Undefined result",
        help: "The program computes something that has no defined result: it converts a float to an integer that cannot hold it, or counts the leading or trailing zeros of 0 by a built-in function.",
    },
    Rule {
        kind: "signed-overflow",
        cwe: 190,
        title: "Signed integer overflow",
        help: "The result of signed arithmetic does not fit its type.",
    },
    Rule {
        kind: "pointer-comparison",
        cwe: 469,
        title: "Pointers to different objects compared",
        help: "The program orders or subtracts pointers that belong to different objects. What comes of it depends on where they happen to lie.",
    },
    Rule {
        kind: "assertion",
        cwe: 617,
        title: "Failed assertion",
        help: "A condition that the program asserts does not hold.",
    },
    Rule {
        kind: "abort",
        cwe: 248,
        title: "Abort",
        help: "The program ends itself by abort(), a trap or a fatal signal.",
    },
    Rule {
        kind: "unreachable",
        cwe: 758,
        title: "Unreachable code was reached",
        help: "The program reaches code that its source or the language says is never reached, such as the end of a function without a return.",
    },
    Rule {
        kind: "infinite-loop",
        cwe: 835,
        title: "Infinite loop",
        help: "The program is in a loop that it cannot leave.",
    },
    Rule {
        kind: "stack-overflow",
        cwe: 674,
        title: "Stack overflow",
        help: "The program's calls and locals need more stack than there is. Bound the recursion.",
    },
    Rule {
        kind: "bad-call",
        cwe: 628,
        title: "Call of something that cannot be called so",
        help: "The program calls something that is no function, or a function with other arguments than it takes.",
    },
    Rule {
        kind: "user",
        cwe: 710,
        title: "Error reported by the program",
        help: "The program reported an error to the engine, or used one of the engine's functions wrongly.",
    },
];

/// `findings` as a SARIF log. Their relative file names are as seen from `folder`.
pub fn to_sarif(findings: &[Finding], version: &str, folder: &Path) -> Value {
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Vellum",
                "version": version,
                "rules": RULES.iter().map(rule).collect::<Vec<_>>(),
                "supportedTaxonomies": [{ "name": "CWE" }],
            }},
            "taxonomies": [taxonomy(findings)],
            "originalUriBaseIds": {
                SOURCES: { "uri": format!("file://{}/", escape(&folder.display().to_string())) },
                LIBRARY: { "description": { "text": "the sources of the C library" } },
            },
            "results": findings.iter().map(result).collect::<Vec<_>>(),
        }],
    })
}

fn rule(rule: &Rule) -> Value {
    json!({
        "id": rule.kind,
        "name": camel(rule.kind),
        "shortDescription": { "text": rule.title },
        "fullDescription": { "text": rule.help },
        "help": { "text": rule.help },
        "helpUri": format!("https://cwe.mitre.org/data/definitions/{}.html", rule.cwe),
        "defaultConfiguration": { "level": "error" },
        "properties": { "tags": ["security", "correctness", format!("external/cwe/cwe-{:03}", rule.cwe)] },
    })
}

/// The weaknesses that occur: those of rules and, where direction matters, of findings.
fn taxonomy(findings: &[Finding]) -> Value {
    let mut weaknesses: Vec<u32> = RULES.iter().map(|rule| rule.cwe).collect();
    weaknesses.extend(findings.iter().map(|finding| finding.cwe));
    weaknesses.sort_unstable();
    weaknesses.dedup();
    json!({
        "name": "CWE",
        "organization": "MITRE",
        "shortDescription": { "text": "The Common Weakness Enumeration" },
        "taxa": weaknesses.iter().map(|cwe| json!({ "id": cwe.to_string() })).collect::<Vec<_>>(),
    })
}

fn result(finding: &Finding) -> Value {
    let index = RULES.iter().position(|rule| rule.kind == finding.kind);
    let mut result = json!({
        "ruleId": finding.kind,
        "level": "error",
        "kind": "fail",
        "message": { "text": message(finding) },
        "locations": finding.position().map(location).into_iter().collect::<Vec<_>>(),
        "partialFingerprints": fingerprints(finding),
        "taxa": [{ "id": finding.cwe.to_string(), "toolComponent": { "name": "CWE" } }],
    });
    let fields = result.as_object_mut().expect("an object was written");
    if let Some(index) = index {
        fields.insert("ruleIndex".to_owned(), json!(index));
    }
    if !finding.stack.is_empty() {
        fields.extend(calls(finding));
    }
    if let Some(test) = &finding.test {
        let what = "The test case that reproduces the finding";
        let attachment =
            json!({ "description": { "text": what }, "artifactLocation": { "uri": escape(test) } });
        fields.insert("attachments".to_owned(), json!([attachment]));
    }
    result
}

/// The message and what the accessed object is.
fn message(finding: &Finding) -> String {
    let lines = std::iter::once(&finding.message).filter(|text| !text.is_empty()).chain(&finding.objects);
    let text = lines.map(String::as_str).collect::<Vec<_>>().join("\n");
    if text.is_empty() { finding.kind.to_owned() } else { text }
}

/// The stack, and the way down it.
fn calls(finding: &Finding) -> Map<String, Value> {
    let frames: Vec<Value> = finding
        .stack
        .iter()
        .map(|entry| {
            let module = if entry.in_library { "C library" } else { "program" };
            json!({ "module": module, "location": location(entry) })
        })
        .collect();
    let steps: Vec<Value> = finding
        .stack
        .iter()
        .rev()
        .enumerate()
        .map(|(depth, entry)| json!({ "nestingLevel": depth, "location": location(entry) }))
        .collect();
    let mut fields = Map::new();
    fields.insert("stacks".to_owned(), json!([{ "frames": frames }]));
    fields.insert("codeFlows".to_owned(), json!([{ "threadFlows": [{ "locations": steps }] }]));
    fields
}

fn location(entry: &StackEntry) -> Value {
    let mut location = json!({
        "message": { "text": entry.to_string() },
        "logicalLocations": [{ "name": entry.function, "kind": "function" }],
    });
    if !entry.file.is_empty() {
        let mut place = json!({ "artifactLocation": artifact(entry) });
        if entry.line != 0 {
            place["region"] = json!({ "startLine": entry.line });
        }
        if entry.line != 0 && entry.column != 0 {
            place["region"]["startColumn"] = json!(entry.column);
        }
        location["physicalLocation"] = place;
    }
    location
}

fn artifact(entry: &StackEntry) -> Value {
    let file = escape(&entry.file);
    if entry.file.starts_with('/') {
        return json!({ "uri": format!("file://{file}") });
    }
    json!({ "uri": file, "uriBaseId": if entry.in_library { LIBRARY } else { SOURCES } })
}

/// What says that two findings of different runs are the same: the place, and the way there by functions, which
/// stays the same when lines move. Addresses, and hence messages, are no part of it.
fn fingerprints(finding: &Finding) -> Value {
    let place = finding.position().map(|entry| format!("{}:{}:{}", entry.file, entry.line, entry.column));
    let functions: Vec<&str> = finding.stack.iter().map(|entry| entry.function.as_str()).collect();
    json!({
        "position/v1": sha256(format!("{}\n{}", finding.kind, place.unwrap_or_default()).as_bytes()),
        "calls/v1": sha256(format!("{}\n{}", finding.kind, functions.join("\n")).as_bytes()),
    })
}

/// A path as part of a URI: what has a meaning there is written in hexadecimal.
fn escape(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/+,@".contains(&byte);
    path.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// `use-after-free` as `UseAfterFree`.
fn camel(kind: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    kind.split('-').map(capital).collect()
}

#[cfg(test)]
mod tests;
