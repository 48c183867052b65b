//! Results that others computed: the x87 itself, and the 128-bit floats of the GNU compiler's library.
//!
//! Many thousands of such rows were compared once; these are the telling ones: inexact, subnormal,
//! overflowing. The library's own 128-bit square root is not among them, being off by one at times.

use super::{FloatBinary, FloatKind};
use crate::float::convert;

/// By an x86-64 processor, with glibc for `rem` and `fma`: kind, operation, operands, result.
const X87: &str = "
    x86_fp80 add bfc7a2118258a9d111a0 bfc7a2118258a9d111a3 = bfc8a2118258a9d111a2
    x86_fp80 add ffdcf951043aab2b1000 ffdcf951043aab2b1002 = ffddf951043aab2b1001
    x86_fp80 add 7ffccf36380a504e8fce 7ffccf36380a504e8fcb = 7ffdcf36380a504e8fcc
    x86_fp80 sub bff8cdc4713dd98748dd c000ffffffe000000000 = 4000ff323b6ec22678b7
    x86_fp80 sub 20e4338d0fa1b22c74 802a865f29174005a3a7 = 2a869835fa83ee1032
    x86_fp80 sub 401ec800000000000000 c03599d217a503d0ab59 = 403599d2193503d0ab59
    x86_fp80 mul bfc7a2118258a9d111a0 bfc7a2118258a9d111a3 = 3f8fcd3454559222a685
    x86_fp80 mul bfc69f3930818afee11a 403cfc31d80a4d2e83c3 = c0049cdb4c1076c8d486
    x86_fp80 mul bff8cdc4713dd98748dd c000ffffffe000000000 = 3ffacdc4712420f92122
    x86_fp80 mul 3fbfae528f3d2c4eaab9 1dbd3a0c89f30ed50 = 1
    x86_fp80 mul 3fc3d960b49cc8300000 802cee1a32e9ec580ca2 = 80000000ca2e26f79f04
    x86_fp80 mul ffdcf951043aab2b1000 ffdcf951043aab2b1002 = 7fff8000000000000000
    x86_fp80 div bfc7a2118258a9d111a0 bfc7a2118258a9d111a3 = 3ffefffffffffffffffb
    x86_fp80 div ffdcf951043aab2b1000 ffdcf951043aab2b1002 = 3ffefffffffffffffffe
    x86_fp80 div bfc69f3930818afee11a 403cfc31d80a4d2e83c3 = bf88a1a0395639047c7d
    x86_fp80 div bfd486efe48ee2b02829 7fee83ac0c9a78838daf = 80000000000832c88994
    x86_fp80 div 3c000000000000000 401c80672860b053e89e = 17ecb7f7eb
    x86_fp80 div c00ad658f85c330e8003 38000020000000000 = ffff8000000000000000
    x86_fp80 rem 403daeceb09b5d5a6396 bc009c8303f00448751b = 3bffdf7360eba785d24e
    x86_fp80 rem 3c049c819a86baf7d61d bbecdab78f1983848704 = 3bec94beb313d1a1dfec
    x86_fp80 rem c01b8c2d65a3644bda77 b207b46f7ff2d24af6ec = b205cc0b725e211b2ff0
    x86_fp80 fma bfc7a2118258a9d111a0 bfc7a2118258a9d111a3 bf8fcd3454559222a685 = bf4ef10c9bcbe8589c80
    x86_fp80 fma bfc69f3930818afee11a 403cfc31d80a4d2e83c3 4019a86adab7aeef9cab = 4019a86ad5d0d48f18f5
    x86_fp80 fma bfc69f3930818afee11a 403cfc31d80a4d2e83c3 40049cdb4c1076c8d486 = bfc3c8a936a52403899c
    x86_fp80 fma 8009aaefb4b65c15e958 3ff8f7c8149dddf255a5 3a572e06544a3e714 = 80000000000000000002
    x86_fp80 fma 80338000000002a696f0 3ff9ffffffffe0000000 2dffffffffe54d2de0 = a9a5bc000
    x86_fp80 fma ffdcf951043aab2b1000 ffdcf951043aab2b1002 8658c30e667e613046d6 = 7fff8000000000000000
    x86_fp80 to double bfc7a2118258a9d111a0 = bc7442304b153a22
    x86_fp80 to double bfc69f3930818afee11a = bc63e72610315fdc
    x86_fp80 to double bbf2d75dfbe416f7df63 = 80000035d77ef906
    x86_fp80 to double bbf6b5eda7031b90b042 = 800002d7b69c0c6e
    x86_fp80 to float bfc7a2118258a9d111a0 = a3a21182
    x86_fp80 to float bfc69f3930818afee11a = a31f3931
    x86_fp80 sqrt 7ffccf36380a504e8fce = 5ffde651515e74217bb4
    x86_fp80 sqrt 3ffabbc2aea01a961771 = 3ffcdb3dbc0c3e50e591
    x86_fp80 sqrt 20e4338d0fa1b22c74 = 200ff1b38cd0f2364f29
    x86_fp80 sqrt 3fcf899a631afcdc95be = 3fe784b6f710be3c97c8
