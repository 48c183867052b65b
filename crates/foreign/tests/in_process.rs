//! Calls of the host's C library in this process, with memory where the program would have it.

use std::{sync::Arc, time::Duration};

use vellum_foreign::{
    Answer, Argument, Beyond, Call, Config, Deadline, Failure, Half, Host, Kind, Output, Place, Region, Use,
};

const PAGE: u64 = 4096;
const SIZE: u64 = 1 << 40;

/// Two regions that no other test has: mappings stay.
fn regions(number: u64) -> [Region; 2] {
    let base = (0x20 + 2 * number) << 40;
    [
        Region { base, size: SIZE, use_for: Use::Reading },
        Region { base: base + SIZE, size: SIZE, use_for: Use::Writing },
    ]
}

fn host(regions: &[Region]) -> Host {
    let mut host = Host::new(config());
    host.map(regions).unwrap();
    host
}

fn config() -> Config {
    Config {
        helper: "nobody starts it".into(),
        libraries: Vec::new(),
        place: Place::InProcess,
        timeout: Duration::from_secs(1),
        interrupt: Arc::default(),
        deadline: Deadline::default(),
    }
}

fn call(host: &mut Host, name: &str, args: &[(Kind, u64)], result: Kind) -> u64 {
    let args = args.iter().map(|&(kind, value)| Argument::new(kind, value)).collect();
    let answer = answer(host, name, args, result).value();
    if result == Kind::Float { answer & u64::from(u32::MAX) } else { answer }
}

fn answer(host: &mut Host, name: &str, args: Vec<Argument>, result: Kind) -> Answer {
    host.call(&Call { name: name.to_owned(), args, result, errno: 0, output: Output::Shown }).unwrap()
}

#[test]
fn functions_get_what_they_are_given() {
    let [constants, writable] = regions(0);
    let mut host = host(&[constants, writable]);
    host.write(constants.base, b"%d %g %s\0").unwrap();
    host.write(writable.base + 8, b"text\0").unwrap();
    assert_eq!(call(&mut host, "strlen", &[(Kind::Word, writable.base + 8)], Kind::Word), 4);
    // Variadic, with a double among the arguments.
    let to = writable.base + 5 * PAGE;
    let args = [
        (Kind::Word, to),
        (Kind::Word, 64),
        (Kind::Word, constants.base),
        (Kind::Word, 7),
        (Kind::Double, 0.5_f64.to_bits()),
        (Kind::Word, writable.base + 8),
    ];
    assert_eq!(call(&mut host, "snprintf", &args, Kind::Word), 10);
    let mut bytes = [1; 11];
    host.read(to, &mut bytes).unwrap();
    assert_eq!(&bytes, b"7 0.5 text\0");
    let half = call(&mut host, "sqrtf", &[(Kind::Float, u64::from(0.25_f32.to_bits()))], Kind::Float);
    assert_eq!(half, u64::from(0.5_f32.to_bits()));
    let sine = call(&mut host, "sin", &[(Kind::Double, 1_f64.to_bits())], Kind::Double);
    assert_eq!(f64::from_bits(sine).to_bits(), 1_f64.sin().to_bits());
}

#[test]
fn wide_values_have_their_registers() {
    let [constants, writable] = regions(6);
    let mut host = host(&[constants, writable]);
    // A structure of two integers, of 8 bytes and of 16.
    let pair = Kind::Pair([Half::Word, Half::Word]);
    let args = vec![Argument::new(Kind::Word, 17), Argument::new(Kind::Word, 5)];
    assert_eq!(answer(&mut host, "ldiv", args.clone(), pair).words(), [3, 2]);
    assert_eq!(answer(&mut host, "div", args, Kind::Word).value(), 3 | 2 << 32);
    // 80 bits: 2 is 0x8000000000000000 with the exponent 0x4000.
    let two = [vec![0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0x40], vec![0; 6]].concat();
    let long = |bytes: &[u8]| vec![Argument { kind: Kind::LongDouble, bytes: bytes.to_vec() }];
    let root = answer(&mut host, "sqrtl", long(&two), Kind::LongDouble).bytes;
    assert_eq!(root[..10], [0x84, 0x64, 0xde, 0xf9, 0x33, 0xf3, 0x04, 0xb5, 0xff, 0x3f]);
    host.write(constants.base, b"2\0%Lg\0").unwrap();
    let read = answer(
        &mut host,
        "strtold",
        vec![Argument::new(Kind::Word, constants.base), Argument::new(Kind::Word, 0)],
        Kind::LongDouble,
    );
    assert_eq!(read.bytes[..10], two[..10]);
    let mut args =
        [writable.base, 16, constants.base + 2].map(|word| Argument::new(Kind::Word, word)).to_vec();
    args.extend(long(&two));
    assert_eq!(answer(&mut host, "snprintf", args, Kind::Word).value() & 0xffff, 1);
    let mut text = [0; 2];
    host.read(writable.base, &mut text).unwrap();
    assert_eq!(&text, b"2\0");
    // A complex number comes back in two registers for floats: 3 + 4i is conjugated.
    let parts = [3_f64, 4_f64].map(|part| Argument::new(Kind::Double, part.to_bits())).to_vec();
    let conjugated = answer(&mut host, "conj", parts, Kind::Pair([Half::Float, Half::Float]));
    assert_eq!(conjugated.words(), [3_f64.to_bits(), (-4_f64).to_bits()]);
}

