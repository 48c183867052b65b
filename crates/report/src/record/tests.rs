//! What was written is what is read, wherever the file is cut.

use std::{fs, path::PathBuf};

use vellum_collections::{
    Id, Random,
    cast::{index64, low8, low32},
};
use vellum_engine::{BugKind, ForkKind, Sighting};
use vellum_ir::{FuncId, Loc};

use super::{
    Ending, Fact, Header, Leaf, Lost, More, Parted, Record, RecordError, RecordFile, RecordLock, Recorded,
    Why,
};
use crate::finding::{Finding, StackEntry};

fn header() -> Header {
    Header {
        version: "9".into(),
        program: "p.c".into(),
        hash: "abc".into(),
        folder: "/a b".into(),
        before: vec!["run".into(), "--seed".into()],
        command: vec!["p.c".into(), "é".into()],
    }
}

fn path(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("vellum-record-{name}-{}", std::process::id()))
}

/// A number of any length.
fn number(random: &mut Random) -> u64 {
    let bits = random.below(64);
    random.next() >> bits
}

fn place(random: &mut Random) -> Option<Loc> {
    (random.below(4) > 0).then(|| Loc::from_index(index64(random.below(10_000))))
}

fn finding(random: &mut Random) -> Finding {
    Finding {
        kind: BugKind::Abort.name(),
        suffix: (random.below(2) == 0).then(|| "custom".to_owned()),
        cwe: low32(random.below(1000)),
        message: "a \"message\"\n".into(),
        stack: vec![StackEntry {
            function: "f".into(),
            file: "a.c".into(),
            line: 3,
            column: 4,
            in_library: random.below(2) == 0,
        }],
        left_out: (random.below(2) == 0).then_some((1, 7)),
        objects: vec!["an object".into()],
        test: Some("test000001.ktest".into()),
    }
}

fn leaf(random: &mut Random) -> Leaf {
    let end = match random.below(8) {
        0 => Ending::Exit(low32(random.next()).cast_signed()),
        1 => Ending::Bug(BugKind::DivisionByZero),
        2 => Ending::Unsupported("what".into()),
        3 => Ending::Stopped("max-depth".into()),
        4 => Ending::Interrupted,
        5 => Ending::Silent,
        6 => Ending::Impossible,
        _ => Ending::AssumedAway,
    };
    let more = More {
        findings: (0..random.below(3)).map(|_| finding(random)).collect(),
        outcome: (random.below(2) == 0).then(|| "{}".into()),
        unsupported: None,
        left_out: (0..random.below(3)).map(|what| format!("\"{what}\"")).collect(),
        seeds: (0..random.below(3)).collect(),
    };
    Leaf {
        node: random.below(1000),
        end,
        at: place(random),
        ran: number(random),
        symbolic: random.below(2) == 0,
        number: low32(number(random)),
        has_test: random.below(2) == 0,
        more: if random.below(3) == 0 { more.boxed() } else { None },
    }
}

fn sightings(random: &mut Random) -> Vec<Sighting> {
    let one = |random: &mut Random| {
        let function = FuncId::from_index(index64(random.below(900)));
        if random.below(2) == 0 {
            Sighting::Call(function)
        } else {
            Sighting::Jump(function, low32(random.next()) >> 1)
        }
    };
    (0..random.below(5)).map(|_| one(random)).collect()
}

fn fact(random: &mut Random) -> Fact {
    match random.below(10) {
        0..=2 => Fact::Answer {
            question: u128::from(random.next()) << 64 | u128::from(random.next()),
            answer: match random.below(3) {
                0 => Recorded::Unsat,
                1 => Recorded::Sat((0..random.below(9)).map(|_| number(random)).collect()),
                _ => Recorded::GaveUp,
            },
        },
        3 | 4 => {
            let node = random.below(1000);
            Fact::Parted(Parted {
                node,
                children: [node + 1 + random.below(9), node + 10 + random.below(9)],
                by: ForkKind::ALL[index64(random.below(6))],
                at: place(random),
                condition: random.next(),
                holds: random.below(2) == 0,
                ran: number(random),
            })
        }
        5 | 6 => Fact::Ended(leaf(random)),
        7 => Fact::Seen(sightings(random)),
        8 => Fact::Shown(sightings(random)),
        _ => Fact::Totals((0..random.below(9)).map(|_| number(random)).collect()),
    }
}

