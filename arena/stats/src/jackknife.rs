//! The jackknife: the error of a figure other than a mean, from its values with one part left out (Quenouille 1956,
//! Tukey 1958).

/// The standard error of a figure computed from several independent parts, given its values without each part. 0 if
/// there are fewer than two.
#[must_use]
pub fn standard_error(without_each: &[f64]) -> f64 {
    if without_each.len() < 2 {
        return 0.0;
    }
    let count = without_each.len() as f64;
    let mean = without_each.iter().sum::<f64>() / count;
    let squares: f64 = without_each.iter().map(|value| (value - mean).powi(2)).sum();
    ((count - 1.0) / count * squares).sqrt()
}

#[cfg(test)]
mod tests {
    use super::standard_error;

    #[test]
    fn of_a_mean_it_is_the_standard_error_of_the_mean() {
        let values = [3.0, 5.0, 4.0, 8.0, 1.0];
        let (count, sum) = (values.len() as f64, values.iter().sum::<f64>());
        let without: Vec<f64> = values.iter().map(|value| (sum - value) / (count - 1.0)).collect();
        let squares: f64 = values.iter().map(|value| (value - sum / count).powi(2)).sum();
        let expected = (squares / (count - 1.0) / count).sqrt();
        assert!((standard_error(&without) - expected).abs() < 1e-12);
        assert_eq!(standard_error(&without[..1]), 0.0);
    }
}
