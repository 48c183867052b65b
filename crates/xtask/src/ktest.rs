//! Reads test cases, `.ktest` files.

use vellum_collections::cast::index;

/// The bytes of an object of a test case.
pub(crate) fn object(test: &[u8], name: &str) -> Option<Vec<u8>> {
    let mut rest = test.strip_prefix(b"KTEST")?;
    take(&mut rest)?;
    for _ in 0..take(&mut rest)? {
        bytes(&mut rest)?;
    }
    take(&mut rest)?;
    take(&mut rest)?;
    for _ in 0..take(&mut rest)? {
        let found = bytes(&mut rest)? == name.as_bytes();
        let content = bytes(&mut rest)?;
        if found {
            return Some(content.to_vec());
        }
    }
    None
}

fn take(rest: &mut &[u8]) -> Option<u32> {
    let (word, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(u32::from_be_bytes(*word))
}

fn bytes<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let count = index(take(rest)?);
    let (bytes, after) = rest.split_at_checked(count)?;
    *rest = after;
    Some(bytes)
}
