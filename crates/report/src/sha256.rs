//! SHA-256, by which Test-Comp names a program and SARIF readers recognise a finding.
//!
//! Written out here (FIPS 180-4, section 6.2) because it is shorter than the list of packages that come with a
//! crate for it, and because nothing that we hash is a secret.

use vellum_collections::cast::len64;

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
const ROUND: [u32; 64] = [
    0x428a_2f98,
    0x7137_4491,
    0xb5c0_fbcf,
    0xe9b5_dba5,
    0x3956_c25b,
    0x59f1_11f1,
    0x923f_82a4,
    0xab1c_5ed5,
    0xd807_aa98,
    0x1283_5b01,
    0x2431_85be,
    0x550c_7dc3,
    0x72be_5d74,
    0x80de_b1fe,
    0x9bdc_06a7,
    0xc19b_f174,
    0xe49b_69c1,
    0xefbe_4786,
    0x0fc1_9dc6,
    0x240c_a1cc,
    0x2de9_2c6f,
    0x4a74_84aa,
    0x5cb0_a9dc,
    0x76f9_88da,
    0x983e_5152,
    0xa831_c66d,
    0xb003_27c8,
    0xbf59_7fc7,
    0xc6e0_0bf3,
    0xd5a7_9147,
    0x06ca_6351,
    0x1429_2967,
    0x27b7_0a85,
    0x2e1b_2138,
    0x4d2c_6dfc,
    0x5338_0d13,
    0x650a_7354,
    0x766a_0abb,
    0x81c2_c92e,
    0x9272_2c85,
    0xa2bf_e8a1,
    0xa81a_664b,
    0xc24b_8b70,
    0xc76c_51a3,
    0xd192_e819,
    0xd699_0624,
    0xf40e_3585,
    0x106a_a070,
    0x19a4_c116,
    0x1e37_6c08,
    0x2748_774c,
    0x34b0_bcb5,
    0x391c_0cb3,
    0x4ed8_aa4a,
    0x5b9c_ca4f,
    0x682e_6ff3,
    0x748f_82ee,
    0x78a5_636f,
    0x84c8_7814,
    0x8cc7_0208,
    0x90be_fffa,
    0xa450_6ceb,
    0xbef9_a3f7,
    0xc671_78f2,
];

/// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
const BEGIN: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// The hash of `bytes` in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    let (blocks, rest) = bytes.as_chunks::<64>();
    let mut hash = BEGIN;
    for block in blocks {
        hash = compress(hash, block);
    }
    // What is left, a bit, zeros, and the length in bits, to the end of a block.
    let mut end = rest.to_vec();
    end.push(0x80);
    while end.len() % 64 != 56 {
        end.push(0);
    }
    end.extend((len64(bytes.len()) * 8).to_be_bytes());
    for block in end.as_chunks::<64>().0 {
        hash = compress(hash, block);
    }
    hash.iter().fold(String::new(), |text, word| format!("{text}{word:08x}"))
}

fn compress(hash: [u32; 8], block: &[u8; 64]) -> [u32; 8] {
    let mut w = [0_u32; 64];
    for (word, bytes) in w.iter_mut().zip(block.as_chunks::<4>().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    for t in 16..64 {
        let small0 = w[t - 15].rotate_right(7) ^ w[t - 15].rotate_right(18) ^ (w[t - 15] >> 3);
        let small1 = w[t - 2].rotate_right(17) ^ w[t - 2].rotate_right(19) ^ (w[t - 2] >> 10);
        w[t] = w[t - 16].wrapping_add(small0).wrapping_add(w[t - 7]).wrapping_add(small1);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = hash;
    for (word, round) in w.iter().zip(ROUND) {
        let large1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choose = (e & f) ^ (!e & g);
        let first = h.wrapping_add(large1).wrapping_add(choose).wrapping_add(round).wrapping_add(*word);
        let large0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let second = large0.wrapping_add((a & b) ^ (a & c) ^ (b & c));
        (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(first), c, b, a, first.wrapping_add(second));
    }
    let mut next = hash;
    for (old, new) in next.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *old = old.wrapping_add(new);
    }
    next
}

#[cfg(test)]
mod tests {
    use super::sha256;

    /// The examples of the standard and its test vectors.
    #[test]
    fn known_hashes() {
        let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        for (text, hash) in [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (long, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
            (&"a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        ] {
            assert_eq!(sha256(text.as_bytes()), hash, "{} bytes", text.len());
        }
    }

    /// Around the end of a block, a byte more or less changes how the last one is filled.
    #[test]
    fn lengths_around_a_block_differ() {
        let hashes: Vec<String> = (50..70).map(|length| sha256(&vec![b'x'; length])).collect();
        let mut distinct = hashes.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), hashes.len());
        assert_eq!(hashes[5], "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072");
        assert_eq!(hashes[14], "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c");
    }
}
