//! Small pictures for the page, as SVG whose colours are the page's.
//!
//! Shapes have classes and no colours, so that a picture follows the reader's light or
//! dark. Colours are those of Okabe and Ito, and every series has a dash or a shape of its
//! own besides. What a point stands for is in its title.

use std::fmt::Write;

/// Where values are on an axis.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    name: String,
    logarithmic: bool,
    low: f64,
    high: f64,
}

impl Scale {
    /// Equal steps are equal differences.
    pub(super) fn linear(name: &str, (low, high): (f64, f64)) -> Scale {
        let high = if high > low { high } else { low + 1.0 };
        Scale {
            name: name.to_owned(),
            logarithmic: false,
            low,
            high,
        }
    }

    /// Equal steps are equal factors. What is 0 or less is at the low end.
    pub(super) fn logarithmic(name: &str, (low, high): (f64, f64)) -> Scale {
        let low = low.max(f64::MIN_POSITIVE).log10();
        let high = high.max(f64::MIN_POSITIVE).log10();
        Scale {
            name: name.to_owned(),
            logarithmic: true,
            low,
            high: if high > low { high } else { low + 1.0 },
        }
    }

    /// From 0 to 1 along the axis; what is beyond an end is at the end.
    fn at(&self, value: f64) -> f64 {
        let value = if self.logarithmic {
            value.max(f64::MIN_POSITIVE).log10()
        } else {
            value
        };
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// Round values on the axis, and what to write there.
    fn ticks(&self, about: usize) -> Vec<(f64, String)> {
        let range = self.high - self.low;
        if self.logarithmic {
            let every = (range / about as f64).ceil().max(1.0) as i32;
            let decades: Vec<i32> = (self.low.ceil() as i32..=self.high.floor() as i32)
                .filter(|decade| decade.rem_euclid(every) == 0)
                .collect();
            if decades.len() >= 2 {
                let said = |decade: i32| (10_f64.powi(decade), short(10_f64.powi(decade)));
                return decades.into_iter().map(said).collect();
            }
            // Less than two decades: 1, 2 and 5 of each.
            return (self.low.floor() as i32..=self.high.ceil() as i32)
                .flat_map(|decade| [1.0, 2.0, 5.0].map(|digit| digit * 10_f64.powi(decade)))
                .filter(|v| (self.low - 1e-9..=self.high + 1e-9).contains(&v.log10()))
                .map(|v| (v, short(v)))
                .collect();
        }
        let raw = range / about.max(1) as f64;
        let unit = 10_f64.powf(raw.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|digit| digit * unit)
            .into_iter()
            .find(|step| *step >= raw * 0.7)
            .unwrap_or(unit);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        (first..=last)
            .map(|k| (k as f64 * step, short(k as f64 * step)))
            .collect()
    }
}

/// A number in few characters.
pub(super) fn short(value: f64) -> String {
    let size = value.abs();
    let text = |value: f64, unit: &str| {
        let digits = format!("{value:.2}");
        let digits = digits.trim_end_matches('0').trim_end_matches('.');
        format!("{}{unit}", digits.replace('-', "−"))
    };
    match size {
        _ if size < 1e-12 => "0".to_owned(),
        _ if size >= 1e9 => text(value / 1e9, "G"),
        _ if size >= 1e6 => text(value / 1e6, "M"),
        _ if size >= 1e3 => text(value / 1e3, "k"),
        _ if size >= 0.01 => text(value, ""),
        _ => format!("{value:.0e}").replace('-', "−"),
    }
}

/// A count in at most three digits and a letter.
pub(super) fn compact(value: u64) -> String {
    let (value, unit) = match value {
        0..1_000 => return value.to_string(),
        1_000..1_000_000 => (value as f64 / 1e3, "k"),
        1_000_000..1_000_000_000 => (value as f64 / 1e6, "M"),
        _ => (value as f64 / 1e9, "G"),
    };
    if value < 9.95 {
        format!("{value:.1}{unit}")
    } else {
        format!("{value:.0}{unit}")
    }
}

/// Text where HTML is written.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// The shape of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Disc,
    Square,
    Diamond,
    Triangle,
    Cross,
}

