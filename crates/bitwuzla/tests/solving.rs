//! Small questions with known answers.

use vellum_bitwuzla::{Answer, Base, Kind, Opt, RoundingMode, Setting, Solver, Term, TermManager};

/// Bit vector terms, to say much in one line.
struct Bv<'m>(&'m TermManager, u64);

impl Bv<'_> {
    fn unknown(&self, name: &str) -> Term {
        self.0.named_unknown(&self.0.bv_sort(self.1), name)
    }

    fn value(&self, value: u64) -> Term {
        self.0.bv_value(&self.0.bv_sort(self.1), value)
    }

    fn is(&self, a: &Term, value: u64) -> Term {
        self.0.term(Kind::Equal, &[a, &self.value(value)])
    }
}

#[test]
fn a_model_satisfies_what_was_asserted() {
    let manager = TermManager::new();
    let bv = Bv(&manager, 32);
    let (x, y) = (bv.unknown("x"), bv.unknown("y"));
    let mut solver = Solver::new(&manager, &[]);
    solver.assert(&bv.is(&manager.term(Kind::BvMul, &[&x, &y]), 391));
    solver.assert(&manager.term(Kind::BvUlt, &[&bv.value(1), &x]));
    solver.assert(&manager.term(Kind::BvUlt, &[&x, &y]));
    solver.assert(&manager.term(Kind::BvUlt, &[&y, &bv.value(100)]));
    assert_eq!(solver.check(), Answer::Sat);
    assert_eq!((solver.value(&x).to_u64(), solver.value(&y).to_u64()), (Some(17), Some(23)));
    let product = manager.term(Kind::BvMul, &[&x, &y]);
    assert_eq!(solver.value(&product).digits(), format!("{:032b}", 391));
}

#[test]
fn what_cannot_be_is_unsat() {
    let manager = TermManager::new();
    let bv = Bv(&manager, 64);
    let x = bv.unknown("x");
    let mut solver = Solver::new(&manager, &[]);
    // No square ends in the bits 10.
    let square = manager.term(Kind::BvMul, &[&x, &x]);
    let end = manager.indexed(Kind::BvExtract, &[&square], &[1, 0]);
    solver.assert(&Bv(&manager, 2).is(&end, 2));
    assert_eq!(solver.check(), Answer::Unsat);
}

#[test]
fn levels_come_and_go() {
    let manager = TermManager::new();
    let bv = Bv(&manager, 8);
    let x = bv.unknown("x");
    let mut solver = Solver::new(&manager, &[]);
    solver.assert(&manager.term(Kind::BvUlt, &[&x, &bv.value(10)]));
    for value in 0..20 {
        solver.push();
        solver.assert(&bv.is(&x, value));
        let expected = if value < 10 { Answer::Sat } else { Answer::Unsat };
        assert_eq!(solver.check(), expected, "{value}");
        solver.pop();
    }
    assert_eq!((solver.depth(), solver.check()), (0, Answer::Sat));
}

#[test]
fn assumptions_hold_for_one_check() {
    let manager = TermManager::new();
    let bv = Bv(&manager, 8);
    let x = bv.unknown("x");
    let mut solver = Solver::new(&manager, &[(Opt::ProduceUnsatAssumptions, Setting::Number(1))]);
    solver.assert(&manager.term(Kind::BvUlt, &[&x, &bv.value(10)]));
    let (five, fifty) = (bv.is(&x, 5), bv.is(&x, 50));
    let odd = Bv(&manager, 1).is(&manager.indexed(Kind::BvExtract, &[&x], &[0, 0]), 1);
    assert_eq!(solver.check_assuming(&[&odd, &fifty]), Answer::Unsat);
    assert!(solver.is_blamed(&fifty) && !solver.is_blamed(&odd));
    assert_eq!(solver.check_assuming(&[&odd, &five]), Answer::Sat);
    assert_eq!(solver.value(&x).to_u64(), Some(5));
    assert_eq!(solver.check_assuming(&[]), Answer::Sat);
    assert_eq!(solver.depth(), 0);
}

#[test]
fn tuned_and_default_solvers_agree() {
    let tuned = [(Opt::Preprocess, Setting::Number(0)), (Opt::Abstraction, Setting::Number(0))];
    for options in [&tuned[..], &[]] {
        let manager = TermManager::new();
        let bv = Bv(&manager, 16);
        let (x, y) = (bv.unknown("x"), bv.unknown("y"));
        let mut solver = Solver::new(&manager, options);
        let quotient = manager.term(Kind::BvUdiv, &[&x, &y]);
        solver.assert(&bv.is(&quotient, 7));
        solver.assert(&bv.is(&manager.term(Kind::BvUrem, &[&x, &y]), 3));
        assert_eq!(solver.check(), Answer::Sat);
        let (x, y) = (solver.value(&x).to_u64().unwrap(), solver.value(&y).to_u64().unwrap());
        assert_eq!((x / y, x % y), (7, 3));
    }
}

#[test]
fn a_sum_of_floats_is_found() {
    let manager = TermManager::new();
    let x = manager.named_unknown(&manager.fp_sort(11, 53), "x");
    let tenth = manager.f64_bits(0.1_f64.to_bits());
    let nearest = manager.rounding(RoundingMode::NearestEven);
    let sum = manager.term(Kind::FpAdd, &[&nearest, &x, &tenth]);
    let mut solver = Solver::new(&manager, &[]);
    solver.assert(&manager.term(Kind::FpEqual, &[&sum, &manager.f64_bits(0.3_f64.to_bits())]));
    assert_eq!(solver.check(), Answer::Sat);
    let found = f64::from_bits(solver.value(&x).to_u64().unwrap());
    assert_eq!((found + 0.1).to_bits(), 0.3_f64.to_bits());

    // It is not unique: 0.2 is no solution, because the sum is 0.30000000000000004.
    let fifth = manager.f64_bits(0.2_f64.to_bits());
    assert_eq!(solver.check_assuming(&[&manager.term(Kind::FpEqual, &[&x, &fifth])]), Answer::Unsat);
}

#[test]
fn numbers_are_written_in_every_base() {
    let manager = TermManager::new();
    let sort = manager.bv_sort(128);
    let hexadecimal = manager.bv_digits(&sort, "ffffffffffffffffffffffffffffffff", Base::Hexadecimal);
    let decimal = manager.bv_digits(&sort, "340282366920938463463374607431768211455", Base::Decimal);
    let binary = manager.bv_digits(&sort, &"1".repeat(128), Base::Binary);
    assert_eq!(hexadecimal, decimal);
    assert_eq!(hexadecimal, binary);
    assert_eq!((binary.digits(), binary.to_u64()), ("1".repeat(128), None));
    assert_eq!(hexadecimal.sort(), sort);
}

#[test]
fn terms_outlive_what_made_them() {
    let (sum, copy) = {
        let manager = TermManager::new();
        let x = Bv(&manager, 8).unknown("x");
        let sum = manager.term(Kind::BvAdd, &[&x, &x]);
        (sum.clone(), sum)
    };
    drop(copy);
    assert_eq!(sum.to_string(), "(bvadd x x)");
}
