//! Writing down the questions that reach the backends, as SMT-LIB 2 that other solvers accept.

use std::io::{self, Write};

use vellum_expr::{Expr, Exprs, GaveUp, Script};

use crate::backend::Answer;

/// Is told every question that reaches a backend, with its answer.
pub trait QueryLog {
    /// All conditions, as a backend gets them, and what it said.
    fn answered(
        &mut self,
        exprs: &Exprs,
        conditions: &[Expr],
        answer: Result<&Answer, GaveUp>,
    ) -> io::Result<()>;
}

/// Writes one script after the other, each with our answer as its status and a `(reset)` at its end.
pub struct SmtLog<W> {
    out: W,
    count: u64,
}

impl<W: Write> SmtLog<W> {
    /// A log that goes to `out`.
    pub const fn new(out: W) -> Self {
        Self { out, count: 0 }
    }

    /// A log whose first question has this number.
    pub const fn numbered(out: W, first: u64) -> Self {
        Self { out, count: first.saturating_sub(1) }
    }
}

impl<W> std::fmt::Debug for SmtLog<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SmtLog({} written)", self.count)
    }
}

impl<W: Write> QueryLog for SmtLog<W> {
    fn answered(
        &mut self,
        exprs: &Exprs,
        conditions: &[Expr],
        answer: Result<&Answer, GaveUp>,
    ) -> io::Result<()> {
        self.count += 1;
        let mut script = Script::new();
        for &condition in conditions {
            script.assert(condition);
        }
        let status = match answer {
            Ok(Answer::Sat(_)) => "sat",
            Ok(Answer::Unsat(_)) => "unsat",
            Err(GaveUp) => "unknown",
        };
        let text = script.text(exprs);
        write!(self.out, "; question {}\n(set-info :status {status})\n{text}(reset)\n", self.count)
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::RefCell, io, rc::Rc};

    use expect_test::expect;
    use vellum_expr::{Exprs, PathCondition};

    use super::SmtLog;
    use crate::{Solver, SolverConfig};

    /// A writer two can hold.
    #[derive(Clone, Default)]
    struct Shared(Rc<RefCell<Vec<u8>>>);

    impl io::Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_question_is_written_with_its_answer() {
        let mut exprs = Exprs::new();
        let out = Shared::default();
        let log = SmtLog::new(out.clone());
        let mut solver = Solver::new(SolverConfig::default()).with_log(Box::new(log));
        let x = exprs.variable("x", 12);
        let (square, three) = (exprs.mul(x, x), exprs.constant(12, 3));
        let never = exprs.eq(square, three);
        assert_eq!(solver.may_hold(&mut exprs, &PathCondition::new(), never), Ok(false));
        assert!(solver.log_error().is_none());
        let text = String::from_utf8(out.0.take()).unwrap();
        expect![[r"
            ; question 1
            (set-info :status unsat)
            (set-logic QF_BV)
            (declare-const |x[0]| (_ BitVec 12))
            (assert (= (bvmul |x[0]| |x[0]|) #x003))
            (check-sat)
            (reset)
        "]]
        .assert_eq(&text);
    }

    #[test]
    fn a_log_that_cannot_be_written_is_an_error_in_the_end() {
        let mut exprs = Exprs::new();
        let room: io::Cursor<[u8; 10]> = io::Cursor::new([0; 10]);
        let mut solver = Solver::new(SolverConfig::default()).with_log(Box::new(SmtLog::new(room)));
        let (x, y) = (exprs.variable("x", 8), exprs.variable("y", 8));
        let less = exprs.ult(x, y);
        assert_eq!(solver.may_hold(&mut exprs, &PathCondition::new(), less), Ok(true));
        assert!(solver.log_error().is_some());
    }
}