/// A picture that is being drawn.
pub(super) struct Plot {
    label: String,
    x: Scale,
    y: Scale,
    size: (f64, f64),
    foot: f64,
    body: String,
    legend: Vec<(String, String)>,
}

const LEFT: f64 = 58.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 12.0;
const ROW: f64 = 18.0;

impl Plot {
    /// Nothing but axes; `label` says what is seen, for who does not see.
    pub(super) fn new(label: &str, x: Scale, y: Scale, size: (u32, u32)) -> Plot {
        Plot {
            label: label.to_owned(),
            x,
            y,
            size: (size.0 as f64, size.1 as f64),
            foot: 44.0,
            body: String::new(),
            legend: Vec::new(),
        }
    }

    /// Room for so many lines of text beneath the axis.
    pub(super) fn with_lines_beneath(mut self, lines: usize) -> Plot {
        self.foot += lines as f64 * 14.0;
        self
    }

    pub(super) fn px(&self, x: f64) -> f64 {
        LEFT + self.x.at(x) * (self.size.0 - LEFT - RIGHT)
    }

    pub(super) fn py(&self, y: f64) -> f64 {
        let bottom = self.size.1 - self.foot;
        bottom - self.y.at(y) * (bottom - TOP)
    }

    fn write(&mut self, text: std::fmt::Arguments<'_>) {
        // A string takes everything.
        let _ = self.body.write_fmt(text);
    }

    /// A line through points.
    pub(super) fn line(&mut self, class: &str, points: &[(f64, f64)]) {
        let mut path = String::new();
        for (k, (x, y)) in points.iter().enumerate() {
            let letter = if k == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{letter}{:.1} {:.1}", self.px(*x), self.py(*y));
        }
        self.write(format_args!("<path class=\"line {class}\" d=\"{path}\"/>"));
    }

    /// An area between two lines.
    pub(super) fn band(&mut self, class: &str, points: &[(f64, f64, f64)]) {
        let there = points.iter().map(|(x, low, _)| (*x, *low));
        let back = points.iter().rev().map(|(x, _, high)| (*x, *high));
        let mut path = String::new();
        for (k, (x, y)) in there.chain(back).enumerate() {
            let letter = if k == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{letter}{:.1} {:.1}", self.px(x), self.py(y));
        }
        self.write(format_args!("<path class=\"band {class}\" d=\"{path}Z\"/>"));
    }

    /// Many small points without titles, in one stroke.
    pub(super) fn dust(&mut self, class: &str, points: impl Iterator<Item = (f64, f64)>) {
        let mut path = String::new();
        for (x, y) in points {
            let _ = write!(path, "M{:.1} {:.1}h0", self.px(x), self.py(y));
        }
        self.write(format_args!("<path class=\"dust {class}\" d=\"{path}\"/>"));
    }

    /// A point.
    pub(super) fn mark(&mut self, class: &str, mark: Mark, (x, y): (f64, f64), title: &str) {
        let (x, y) = (self.px(x), self.py(y));
        self.write(format_args!(
            "<g class=\"mark {class}\"><title>{}</title>{}</g>",
            escaped(title),
            shape(mark, x, y)
        ));
    }

    /// A bar upwards from the axis, `width` of the distance between whole numbers.
    pub(super) fn bar(&mut self, class: &str, x: f64, y: f64, width: f64, title: &str) {
        let left = self.px(x - width / 2.0);
        let right = self.px(x + width / 2.0);
        let (top, bottom) = (self.py(y), self.size.1 - self.foot);
        self.write(format_args!(
            "<rect class=\"bar {class}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\"><title>{}</title></rect>",
            right - left,
            (bottom - top).max(1.0),
            escaped(title)
        ));
    }