";

/// By libgcc and libquadmath.
const QUAD: &str = "
    fp128 add bfdba8b08ad9f8db56acaceec0049eb3 3fe4910a08f884f2d14b5abdd461becc = 3fe49035b0b317f663a004675d01bc7d
    fp128 add 403f4443ecd1ff061414294fde440899 3ffb5b9d000000000000000000000000 = 403f4443ecd1ff0614143f09ae440899
    fp128 add c033426bb083cf4caf234e3c1f9f0f85 c033426bb083cf4caf234e3c1f9f0f80 = c034426bb083cf4caf234e3c1f9f0f82
    fp128 sub bfdba8b08ad9f8db56acaceec0049eb3 3fe4910a08f884f2d14b5abdd461becc = bfe491de613df1ef3ef6b1144bc1c11b
    fp128 sub 403f4443ecd1ff061414294fde440899 3ffb5b9d000000000000000000000000 = 403f4443ecd1ff06141413960e440899
    fp128 sub 3fec082bfe6b67158000000000000000 bfe73d1107e4c3c0406ee636aa4b6110 = 3fec121486aa8d3382037731b5525b08
    fp128 mul bfdba8b08ad9f8db56acaceec0049eb3 3fe4910a08f884f2d14b5abdd461becc = bfc14ca697a3539f3bfb4b67072a95a6
    fp128 mul 403f4443ecd1ff061414294fde440899 3ffb5b9d000000000000000000000000 = 403bb84eefa8e176a3f1a45c98418761
    fp128 mul c033426bb083cf4caf234e3c1f9f0f85 c033426bb083cf4caf234e3c1f9f0f80 = 4067961315589d61b396797b89b6dc4b
    fp128 mul bfa40000000000000000000037ae3e00 80579841f3b9e9b43723f8ebb69c118c = cc20f9dcf4da1b91fc7607b40e5
    fp128 mul 3fc4fffffffffffffffffffffff00000 80189a4762b182c7747be0ee4e74c9e5 = 8000000000003348ec563058ee8f7c1e
    fp128 mul 7491e0252607fa77052034654b5ad0e0 ff8bfffffffffc000000000000000000 = ffff0000000000000000000000000000
    fp128 div bfdba8b08ad9f8db56acaceec0049eb3 3fe4910a08f884f2d14b5abdd461becc = bff60f18d8061e03090ddbb920db9c30
    fp128 div 403f4443ecd1ff061414294fde440899 3ffb5b9d000000000000000000000000 = 4042dd9c5c088566cd2d5d8c712c03d6
    fp128 div c033426bb083cf4caf234e3c1f9f0f85 c033426bb083cf4caf234e3c1f9f0f80 = 3fff0000000000000000000000000004
    fp128 div 8035ecc1d355a65e937215cafa25ce74 40547b0842ff003469fed0063614e264 = 800000000000a667b64abab4b60feeb3
    fp128 div bfb5ac50fe8bd1f66c75fa033d38e5c2 7fd41779ca49ba76abc9abe730220c0b = 800000000000c42b484efcaa2bd76b6c
    fp128 div fff38e8f7d7265b32934c79501045845 bfe30edd752c2671db4f974dc988145f = 7fff0000000000000000000000000000
    fp128 rem 3f90ba2c5b00d326f21eed9fb8e69251 9b9acdfc9938179236f47a82f1fecbeb = 1b9abc9d74b6b2c2c34842380e3b2e65
    fp128 rem 3fec082bfe6b67158000000000000000 bfe73d1107e4c3c0406ee636aa4b6110 = 3fe6a38a00620252e9793ce568b048c0
    fp128 rem 40027e2085f7e105153561d98a9f53d9 3f8defbcf04cf2e3f4e9b98ce23d27ac = 3f8d1dadb7b084ebdad7b718ffe56740
    fp128 fma bfdba8b08ad9f8db56acaceec0049eb3 3fe4910a08f884f2d14b5abdd461becc bfcf5f7fdde0976dc1e57d333547d2d0 = bfcf5f85107af5fb10626d2062e3ef7a
    fp128 fma 403f4443ecd1ff061414294fde440899 3ffb5b9d000000000000000000000000 bfc5e7f9239b3e6717fdda0cbe6b360a = 403bb84eefa8e176a3f1a45c98418761
    fp128 fma c033426bb083cf4caf234e3c1f9f0f85 c033426bb083cf4caf234e3c1f9f0f80 404600000a0e3bad519e82779c75d900 = 4067961315591d61b89d975232861d87
    fp128 fma 81d8eca1c44a19aa3cdee7df74b1ab7c 252f381ea60334a1619cac08d8cb9e 800016fd4c3ad6bf9fa14031cc30ef6d = 800016fd4c3ad6bf9fa14031cc30ef6d
    fp128 fma 7491e0252607fa77052034654b5ad0e0 ff8bfffffffffc000000000000000000 bfd34a5d89e0ebd05c8d9a94cf05f63d = ffff0000000000000000000000000000
    fp128 to double bfdba8b08ad9f8db56acaceec0049eb3 = bdba8b08ad9f8db5
    fp128 to double 403f4443ecd1ff061414294fde440899 = 43f4443ecd1ff061
    fp128 to float bfdba8b08ad9f8db56acaceec0049eb3 = add45845
    fp128 to float 403f4443ecd1ff061414294fde440899 = 5fa221f6
    fp128 to x86_fp80 bfdba8b08ad9f8db56acaceec0049eb3 = bfdbd458456cfc6dab56
    fp128 to x86_fp80 403f4443ecd1ff061414294fde440899 = 403fa221f668ff830a0a
