//! Which memory model to try.

use vellum_engine::Resolution;
use vellum_memory::{MANY_ACCESSES, Row};

/// What to tell a person whose run was under the model `row`.
pub(crate) fn of(row: &Row, resolution: &Resolution) -> Option<String> {
    (row.name == "forking" && resolution.many > MANY_ACCESSES).then(|| {
        let Resolution { many, most, many_in_heap, .. } = resolution;
        // Segments are of heap objects; others are merged.
        let model = if 2 * many_in_heap >= *many { "segmented" } else { "merging" };
        format!(
            "vellum: {many} accesses could each meet more than ten objects (up to {most}), with a path for each; try \
             --memory {model}\n"
        )
    })
}

#[cfg(test)]
mod tests {
    use vellum_engine::Resolution;
    use vellum_memory::model_named;

    use super::of;

    #[test]
    fn only_forking_with_many_large_resolutions_gets_advice() {
        let forking = model_named("forking").unwrap();
        let seen = |many, many_in_heap| Resolution { many, many_in_heap, most: 40, ..Resolution::default() };
        assert_eq!(of(forking, &seen(5, 5)), None);
        let advice = of(forking, &seen(6, 6)).unwrap();
        assert!(advice.contains("6 accesses") && advice.contains("40") && advice.ends_with("segmented\n"));
        assert!(of(forking, &seen(6, 1)).unwrap().ends_with("merging\n"), "of globals there are no segments");
        assert_eq!(of(model_named("merging").unwrap(), &seen(100, 100)), None);
    }
}
