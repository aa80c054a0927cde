//! One chart: a pair of axes, marks on them, and a legend below.

use super::{Marker, Scale, escaped, series};
use std::fmt::Write;

/// A chart that is being drawn. Methods name a class of the style sheet: `c0` to `c5` for
/// series, `reference` for a line to compare with. Marks without a position on an axis,
/// such as 0 on a logarithmic one, are left out.
#[derive(Clone, Debug)]
pub struct Chart {
    label: String,
    x: Scale,
    y: Scale,
    width: f64,
    /// Height without the legend.
    height: f64,
    /// Height of what stands below the x axis.
    foot: f64,
    body: String,
    /// Samples and names.
    legend: Vec<(String, String)>,
}

const LEFT: f64 = 58.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 12.0;
/// Height of a row of the legend.
const ROW: f64 = 18.0;
/// Height of a row of text below the x axis.
const TEXT_ROW: f64 = 14.0;
/// The farthest that a dot is moved sideways, in pixels.
const JITTER: f64 = 6.0;

/// A point in pixels.
type Pixel = (f64, f64);

impl Chart {
    /// Empty axes; `label` describes the chart to readers who do not see it. The size is
    /// without the legend.
    pub fn new(label: &str, x: Scale, y: Scale, (width, height): (u32, u32)) -> Chart {
        Chart {
            label: label.to_owned(),
            x,
            y,
            width: width as f64,
            height: height as f64,
            foot: 44.0,
            body: String::new(),
            legend: Vec::new(),
        }
    }

    /// Leaves room for rows of text below the x axis; before anything is drawn.
    #[must_use]
    pub fn with_text_rows(mut self, rows: usize) -> Chart {
        self.foot += rows as f64 * TEXT_ROW;
        self
    }

    fn bottom(&self) -> f64 {
        self.height - self.foot
    }

    fn across(&self, x: f64) -> Option<f64> {
        let position = self.x.position(x)?;
        Some(LEFT + position * (self.width - LEFT - RIGHT))
    }

    fn down(&self, y: f64) -> Option<f64> {
        let position = self.y.position(y)?;
        Some(self.bottom() - position * (self.bottom() - TOP))
    }

    fn at(&self, (x, y): (f64, f64)) -> Option<Pixel> {
        self.across(x).zip(self.down(y))
    }

    /// An end of an interval: one without a position, such as 0 on a logarithmic scale, is
    /// at the end of the axis.
    fn end(&self, value: f64) -> Option<f64> {
        let beyond = if value > 0.0 { TOP } else { self.bottom() };
        (!value.is_nan()).then(|| self.down(value).unwrap_or(beyond))
    }

    fn draw(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = self.body.write_fmt(text);
    }

    /// A line through points.
    pub fn line(&mut self, class: &str, points: &[(f64, f64)]) {
        let path = path(points.iter().filter_map(|point| self.at(*point)));
        self.draw(format_args!("<path class=\"line {class}\" d=\"{path}\"/>"));
    }

    /// Numbered lines; their names are in the legend if there are several.
    pub fn lines(&mut self, lines: &[(String, Vec<(f64, f64)>)]) {
        for (number, (name, points)) in lines.iter().enumerate() {
            self.line(series(number), points);
            if lines.len() > 1 {
                self.name_line(series(number), name);
            }
        }
    }

    /// A shaded area: x with the lower and the upper end.
    pub fn band(&mut self, class: &str, points: &[(f64, f64, f64)]) {
        let end = |x: f64, y: f64| self.across(x).zip(self.end(y));
        let lower = points.iter().filter_map(|(x, low, _)| end(*x, *low));
        let upper = points
            .iter()
            .rev()
            .filter_map(|(x, _, high)| end(*x, *high));
        let path = path(lower.chain(upper));
        self.draw(format_args!("<path class=\"band {class}\" d=\"{path}Z\"/>"));
    }

    /// Many small dots, moved sideways a little so that equal values can be told apart.
    pub fn dots(&mut self, class: &str, points: impl IntoIterator<Item = (f64, f64)>) {
        let mut path = String::new();
        let pixels = points.into_iter().filter_map(|point| self.at(point));
        for (k, (x, y)) in pixels.enumerate() {
            // Multiples of the golden ratio: neighbours are never close.
            let turn = (k as f64 * 0.618_033_988_749_895).fract();
            let x = x + (2.0 * turn - 1.0) * JITTER;
            let _ = write!(path, "M{x:.1} {y:.1}h0");
        }
        self.draw(format_args!("<path class=\"dots {class}\" d=\"{path}\"/>"));
    }

