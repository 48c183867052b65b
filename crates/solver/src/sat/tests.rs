//! The solver against every assignment, and against another solver.

use batsat::SolverInterface;

use super::{Lit, Outcome, Sat};
use crate::{budget::Meter, testing::Random};

fn solve(sat: &mut Sat, assumptions: &[Lit]) -> Outcome {
    sat.solve(assumptions, &mut Meter::new(u64::MAX, &|| false))
}

/// Random clauses of three literals; as free variables without gates, always active.
fn clauses(random: &mut Random, vars: u32, count: u32) -> Vec<[Lit; 3]> {
    let mut lit = || Lit::new(1 + random.below(vars)).flip_if(random.below(2) == 0);
    (0..count).map(|_| [lit(), lit(), lit()]).collect()
}

fn load(vars: u32, clauses: &[[Lit; 3]]) -> Sat {
    let mut sat = Sat::new();
    for _ in 0..vars {
        sat.add_var();
    }
    for clause in clauses {
        sat.add_clause(0, clause);
    }
    sat
}

fn ask(sat: &mut Sat, vars: u32, assumptions: &[Lit]) -> Outcome {
    sat.begin();
    for var in 1..=vars {
        sat.activate(var);
    }
    solve(sat, assumptions)
}

fn to_other(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.var()), !lit.is_negated())
}

#[test]
fn random_clauses_agree_with_another_solver_also_under_assumptions() {
    let mut random = Random::new(1);
    let mut seen = [0, 0];
    for round in 0..60 {
        let vars = 5 + random.below(60);
        let formula = clauses(&mut random, vars, vars * 4);
        let mut sat = load(vars, &formula);
        let mut other = batsat::BasicSolver::default();
        for _ in 0..=vars {
            other.new_var_default();
        }
        other.add_clause_reuse(&mut vec![to_other(Lit::TRUE)]);
        for clause in &formula {
            other.add_clause_reuse(&mut clause.map(to_other).to_vec());
        }
        for _ in 0..10 {
            let count = random.below(5);
            let assumptions: Vec<Lit> =
                (0..count).map(|_| Lit::new(1 + random.below(vars)).flip_if(random.below(2) == 0)).collect();
            let theirs: Vec<batsat::Lit> = assumptions.iter().map(|&lit| to_other(lit)).collect();
            let expected = other.solve_limited(&theirs) == batsat::lbool::TRUE;
            let outcome = ask(&mut sat, vars, &assumptions);
            assert_eq!(outcome == Outcome::Sat, expected, "round {round}");
            seen[usize::from(expected)] += 1;
            if expected {
                let holds = |lit: &Lit| sat.value(*lit);
                assert!(formula.iter().all(|clause| clause.iter().any(holds)), "round {round}");
                assert!(assumptions.iter().all(holds), "round {round}");
            } else {
                let core = sat.core().to_vec();
                assert!(core.iter().all(|lit| assumptions.contains(lit)), "round {round}");
                assert_eq!(ask(&mut sat, vars, &core), Outcome::Unsat, "round {round}");
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "both answers occur: {seen:?}");
}

#[test]
fn a_hole_too_few_is_noticed_and_the_limit_holds() {
    // Eight pigeons, seven holes.
    let (pigeons, holes) = (8, 7);
    let place = |pigeon: u32, hole: u32| Lit::new(1 + pigeon * holes + hole);
    let mut sat = load(pigeons * holes, &[]);
    for pigeon in 0..pigeons {
        sat.add_clause(0, &(0..holes).map(|hole| place(pigeon, hole)).collect::<Vec<_>>());
        for (other, hole) in (0..pigeon).flat_map(|other| (0..holes).map(move |hole| (other, hole))) {
            sat.add_clause(0, &[!place(pigeon, hole), !place(other, hole)]);
        }
    }
    sat.begin();
    (1..=pigeons * holes).for_each(|var| sat.activate(var));
    let mut meter = Meter::new(50, &|| false);
    assert_eq!(sat.solve(&[], &mut meter), Outcome::Stopped);
    assert_eq!(meter.used(), 50);
    assert_eq!(ask(&mut sat, pigeons * holes, &[]), Outcome::Unsat);
}
