//! Which memory model to try.

use vellum_engine::Resolution;
use vellum_memory::{MANY_ACCESSES, MANY_COMPARED, Row};

/// What to tell a person whose run was under the model `row`.
pub(crate) fn of(row: &Row, resolution: &Resolution) -> Option<String> {
    if resolution.too_many > 0 {
        let Resolution { too_many, most, .. } = resolution;
        return Some(format!(
            "vellum: {too_many} accesses could meet more objects (up to {most}) than `--memory {}` compares an address \
             with ({MANY_COMPARED}): a path was made for each object\n",
            row.name
        ));
    }
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
        let merging = model_named("merging").unwrap();
        assert_eq!(of(merging, &seen(100, 100)), None);
        let advice = of(merging, &Resolution { too_many: 2, most: 300, ..Resolution::default() }).unwrap();
        assert!(advice.contains("2 accesses") && advice.contains("300") && advice.contains("merging"));
    }
}