#[test]
fn variables_have_an_address() {
    let mut host = host(&regions(7));
    let place = host.find("stdout").unwrap().unwrap();
    let Beyond::Bytes(bytes) = host.beyond(host.life(), place, 8) else { panic!("it can be read") };
    let stream = u64::from_le_bytes(bytes.try_into().unwrap());
    assert_eq!(call(&mut host, "fileno", &[(Kind::Word, stream)], Kind::Word) & 0xffff_ffff, 1);
}

#[test]
fn functions_nobody_has_are_not_found() {
    let mut host = host(&regions(1));
    assert!(host.find("strlen").unwrap().is_some() && host.find("sin").unwrap().is_some());
    assert!(host.find("nobody_has_this").unwrap().is_none() && host.find("with\0zero").unwrap().is_none());
    let name = "nobody_has_this".to_owned();
    let call = Call { name, args: Vec::new(), result: Kind::Nothing, errno: 0, output: Output::Hidden };
    assert!(matches!(host.call(&call), Err(Failure::Broken(_))));
}

#[test]
fn errno_is_what_the_call_left() {
    let [constants, writable] = regions(2);
    let mut host = host(&[constants, writable]);
    host.write(constants.base, b"/nowhere/at/all\0").unwrap();
    let args = [constants.base, 0].map(|word| Argument::new(Kind::Word, word)).to_vec();
    let mut open =
        Call { name: "open".to_owned(), args, result: Kind::Word, errno: 5, output: Output::Shown };
    assert_eq!(host.call(&open).unwrap().errno, 2);
    open.name = "strlen".to_owned();
    assert_eq!(host.call(&open).unwrap().errno, 5);
}

#[test]
fn pages_are_given_back_and_constants_stay() {
    let [constants, writable] = regions(3);
    let mut host = host(&[constants, writable]);
    host.write(constants.base, b"constant\0").unwrap();
    let place = |i: u64| writable.base + i * 16 * PAGE;
    (0..1000).for_each(|i| host.write(place(i), b"object").unwrap());
    host.settle(1);
    assert_eq!(host.pages(), 1001, "few pages stay");
    (1000..1025).for_each(|i| host.write(place(i), b"object").unwrap());
    host.settle(1);
    assert_eq!(host.pages(), 1, "more than 1024 go at once");
    assert_eq!(call(&mut host, "strlen", &[(Kind::Word, place(3))], Kind::Word), 0);
    assert_eq!(call(&mut host, "strlen", &[(Kind::Word, constants.base)], Kind::Word), 8);
    // Calls that need as many keep them: an average of (0·3 + 2000)/4 pages each, then more.
    for _ in 0..4 {
        (0..2000).for_each(|i| host.write(place(i), b"object").unwrap());
        host.settle(2000);
    }
    assert_eq!(host.pages(), 2001);
}

#[test]
fn memory_of_the_library_can_be_read() {
    let [constants, writable] = regions(4);
    let mut host = host(&[constants, writable]);
    host.write(constants.base, b"PATH\0").unwrap();
    let pointer = call(&mut host, "strerror", &[(Kind::Word, 2)], Kind::Word);
    assert_eq!(host.beyond(host.life(), pointer, 7), Beyond::Bytes(b"No such".to_vec()));
    assert_eq!(host.beyond(host.life() + 1, pointer, 7), Beyond::Gone);
    for address in [0, 8, constants.base, writable.base, 1 << 46] {
        assert_eq!(host.beyond(host.life(), address, 1), Beyond::Nothing, "{address:#x}");
    }
}

#[test]
fn what_is_in_the_way_is_said() {
    let [constants, writable] = regions(5);
    let first = host(&[constants, writable]);
    let mut second = Host::new(config());
    let refused = second.map(&[constants, writable]);
    assert!(
        matches!(refused, Err(Failure::Broken(why)) if why.starts_with("there is no room")),
        "it is taken"
    );
    drop(first);
}
