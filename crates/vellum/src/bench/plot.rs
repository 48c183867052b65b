//! Lines over two axes, as an SVG file.

use std::fmt::Write as _;

/// The size of a plot and of the room around its axes.
const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 15.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 45.0;

/// Marks an axis has at least.
const MARKS: f64 = 5.0;

/// What lines are told apart by; they are used in turn.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999"];

/// How values become heights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    Linear,
    /// What is not above zero is left out.
    Log,
}

/// A line with its name in the legend.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64)>,
}

/// One plot.
#[derive(Clone, Debug)]
pub(super) struct Plot {
    pub(super) title: String,
    pub(super) x: String,
    pub(super) y: String,
    pub(super) scale: Scale,
    pub(super) lines: Vec<Line>,
}

/// The plots side by side, as the text of a file.
pub(super) fn svg(plots: &[Plot]) -> String {
    let width: f64 = plots.iter().map(|_| WIDTH).sum();
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let mut left = 0.0;
    for plot in plots {
        let _ = writeln!(text, "<g transform=\"translate({left} 0)\">");
        plot.draw(&mut text);
        text.push_str("</g>\n");
        left += WIDTH;
    }
    text.push_str("</svg>\n");
    text
}

/// An axis: values and how far along they are, from 0 to 1.
struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
}

impl Axis {
    /// From the values that must be on it.
    fn of(scale: Scale, values: impl Iterator<Item = f64> + Clone) -> Self {
        let high = values.clone().fold(0.0, f64::max);
        let (low, high) = match scale {
            Scale::Linear => (0.0, if high > 0.0 { high } else { 1.0 }),
            Scale::Log => {
                let low = values.filter(|value| *value > 0.0).fold(f64::INFINITY, f64::min);
                let (low, high) = if low.is_finite() { (low, high) } else { (0.1, 1.0) };
                let (low, high) = (low.log10().floor(), high.log10().ceil());
                (10_f64.powf(low), 10_f64.powf(high.max(low + 1.0)))
            }
        };
        Self { scale, low, high }
    }

    fn along(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Log => (value / self.low).ln() / (self.high / self.low).ln(),
        }
    }

    fn has(&self, value: f64) -> bool {
        self.scale == Scale::Linear || value > 0.0
    }

    /// Where it has marks: at round numbers.
    fn marks(&self) -> Vec<f64> {
        let mut marks = Vec::new();
        let mut at = self.low;
        let step = round_step((self.high - self.low) / MARKS);
        while at <= self.high * (1.0 + 1e-9) {
            marks.push(at);
            at = match self.scale {
                Scale::Linear => at + step,
                Scale::Log => at * 10.0,
            };
        }
        marks
    }
}

/// The largest of 1, 2, 5, 10, 20, … that is not above `step`.
fn round_step(step: f64) -> f64 {
    let power = 10_f64.powf(step.log10().floor());
    let factor = [5.0, 2.0, 1.0].into_iter().find(|factor| factor * power <= step * (1.0 + 1e-9));
    factor.unwrap_or(1.0) * power
}

impl Plot {
    fn draw(&self, text: &mut String) {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let x = Axis::of(Scale::Linear, points().map(|point| point.0));
        let y = Axis::of(self.scale, points().map(|point| point.1));
        let across = |value: f64| LEFT + x.along(value) * (WIDTH - LEFT - RIGHT);
        let down = |value: f64| HEIGHT - BOTTOM - y.along(value) * (HEIGHT - TOP - BOTTOM);
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        let middle = f64::midpoint(LEFT, right);
        let _ = writeln!(
            text,
            "<text x=\"{middle:.1}\" y=\"18\" text-anchor=\"middle\" font-size=\"13\">{}</text>\n\
             <path d=\"M{LEFT:.1} {TOP:.1}V{bottom:.1}H{right:.1}\" fill=\"none\" stroke=\"black\"/>\n\
             <text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n\
             <text transform=\"translate(14 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            escape(&self.title),
            HEIGHT - 10.0,
            escape(&self.x),
            f64::midpoint(TOP, bottom),
            escape(&self.y)
        );
        for mark in x.marks() {
            let at = across(mark);
            let _ = writeln!(
                text,
                "<path d=\"M{at:.1} {bottom:.1}v4\" stroke=\"black\"/>\
                 <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                bottom + 16.0,
                number(mark)
            );
        }
        for mark in y.marks() {
            let at = down(mark);
            let _ = writeln!(
                text,
                "<path d=\"M{LEFT:.1} {at:.1}H{right:.1}\" stroke=\"#dddddd\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 6.0,
                at + 4.0,
                number(mark)
            );
        }
        let mut legend = TOP + 8.0;
        for (line, colour) in self.lines.iter().zip(COLOURS.iter().cycle()) {
            let points = line.points.iter().filter(|point| y.has(point.1));
            let places: Vec<String> =
                points.map(|point| format!("{:.1},{:.1}", across(point.0), down(point.1))).collect();
            let _ = writeln!(
                text,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>\n\
                 <path d=\"M{:.1} {legend:.1}h18\" stroke=\"{colour}\" stroke-width=\"1.5\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                places.join(" "),
                LEFT + 8.0,
                LEFT + 30.0,
                legend + 4.0,
                escape(&line.name)
            );
            legend += 14.0;
        }
    }
}

/// A mark's number, without the noise of its last digits.
fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::{Axis, Line, Plot, Scale, number, round_step, svg};

    fn marks(scale: Scale, values: &[f64]) -> Vec<String> {
        Axis::of(scale, values.iter().copied()).marks().into_iter().map(number).collect()
    }

    #[test]
    fn axes_have_round_marks() {
        assert_eq!(marks(Scale::Linear, &[10.0, 120.0]), ["0", "20", "40", "60", "80", "100", "120"]);
        assert_eq!(marks(Scale::Linear, &[0.7]), ["0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"]);
        assert_eq!(marks(Scale::Log, &[0.03, 250.0]), ["0.01", "0.1", "1", "10", "100", "1000"]);
        assert_eq!(marks(Scale::Log, &[]), ["0.1", "1"]);
        assert_eq!([9.0, 4.9, 2.0, 0.15].map(|step| number(round_step(step))), ["5", "2", "2", "0.1"]);
    }

    #[test]
    fn values_are_where_their_scale_has_them() {
        let linear = Axis::of(Scale::Linear, [50.0, 100.0].into_iter());
        let log = Axis::of(Scale::Log, [1.0, 100.0].into_iter());
        for (found, expected) in [(linear.along(25.0), 0.25), (log.along(10.0), 0.5), (log.along(100.0), 1.0)]
        {
            assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
        }
    }

    #[test]
    fn a_plot_has_its_lines_and_their_names() {
        let line = |name: &str, y: f64| Line { name: name.to_owned(), points: vec![(0.0, 0.0), (10.0, y)] };
        let plot = Plot {
            title: "a < b".to_owned(),
            x: "N".to_owned(),
            y: "s".to_owned(),
            scale: Scale::Linear,
            lines: vec![line("one", 10.0), line("two", 5.0)],
        };
        let text = svg(&[plot.clone(), Plot { scale: Scale::Log, ..plot }]);
        assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"));
        assert_eq!(text.matches("<polyline").count(), 4);
        assert_eq!(text.matches(">two</text>").count(), 2);
        assert!(text.contains("a &lt; b") && !text.contains("NaN") && !text.contains("inf"), "{text}");
        assert!(text.contains("points=\"60.0,275.0 405.0,30.0\""), "from corner to corner: {text}");
        assert!(text.contains("points=\"405.0,30.0\""), "a logarithm of zero is left out: {text}");
    }
}