    /// A marker; browsers show the title when the pointer is over it.
    pub fn marker(&mut self, class: &str, marker: Marker, point: (f64, f64), title: &str) {
        if let Some((x, y)) = self.at(point) {
            self.draw(format_args!(
                "<g class=\"mark {class}\"><title>{}</title>{}</g>",
                escaped(title),
                marker.svg(x, y)
            ));
        }
    }

    /// A bar upwards from the axis, `width` wide on the scale of x.
    pub fn bar(&mut self, class: &str, (x, y): (f64, f64), width: f64, title: &str) {
        let sides = [x - width / 2.0, x + width / 2.0].map(|x| self.across(x));
        let (&[Some(left), Some(right)], Some(top)) = (&sides, self.down(y)) else {
            return;
        };
        self.draw(format_args!(
            "<rect class=\"bar {class}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\"><title>{}</title></rect>",
            right - left,
            (self.bottom() - top).max(1.0),
            escaped(title)
        ));
    }

    /// An error bar.
    pub fn interval(&mut self, class: &str, x: f64, (low, high): (f64, f64)) {
        if let (Some(x), Some(low), Some(high)) = (self.across(x), self.end(low), self.end(high)) {
            let path = error_bar(x, low, high);
            self.draw(format_args!(
                "<path class=\"line plain {class}\" d=\"{path}\"/>"
            ));
        }
    }

    /// A box plot of minimum, quartiles and maximum, `shift` pixels beside its x.
    pub fn box_plot(&mut self, class: &str, x: f64, shift: f64, five: [f64; 5], title: &str) {
        const HALF: f64 = 8.0;
        let Some(x) = self.across(x).map(|x| x + shift) else {
            return;
        };
        let [
            Some(least),
            Some(lower),
            Some(median),
            Some(upper),
            Some(most),
        ] = five.map(|value| self.end(value))
        else {
            return;
        };
        let (left, right, cap) = (x - HALF, x + HALF, x - 4.0);
        self.draw(format_args!(
            "<g class=\"box {class}\"><title>{}</title><path class=\"line\" d=\"M{x:.1} {least:.1}V{lower:.1}M{x:.1} {upper:.1}V{most:.1}M{cap:.1} {least:.1}h8M{cap:.1} {most:.1}h8\"/><rect x=\"{left:.1}\" y=\"{upper:.1}\" width=\"{:.1}\" height=\"{:.1}\"/><path class=\"median\" d=\"M{left:.1} {median:.1}H{right:.1}\"/></g>",
            escaped(title),
            right - left,
            (lower - upper).max(2.0),
        ));
    }

    /// Text below a value of the x axis, in a row of [`Chart::with_text_rows`].
    pub fn text_below(&mut self, x: f64, row: usize, text: &str) {
        if let Some(x) = self.across(x) {
            self.row(x, "middle", row, text);
        }
    }

    /// The name of a row of text below the x axis.
    pub fn name_row(&mut self, row: usize, name: &str) {
        self.row(4.0, "start", row, name);
    }

    fn row(&mut self, x: f64, anchor: &str, row: usize, text: &str) {
        let y = self.bottom() + 30.0 + row as f64 * TEXT_ROW;
        self.draw(format_args!("{}", label("small", (x, y), anchor, text)));
    }

    fn name(&mut self, sample: String, name: &str) {
        self.legend.push((sample, name.to_owned()));
    }

    /// Names a line in the legend.
    pub fn name_line(&mut self, class: &str, name: &str) {
        let line = format!("<path class=\"line {class}\" d=\"M0 -4H22\"/>");
        self.name(line, name);
    }

    /// Names dots in the legend.
    pub fn name_dots(&mut self, class: &str, name: &str) {
        let dots = format!("<path class=\"dots {class}\" d=\"M4 -2h0M11 -7h0M18 -3h0\"/>");
        self.name(dots, name);
    }

    /// Names a marker in the legend.
    pub fn name_marker(&mut self, class: &str, marker: Marker, name: &str) {
        let shape = marker.svg(11.0, -4.0);
        self.name(format!("<g class=\"mark {class}\">{shape}</g>"), name);
    }

    /// Names markers with error bars in the legend.
    pub fn name_interval(&mut self, class: &str, marker: Marker, name: &str) {
        let (bar, shape) = (error_bar(11.0, 3.0, -11.0), marker.svg(11.0, -4.0));
        let bar = format!("<path class=\"line plain {class}\" d=\"{bar}\"/>");
        self.name(format!("{bar}<g class=\"mark {class}\">{shape}</g>"), name);
    }