";

fn hexadecimal(word: &str) -> u128 {
    u128::from_str_radix(word, 16).unwrap()
}

fn evaluate(kind: FloatKind, operation: &[&str]) -> u128 {
    let operand = |index: usize| hexadecimal(operation[index]);
    let binary = |operation| kind.binary(operation, operand(1), operand(2));
    match operation[0] {
        "add" => binary(FloatBinary::Add),
        "sub" => binary(FloatBinary::Sub),
        "mul" => binary(FloatBinary::Mul),
        "div" => binary(FloatBinary::Div),
        "rem" => binary(FloatBinary::Rem),
        "fma" => kind.fma(operand(1), operand(2), operand(3)),
        "sqrt" => kind.sqrt(operand(1)),
        "to" => convert(kind, FloatKind::from_name(operation[1]).unwrap(), operand(2)),
        other => panic!("a row has the operation {other}"),
    }
}

fn check(rows: &str) {
    for row in rows.trim().lines() {
        let words: Vec<&str> = row.split_whitespace().collect();
        let [kind, operation @ .., "=", result] = words.as_slice() else {
            panic!("a row is a kind, an operation and a result: {row}");
        };
        let actual = evaluate(FloatKind::from_name(kind).unwrap(), operation);
        assert_eq!(format!("{actual:x}"), *result, "{row}");
    }
}

#[test]
fn the_x87_gives_these_results() {
    check(X87);
}

#[test]
fn quads_of_the_gnu_compiler_give_these_results() {
    check(QUAD);
}