    /// A line upwards with ends.
    pub(super) fn interval(&mut self, class: &str, x: f64, (low, high): (f64, f64)) {
        let (x, low, high) = (self.px(x), self.py(low), self.py(high));
        let (left, right) = (x - 3.5, x + 3.5);
        self.write(format_args!(
            "<path class=\"line {class}\" d=\"M{x:.1} {low:.1}V{high:.1}M{left:.1} {low:.1}H{right:.1}M{left:.1} {high:.1}H{right:.1}\"/>"
        ));
    }

    /// A box with whiskers; `shift` in pixels from where its class is.
    pub(super) fn whiskers(
        &mut self,
        class: &str,
        x: f64,
        shift: f64,
        five: [f64; 5],
        title: &str,
    ) {
        const HALF: f64 = 8.0;
        let x = self.px(x) + shift;
        let [least, lower, middle, upper, most] = five.map(|value| self.py(value));
        let (left, right) = (x - HALF, x + HALF);
        self.write(format_args!(
            "<g class=\"whisker {class}\"><title>{}</title><path class=\"line\" d=\"M{x:.1} {least:.1}V{lower:.1}M{x:.1} {upper:.1}V{most:.1}M{:.1} {least:.1}h8M{:.1} {most:.1}h8\"/><rect x=\"{left:.1}\" y=\"{upper:.1}\" width=\"{:.1}\" height=\"{:.1}\"/><path class=\"middle\" d=\"M{left:.1} {middle:.1}H{right:.1}\"/></g>",
            escaped(title),
            x - 4.0,
            x - 4.0,
            right - left,
            (lower - upper).max(2.0),
        ));
    }

    /// A text beneath a value of the axis, in a line of those that were asked for.
    pub(super) fn beneath(&mut self, class: &str, x: f64, line: usize, text: &str) {
        let y = self.size.1 - self.foot + 30.0 + line as f64 * 14.0;
        let x = self.px(x);
        self.write(format_args!(
            "<text class=\"small {class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{}</text>",
            escaped(text)
        ));
    }

    /// A text at the left of a line of texts.
    pub(super) fn beneath_name(&mut self, class: &str, line: usize, text: &str) {
        let y = self.size.1 - self.foot + 30.0 + line as f64 * 14.0;
        self.write(format_args!(
            "<text class=\"small {class}\" x=\"4\" y=\"{y:.1}\">{}</text>",
            escaped(text)
        ));
    }

    /// Names a line in the legend.
    pub(super) fn name_line(&mut self, class: &str, name: &str) {
        let sample = format!("<path class=\"line {class}\" d=\"M0 -4H22\"/>");
        self.legend.push((sample, name.to_owned()));
    }

    /// Names a point in the legend.
    pub(super) fn name_mark(&mut self, class: &str, mark: Mark, name: &str) {
        let sample = format!("<g class=\"mark {class}\">{}</g>", shape(mark, 11.0, -4.0));
        self.legend.push((sample, name.to_owned()));
    }

    /// Names a bar or a box in the legend.
    pub(super) fn name_box(&mut self, class: &str, name: &str) {
        let sample = format!(
            "<g class=\"whisker {class}\"><rect x=\"3\" y=\"-10\" width=\"16\" height=\"11\"/></g>"
        );
        self.legend.push((sample, name.to_owned()));
    }

    /// The picture.
    pub(super) fn svg(self) -> String {
        let (width, height) = self.size;
        let bottom = height - self.foot;
        let (legend, rows) = self.legend();
        let whole = height + rows as f64 * ROW + if rows > 0 { 4.0 } else { 0.0 };
        let mut svg = format!(
            "<svg class=\"plot\" viewBox=\"0 0 {width} {whole}\" width=\"{width}\" height=\"{whole}\" role=\"img\" aria-label=\"{}\">",
            escaped(&self.label)
        );
        let _ = write!(
            svg,
            "<path class=\"axis\" d=\"M{LEFT} {TOP}V{bottom}H{}\"/>",
            width - RIGHT
        );
        // Whole numbers need little room, powers of ten more.
        let apart = if self.x.logarithmic { 80.0 } else { 60.0 };
        for (value, text) in self.x.ticks((width / apart) as usize) {
            let x = self.px(value);
            let _ = write!(
                svg,
                "<path class=\"tick\" d=\"M{x:.1} {bottom}v4\"/><text class=\"small\" x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{text}</text>",
                bottom + 16.0
            );
        }
        for (value, text) in self.y.ticks((height / 45.0) as usize) {
            let y = self.py(value);
            let _ = write!(
                svg,
                "<path class=\"rule\" d=\"M{LEFT} {y:.1}H{}\"/><text class=\"small\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
                width - RIGHT,
                LEFT - 6.0,
                y + 4.0
            );
        }
        let _ = write!(
            svg,
            "<text class=\"name\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text><text class=\"name\" transform=\"translate(12 {TOP}) rotate(-90)\" text-anchor=\"end\">{}</text>",
            width - RIGHT,
            height - 6.0,
            escaped(&self.x.name),
            escaped(&self.y.name)
        );
        svg += &self.body;
        svg += &legend;
        svg += "</svg>";
        svg
    }

