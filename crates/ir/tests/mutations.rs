//! Texts that are nearly modules: whatever they are, nothing panics and what is read prints back.

use vellum_ir::{text, verify};

const EVERYTHING: &str = include_str!("everything.ir");

/// Steele, Lea and Flood's splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let bound = u64::try_from(bound).unwrap();
        usize::try_from((z ^ (z >> 31)) % bound).unwrap()
    }

    fn pick<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.below(items.len())]
    }
}

/// The words and blanks of a text, which put together are the text.
fn pieces(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '%' | '@' | '"');
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end =
            if is_word(first) { rest.find(|c| !is_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (piece, tail) = rest.split_at(end);
        pieces.push(piece);
        rest = tail;
    }
    pieces
}

/// Changes one piece, mostly by another one of the text.
fn mutate(random: &mut Random, pieces: &mut Vec<&str>, words: &[&'static str]) {
    let at = random.below(pieces.len());
    match random.below(6) {
        0 => drop(pieces.remove(at)),
        1 => pieces.insert(at, random.pick(words)),
        2 => pieces.truncate(at.max(9)),
        3 => {
            let other = random.below(pieces.len());
            pieces.swap(at, other);
        }
        4 => {
            let end = (at + random.below(40)).min(pieces.len());
            let copy: Vec<&str> = pieces[at..end].to_vec();
            let to = random.below(pieces.len());
            pieces.splice(to..to, copy);
        }
        _ => pieces[at] = random.pick(words),
    }
}

/// Reads a text that may be anything; what is a module prints back the same, valid or not.
fn survive(text: &str) -> bool {
    let Ok(module) = text::parse(text) else {
        return false;
    };
    // The verifier has to survive, whatever it says.
    drop(verify::check(&module));
    let printed = module.to_string();
    match text::parse(&printed) {
        Ok(again) => assert_eq!(again.to_string(), printed, "of\n{text}"),
        Err(error) => panic!("{error} in\n{printed}\nof\n{text}"),
    }
    true
}

#[test]
fn changed_words_are_modules_or_errors() {
    let original = pieces(EVERYTHING);
    let mut words: Vec<&str> = original.clone();
    words.extend(["18446744073709551615", "-1", "i1", "void", "\"", "\\", "{", "}", "<", "[", "é", "\u{0}"]);
    let mut random = Random(1);
    let mut modules = 0;
    for _ in 0..6000 {
        let mut pieces = original.clone();
        for _ in 0..=random.below(3) {
            mutate(&mut random, &mut pieces, &words);
        }
        modules += usize::from(survive(&pieces.concat()));
    }
    assert!(modules > 100, "only {modules} texts were modules");
}

#[test]
fn changed_bytes_are_modules_or_errors() {
    let mut random = Random(2);
    for _ in 0..3000 {
        let mut bytes = EVERYTHING.as_bytes().to_vec();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len());
            bytes[at] = u8::try_from(random.below(256)).unwrap();
        }
        survive(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn every_beginning_is_a_module_or_an_error() {
    for end in 0..EVERYTHING.len() {
        survive(&EVERYTHING[..end]);
    }
}
