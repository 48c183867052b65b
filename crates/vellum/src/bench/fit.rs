//! How fast something grows.

/// The exponent `k` for which `y = c · x^k` fits the points best: the slope of a line through their logarithms.
/// Nothing if fewer than two different sizes are left when those are taken out that have no logarithm.
pub(super) fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    let logs = points.iter().filter(|(x, y)| *x > 0.0 && *y > 0.0).map(|(x, y)| (x.ln(), y.ln()));
    let logs: Vec<(f64, f64)> = logs.collect();
    let count: f64 = logs.iter().map(|_| 1.0).sum();
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / count;
    let (x_mean, y_mean) = (mean(|point| point.0), mean(|point| point.1));
    let spread: f64 = logs.iter().map(|(x, _)| (x - x_mean).powi(2)).sum();
    let together: f64 = logs.iter().map(|(x, y)| (x - x_mean) * (y - y_mean)).sum();
    (spread > 0.0).then(|| together / spread)
}

#[cfg(test)]
mod tests {
    use super::exponent;

    fn of(time: fn(f64) -> f64) -> f64 {
        let points: Vec<(f64, f64)> = [10.0, 20.0, 40.0, 80.0].map(|n| (n, time(n))).to_vec();
        exponent(&points).unwrap()
    }

    #[test]
    fn powers_are_told_by_their_exponent() {
        for (found, expected) in
            [(of(|n| 3.0 * n), 1.0), (of(|n| n * n / 7.0), 2.0), (of(|_| 5.0), 0.0), (of(f64::sqrt), 0.5)]
        {
            assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
        }
    }

    #[test]
    fn one_size_has_no_growth() {
        assert_eq!(exponent(&[]), None);
        assert_eq!(exponent(&[(10.0, 1.0)]), None);
        assert_eq!(exponent(&[(10.0, 1.0), (10.0, 2.0), (20.0, 0.0)]), None);
    }
}