    /// The legend beneath, and how many rows it has.
    fn legend(&self) -> (String, usize) {
        let (mut text, mut x, mut row) = (String::new(), LEFT, 0);
        for (sample, name) in &self.legend {
            let wide = 34.0 + name.chars().count() as f64 * 6.6;
            if x > LEFT && x + wide > self.size.0 {
                x = LEFT;
                row += 1;
            }
            let y = self.size.1 + (row + 1) as f64 * ROW - 4.0;
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

fn shape(mark: Mark, x: f64, y: f64) -> String {
    match mark {
        Mark::Disc => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>"),
        Mark::Square => format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"8\" height=\"8\"/>",
            x - 4.0,
            y - 4.0
        ),
        Mark::Diamond => format!(
            "<path d=\"M{x:.1} {:.1}l5.5 5.5l-5.5 5.5l-5.5 -5.5Z\"/>",
            y - 5.5
        ),
        Mark::Triangle => format!("<path d=\"M{x:.1} {:.1}l5.2 9h-10.4Z\"/>", y - 5.5),
        Mark::Cross => format!(
            "<path class=\"hollow\" d=\"M{:.1} {:.1}l8 8m0 -8l-8 8\"/>",
            x - 4.0,
            y - 4.0
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_on_the_axis() {
        let scale = Scale::linear("x", (0.0, 11.0));
        let values: Vec<f64> = scale.ticks(6).into_iter().map(|(v, _)| v).collect();
        assert_eq!(values, [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        let scale = Scale::logarithmic("n", (10.0, 1e5));
        let texts: Vec<String> = scale.ticks(8).into_iter().map(|(_, t)| t).collect();
        assert_eq!(texts, ["10", "100", "1k", "10k", "100k"]);
        assert!(!Scale::logarithmic("n", (3.0, 7.0)).ticks(5).is_empty());
        assert!(!Scale::linear("n", (3.0, 3.0)).ticks(5).is_empty());
    }

    #[test]
    fn counts_are_short() {
        let said = [0, 999, 1_234, 505_250, 4_240_000].map(compact);
        assert_eq!(said, ["0", "999", "1.2k", "505k", "4.2M"]);
    }

    #[test]
    fn what_is_written_into_a_picture_is_text() {
        let axis = || Scale::linear("<x>", (0.0, 1.0));
        let mut plot = Plot::new("a \"b\" <c>", axis(), axis(), (300, 200));
        plot.mark("c0", Mark::Disc, (0.5, 0.5), "1 < 2 & 3");
        plot.name_mark("c0", Mark::Disc, "<script>");
        let svg = plot.svg();
        assert!(svg.contains("1 &lt; 2 &amp; 3") && !svg.contains("<script>"));
        assert!(svg.contains("aria-label=\"a &quot;b&quot; &lt;c&gt;\""));
    }

    #[test]
    fn values_beyond_an_end_or_below_zero_stay_within() {
        let y = Scale::logarithmic("rate", (1e-6, 1.0));
        assert!(y.at(0.0).abs() < 1e-12 && (y.at(10.0) - 1.0).abs() < 1e-12);
    }
}