    /// Names box plots in the legend.
    pub fn name_box(&mut self, class: &str, name: &str) {
        let sample = "<rect x=\"3\" y=\"-10\" width=\"16\" height=\"11\"/>";
        self.name(format!("<g class=\"box {class}\">{sample}</g>"), name);
    }

    /// The chart as an element of the page, which must have [`page_style`](super::page_style).
    pub fn svg(&self) -> String {
        let (drawn, width, height) = (self.drawn(), self.width, self.whole_height());
        format!(
            "<svg class=\"plot\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{}\">{drawn}</svg>",
            escaped(&self.label)
        )
    }

    pub(super) fn width(&self) -> f64 {
        self.width
    }

    /// The height with the legend.
    pub(super) fn whole_height(&self) -> f64 {
        let rows = self.legend().1 as f64;
        self.height + if rows > 0.0 { rows * ROW + 4.0 } else { 0.0 }
    }

    /// Axes, marks and legend.
    pub(super) fn drawn(&self) -> String {
        let (bottom, right) = (self.bottom(), self.width - RIGHT);
        let mut svg = format!("<path class=\"axis\" d=\"M{LEFT} {TOP}V{bottom}H{right}\"/>");
        for (value, text) in self.x.ticks(right - LEFT) {
            if let Some(x) = self.across(value) {
                let _ = write!(svg, "<path class=\"tick\" d=\"M{x:.1} {bottom}v4\"/>");
                svg += &label("small", (x, bottom + 16.0), "middle", &text);
            }
        }
        for (value, text) in self.y.ticks(bottom - TOP) {
            if let Some(y) = self.down(value) {
                let _ = write!(svg, "<path class=\"rule\" d=\"M{LEFT} {y:.1}H{right}\"/>");
                svg += &label("small", (LEFT - 6.0, y + 4.0), "end", &text);
            }
        }
        svg += &label("name", (right, self.height - 6.0), "end", self.x.name());
        let _ = write!(
            svg,
            "<text class=\"name\" transform=\"translate(12 {TOP}) rotate(-90)\" text-anchor=\"end\">{}</text>",
            escaped(self.y.name())
        );
        svg + &self.body + &self.legend().0
    }

    /// The legend, and how many rows it has.
    fn legend(&self) -> (String, usize) {
        let (mut text, mut x, mut row) = (String::new(), LEFT, 0);
        for (sample, name) in &self.legend {
            let wide = 34.0 + text_width(name, 11.0);
            if x > LEFT && x + wide > self.width {
                x = LEFT;
                row += 1;
            }
            let y = self.height + (row + 1) as f64 * ROW - 4.0;
            let _ = write!(
                text,
                "<g transform=\"translate({x:.0} {y:.0})\">{sample}<text class=\"small\" x=\"28\" y=\"0\">{}</text></g>",
                escaped(name)
            );
            x += wide + 8.0;
        }
        let rows = if self.legend.is_empty() { 0 } else { row + 1 };
        (text, rows)
    }
}

/// An estimate of how wide a text is: fonts are the reader's, and few are wider.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * 0.6 * size
}

/// A text element.
pub(super) fn label(class: &str, (x, y): Pixel, anchor: &str, text: &str) -> String {
    format!(
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
        escaped(text)
    )
}

/// Points joined by lines.
fn path(points: impl Iterator<Item = Pixel>) -> String {
    let mut path = String::new();
    for (x, y) in points {
        let letter = if path.is_empty() { 'M' } else { 'L' };
        let _ = write!(path, "{letter}{x:.1} {y:.1}");
    }
    path
}