/// A file of frames, the facts of each, and where each ends.
fn written(name: &str, seed: u64) -> (Vec<u8>, Vec<Vec<Fact>>, Vec<usize>) {
    let path = path(name);
    let mut random = Random::new(seed);
    let mut file = RecordFile::create(&path, &header()).expect("a new file");
    let (mut frames, mut ends) = (Vec::new(), vec![fs::read(&path).expect("it is there").len()]);
    for _ in 0..random.below(6) {
        let facts: Vec<Fact> = (0..=random.below(8)).map(|_| fact(&mut random)).collect();
        for fact in &facts {
            file.add(fact);
        }
        file.flush().expect("a small file");
        frames.push(facts);
        ends.push(fs::read(&path).expect("it is there").len());
    }
    assert_eq!(file.len(), u64::try_from(ends[ends.len() - 1]).expect("small"));
    let content = fs::read(&path).expect("it is there");
    fs::remove_file(path).expect("it was made");
    (content, frames, ends)
}

/// What a record of these facts is, told in another way.
fn naive<'f>(facts: impl IntoIterator<Item = &'f Fact>) -> String {
    let facts: Vec<&Fact> = facts.into_iter().collect();
    let answers = facts.iter().filter_map(|fact| match fact {
        Fact::Answer { question, answer } => Some((*question, answer.clone())),
        _ => None,
    });
    let mut totals = facts.iter().filter_map(|fact| match fact {
        Fact::Totals(totals) => Some(totals.clone()),
        _ => None,
    });
    let node = |id: u64| {
        let mut last = None;
        let mut parted = false;
        for fact in &facts {
            match fact {
                Fact::Parted(fact) if fact.node == id => (last, parted) = (Some(format!("{fact:?}")), true),
                // Who was stopped says nothing of what was known before.
                Fact::Ended(leaf) if leaf.node == id && (leaf.end.is_finished() || !parted) => {
                    (last, parted) = (Some(format!("{leaf:?}")), false);
                }
                _ => (),
            }
        }
        last
    };
    let nodes: Vec<_> = (0..1000).map(node).collect();
    format!("{:?} {:?} {nodes:?}", answers.collect::<Vec<_>>(), totals.next_back().unwrap_or_default())
}

fn told(record: &Record) -> String {
    let node = |id| {
        let node = record.tree.node(id)?;
        let parted = node.parted.as_ref().map(|parted| format!("{parted:?}"));
        parted.or(node.leaf.as_ref().map(|leaf| format!("{:?}", **leaf)))
    };
    let nodes: Vec<_> = (0..1000).map(node).collect();
    format!("{:?} {:?} {nodes:?}", record.answers, record.totals)
}

#[test]
fn what_was_written_is_read_wherever_the_file_is_cut() {
    for seed in 0..12 {
        let (content, frames, ends) = written("cut", seed);
        for length in 0..=content.len() {
            let whole = ends.iter().filter(|&&end| end <= length).count();
            let record = match Record::parse(&content[..length]) {
                Ok(record) => record,
                Err(RecordError::NoRecord | RecordError::NoHeader) if whole == 0 => continue,
                Err(error) => panic!("{error}"),
            };
            assert_eq!(record.header, header());
            assert_eq!(record.intact, u64::try_from(ends[whole - 1]).expect("small"));
            let bytes = u64::try_from(length).expect("small") - record.intact;
            let lost = (bytes > 0).then_some(Lost { at: record.intact, bytes, why: Why::Torn });
            assert_eq!(record.lost, lost);
            // Most cuts are inside of a frame that was looked at already.
            if length == ends[whole - 1] {
                assert_eq!(told(&record), naive(frames[..whole - 1].iter().flatten()));
            }
        }
    }
}

