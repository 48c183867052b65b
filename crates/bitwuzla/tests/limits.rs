//! Stopping, threads, and calls that Bitwuzla refuses.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use vellum_bitwuzla::{Answer, Base, Kind, Opt, Setting, Solver, Term, TermManager};

/// A solver that is asked to factor a product of two large primes: more than anybody has time for.
fn hard_solver(manager: &TermManager) -> Solver {
    let sort = manager.bv_sort(64);
    let wide = |term: &Term| manager.indexed(Kind::BvZeroExtend, &[term], &[64]);
    let (x, y) = (manager.unknown(&sort), manager.unknown(&sort));
    let product = manager.term(Kind::BvMul, &[&wide(&x), &wide(&y)]);
    let one = manager.bv_value(&sort, 1);
    // 0x9600a35a099950d9 * 0x90c192cfd3ac94af, both prime.
    let wanted =
        manager.bv_digits(&manager.bv_sort(128), "54d1c863effc8f8715f4aa355f57b857", Base::Hexadecimal);
    let mut solver = Solver::new(manager, &[]);
    solver.assert(&manager.term(Kind::Equal, &[&product, &wanted]));
    solver.assert(&manager.term(Kind::BvUlt, &[&one, &x]));
    solver.assert(&manager.term(Kind::BvUlt, &[&one, &y]));
    solver
}

/// The solver answers an easy question after it was stopped.
fn check_still_usable(manager: &TermManager, solver: &mut Solver) {
    solver.push();
    solver.assert(&manager.truth(false));
    assert_eq!(solver.check(), Answer::Unsat);
    solver.pop();
}

#[test]
fn another_thread_stops_a_hard_check() {
    let manager = TermManager::new();
    let mut solver = hard_solver(&manager);
    let (begun, stopped) = (AtomicBool::new(false), AtomicBool::new(false));
    thread::scope(|scope| {
        scope.spawn(|| {
            while !begun.load(Ordering::SeqCst) {
                thread::yield_now();
            }
            stopped.store(true, Ordering::SeqCst);
        });
        let is_over = || {
            begun.store(true, Ordering::SeqCst);
            stopped.load(Ordering::SeqCst)
        };
        assert_eq!(solver.check_until(&is_over), Answer::Unknown);
    });
    check_still_usable(&manager, &mut solver);
}

#[test]
fn a_poll_limit_ends_a_check_at_the_same_place_every_time() {
    let polls = |limit| {
        let manager = TermManager::new();
        let mut solver = hard_solver(&manager);
        solver.set_poll_limit(limit);
        assert_eq!(solver.check(), Answer::Unknown);
        assert!(solver.polls() > limit);
        solver.polls()
    };
    assert_eq!(polls(500), polls(500));
}

#[test]
fn a_check_ends_when_its_caller_wants_it() {
    let manager = TermManager::new();
    let mut solver = hard_solver(&manager);
    let asked = std::cell::Cell::new(0);
    let is_over = || {
        asked.set(asked.get() + 1);
        asked.get() > 300
    };
    assert_eq!(solver.check_until(&is_over), Answer::Unknown);
    assert!(asked.get() > 300);
    check_still_usable(&manager, &mut solver);
    assert!(solver.polls() < 300);
}

#[test]
fn two_threads_solve_at_once() {
    let work = |seed: u64| {
        let manager = TermManager::new();
        let sort = manager.bv_sort(24);
        let (x, y) = (manager.unknown(&sort), manager.unknown(&sort));
        let mut solver = Solver::new(&manager, &[]);
        let product = manager.term(Kind::BvMul, &[&x, &y]);
        (0..50)
            .map(|step| {
                solver.push();
                let wanted = manager.bv_value(&sort, (seed * 7919 + step * 104_729) % (1 << 24));
                solver.assert(&manager.term(Kind::Equal, &[&product, &wanted]));
                assert_eq!(solver.check(), Answer::Sat);
                let found = (solver.value(&x).to_u64().unwrap(), solver.value(&y).to_u64().unwrap());
                assert_eq!(Some(found.0 * found.1 % (1 << 24)), wanted.to_u64());
                solver.pop();
                found
            })
            .collect::<Vec<_>>()
    };
    let threads = [1, 2, 1, 2].map(|seed| thread::spawn(move || work(seed)));
    let [a, b, c, d] = threads.map(|thread| thread.join().unwrap());
    // The same questions have the same models, whatever else goes on.
    assert_eq!((a, b), (c, d));
}

/// What a call panics with.
fn complaint(call: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(call)).unwrap_err();
    panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref().map(|text: &&str| (*text).into()))
        .unwrap()
}

#[test]
fn a_wrong_call_is_a_panic_and_nothing_is_lost() {
    let manager = TermManager::new();
    let (byte, word) = (manager.unknown(&manager.bv_sort(8)), manager.unknown(&manager.bv_sort(16)));
    let float = manager.unknown(&manager.fp_sort(8, 24));
    let mode = manager.unknown(&manager.rm_sort());
    let mut solver = Solver::new(&manager, &[]);
    let cases: &mut [(&str, &mut dyn FnMut())] = &mut [
        ("sort", &mut || drop(manager.term(Kind::BvAdd, &[&byte, &word]))),
        ("number of arguments", &mut || drop(manager.term(Kind::BvAdd, &[]))),
        ("number of arguments", &mut || drop(manager.term(Kind::FpFma, &[&mode, &float, &float]))),
        ("upper index must be", &mut || drop(manager.indexed(Kind::BvExtract, &[&byte], &[8, 0]))),
        ("number of indices", &mut || drop(manager.indexed(Kind::BvExtract, &[&byte], &[0]))),
        ("no bit vector has 0 bits", &mut || drop(manager.indexed(Kind::BvRepeat, &[&byte], &[0]))),
        ("no float is converted to 0 bits", &mut || {
            drop(manager.indexed(Kind::FpToSbv, &[&mode, &float], &[0]));
        }),
        ("no float has", &mut || drop(manager.indexed(Kind::FpToFpFromFp, &[&mode, &float], &[3, 5]))),
        ("must be > 0", &mut || drop(manager.bv_sort(0))),
        ("no bit vector has", &mut || drop(manager.bv_sort(u64::MAX))),
        ("experimental", &mut || drop(manager.fp_sort(4, 4))),
        ("does not fit", &mut || drop(manager.bv_value(&manager.bv_sort(8), 256))),
        ("Boolean", &mut || solver.assert(&byte)),
    ];
    for (expected, call) in cases {
        let said = complaint(call);
        assert!(said.contains(*expected), "{said:?} does not say {expected:?}");
    }
    assert!(complaint(|| drop(solver.value(&byte))).contains("sat"));
    assert!(complaint(|| assert_ne!(solver.check_assuming(&[&byte]), Answer::Sat)).contains("truth value"));
    // The level that a check with assumptions leaves open inside Bitwuzla is not ours to end.
    assert_eq!(solver.check_assuming(&[&manager.truth(true)]), Answer::Sat);
    assert!(complaint(|| solver.pop()).contains("level"));
    assert!(
        complaint(|| drop(Solver::new(&manager, &[(Opt::SatSolver, Setting::Word("abacus"))])))
            .contains("invalid mode")
    );
    let other = TermManager::new();
    assert!(complaint(|| drop(other.term(Kind::BvNot, &[&byte]))).contains("stay with their manager"));

    assert_eq!(solver.check(), Answer::Sat);
    assert_eq!(solver.value(&byte).width(), 8);
}