fn error_bar(x: f64, low: f64, high: f64) -> String {
    let (left, right) = (x - 3.5, x + 3.5);
    format!(
        "M{x:.1} {low:.1}V{high:.1}M{left:.1} {low:.1}H{right:.1}M{left:.1} {high:.1}H{right:.1}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An element per line, so that a change can be read.
    fn spread(svg: &str) -> String {
        svg.replace("><", ">\n<")
    }

    fn linear(name: &str, high: f64) -> Scale {
        Scale::linear(name, (0.0, high))
    }

    fn log(name: &str, ends: (f64, f64)) -> Scale {
        Scale::logarithmic(name, ends)
    }

    #[test]
    fn a_chart_of_lines() {
        let (x, y) = (linear("samples", 2e6), log("share", (1e-3, 1.0)));
        let mut chart = Chart::new("shares over samples", x, y, (300, 200));
        let points = |last: f64| vec![(0.0, 0.5), (1e6, 0.0), (2e6, last)];
        chart.lines(&[
            ("overestimated".to_owned(), points(0.001)),
            ("misclassified".to_owned(), points(0.1)),
        ]);
        insta::assert_snapshot!(spread(&chart.svg()));
    }

    #[test]
    fn a_chart_of_deviations() {
        let (x, y) = (log("N", (10.0, 1e4)), log("deviation", (1e-3, 1.0)));
        let mut chart = Chart::new("deviation over N", x, y, (300, 200));
        chart.dots("c0", [(100.0, 0.1), (100.0, 0.2), (100.0, 0.0)]);
        chart.band("c0", &[(100.0, 0.0, 0.2), (1000.0, 0.02, 0.05)]);
        chart.line("reference", &[(100.0, 0.1), (1000.0, 0.03)]);
        chart.interval("c0", 100.0, (0.05, 0.2));
        chart.marker("c0", Marker::Disc, (100.0, 0.1), "N = 100");
        chart.name_dots("c0", "repetitions");
        chart.name_interval("c0", Marker::Disc, "mean with 95 % interval");
        chart.name_line("reference", "exponent −1/2");
        insta::assert_snapshot!(spread(&chart.svg()));
    }

    #[test]
    fn a_histogram() {
        let (x, y) = (
            Scale::linear("value", (-0.6, 2.6)),
            log("states", (0.5, 100.0)),
        );
        let mut chart = Chart::new("states by value", x, y, (300, 200));
        for (value, states) in [1.0, 18.0, 0.0].into_iter().enumerate() {
            chart.bar(
                "c0",
                (value as f64, states),
                0.78,
                &format!("{states} states"),
            );
        }
        insta::assert_snapshot!(spread(&chart.svg()));
    }

    #[test]
    fn box_plots() {
        let (x, y) = (Scale::linear("distance", (-0.6, 1.6)), linear("value", 4.0));
        let chart = Chart::new("values by distance", x, y, (300, 200));
        let mut chart = chart.with_text_rows(1);
        chart.box_plot(
            "c1 open",
            1.0,
            -10.0,
            [1.0, 1.0, 2.0, 3.0, 4.0],
            "distance 1",
        );
        chart.name_row(0, "n");
        chart.text_below(1.0, 0, "12k");
        chart.name_box("c1 open", "5-edge (CE)");
        insta::assert_snapshot!(spread(&chart.svg()));
    }

    #[test]
    fn texts_are_escaped() {
        let mut chart = Chart::new(
            "a \"b\" <c>",
            linear("<x>", 1.0),
            linear("<y>", 1.0),
            (300, 200),
        );
        chart.marker("c0", Marker::Disc, (0.5, 0.5), "1 < 2 & 3");
        chart.name_marker("c0", Marker::Disc, "<script>");
        let svg = chart.svg();
        for tag in ["<script", "<x", "<y", "<c>", "\"b\""] {
            assert!(!svg.contains(tag), "{tag}");
        }
        assert!(svg.contains("1 &lt; 2 &amp; 3"));
    }

    /// Values that are no numbers are left out, wherever they stand.
    #[test]
    fn no_coordinate_is_not_a_number() {
        let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -1.0];
        for y in [linear("y", 1.0), log("y", (0.1, 1.0))] {
            let mut chart = Chart::new("", log("x", (0.1, 1.0)), y, (300, 200));
            for a in odd {
                for b in odd {
                    chart.line("c0", &[(a, b), (0.5, 0.5)]);
                    chart.band("c0", &[(a, b, a), (0.5, a, b)]);
                    chart.dots("c0", [(a, b)]);
                    chart.marker("c0", Marker::Cross, (a, b), "");
                    chart.bar("c0", (a, b), 0.5, "");
                    chart.interval("c0", 0.5, (a, b));
                    chart.box_plot("c0", 0.5, 0.0, [a, b, a, b, a], "");
                }
            }
            let svg = chart.svg();
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }

    #[test]
    fn the_legend_is_below_the_axes() {
        let mut chart = Chart::new("", linear("x", 1.0), linear("y", 1.0), (300, 200));
        for k in 0..5 {
            chart.name_line("c0", &format!("a line with a long name, number {k}"));
        }
        let (legend, rows) = chart.legend();
        assert_eq!(rows, 5);
        let lowest = 200.0 + 5.0 * ROW - 4.0;
        assert!(
            legend.contains(&format!("translate(58 {lowest})")),
            "{legend}"
        );
        assert!(chart.whole_height() >= lowest);
    }
}