#[test]
fn what_comes_before_a_damaged_byte_is_used() {
    for seed in 20..40 {
        let (mut content, frames, ends) = written("damaged", seed);
        let mut random = Random::new(seed);
        let at = index64(random.below(u64::try_from(content.len()).expect("small")));
        content[at] ^= low8(1 << random.below(8));
        let whole = ends.iter().filter(|&&end| end <= at).count();
        match Record::parse(&content) {
            Ok(record) => {
                assert_eq!(told(&record), naive(frames[..whole - 1].iter().flatten()));
                assert!(record.lost.is_some(), "somebody hears of it");
            }
            Err(RecordError::NoRecord | RecordError::NoHeader) => assert_eq!(whole, 0),
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn a_record_goes_on_where_it_was_good() {
    let (content, frames, ends) = written("append", 3);
    let path = path("append-2");
    fs::write(&path, &content[..content.len() - 1]).expect("a small file");
    let record = Record::read(&path).expect("a record");
    let lock = RecordLock::take(&path).expect("nobody has it");
    let mut file = RecordFile::append(lock, record.intact).expect("it is there");
    let more = Fact::Totals(vec![1, 2, 3]);
    file.add(&more);
    file.flush().expect("a small file");
    let record = Record::read(&path).expect("a record");
    fs::remove_file(&path).expect("it was made");
    assert_eq!(record.lost, None);
    let kept = &frames[..ends.len() - 2];
    assert_eq!(told(&record), naive(kept.iter().flatten().chain([&more])));
}

#[test]
fn a_subtree_is_finished_when_all_its_paths_are() {
    let parted = |node, children| {
        let by = ForkKind::Branch;
        Fact::Parted(Parted { node, children, by, at: None, condition: 0, holds: true, ran: 5 })
    };
    let ended = |node, end| {
        Fact::Ended(Leaf {
            node,
            end,
            at: None,
            ran: 1,
            symbolic: true,
            number: 0,
            has_test: false,
            more: None,
        })
    };
    let path = path("finished");
    let mut file = RecordFile::create(&path, &header()).expect("a new file");
    let mut finished = |facts: &[Fact]| {
        for fact in facts {
            file.add(fact);
        }
        file.flush().expect("a small file");
        let record = Record::read(&path).expect("a record");
        let finished: Vec<u64> = (0..record.tree.len()).filter(|&id| record.tree.is_finished(id)).collect();
        (finished, record.complete())
    };
    let stopped = Ending::Stopped("max-time".into());
    let first =
        [Fact::Roots(1), parted(0, [1, 2]), parted(1, [3, 4]), ended(3, Ending::Exit(0)), ended(2, stopped)];
    assert_eq!(finished(&first), (vec![3], None));
    assert_eq!(finished(&[ended(4, Ending::Silent)]), (vec![1, 3, 4], None));
    // A path that a limit stopped goes on.
    assert_eq!(
        finished(&[parted(2, [5, 6]), ended(5, Ending::Bug(BugKind::Abort))]),
        (vec![1, 3, 4, 5], None)
    );
    assert_eq!(finished(&[Fact::Closed { status: 1 }]), (vec![1, 3, 4, 5], None));
    let last = [ended(6, Ending::Exit(1)), Fact::Closed { status: 1 }];
    assert_eq!(finished(&last), ((0..7).collect(), Some(1)));
    fs::remove_file(&path).expect("it was made");
}

#[test]
fn a_node_of_any_number_takes_no_more_room_than_another() {
    let path = path("number");
    let mut file = RecordFile::create(&path, &header()).expect("a new file");
    let by = ForkKind::Branch;
    // A table of so many nodes would not fit into memory.
    let last = (1 << 32) - 1;
    let parted = |node, children| Parted { node, children, by, at: None, condition: 0, holds: true, ran: 0 };
    file.add(&Fact::Roots(u64::MAX));
    file.add(&Fact::Parted(parted(0, [1, last])));
    file.add(&Fact::Parted(parted(1, [2, u64::MAX])));
    file.flush().expect("a small file");
    let record = Record::read(&path).expect("a record");
    fs::remove_file(&path).expect("it was made");
    assert!(record.tree.node(last).is_some() && record.tree.node(u64::MAX).is_none());
    assert!(!record.tree.is_finished(1) && !record.tree.is_explored());
}
