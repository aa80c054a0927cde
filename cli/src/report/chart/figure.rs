//! A file of charts, one below the other, that needs no style sheet.

use super::axes::{label, text_width};
use super::style::file_style;
use super::{Chart, escaped};
use std::fmt::Write;

/// Charts with titles, one below the other, in one file of SVG.
#[derive(Clone, Debug, Default)]
pub struct Figure {
    width: f64,
    height: f64,
    body: String,
    titles: Vec<String>,
}

const MARGIN: f64 = 10.0;
/// Heights of letters, of titles and of notes.
const TITLE: f64 = 15.0;
const NOTE: f64 = 11.0;

impl Figure {
    /// No charts.
    pub fn new() -> Figure {
        Figure::default()
    }

    /// Adds a chart below the others, with a title and a note above it; a text that is too
    /// long for one line has several.
    #[must_use]
    pub fn with(mut self, title: &str, note: &str, chart: &Chart) -> Figure {
        self.height += MARGIN;
        for (text, class, size) in [(title, "title", TITLE), (note, "small", NOTE)] {
            for line in wrapped(text, size, chart.width() - 2.0 * MARGIN) {
                self.height += size + 4.0;
                let at = (chart.width() / 2.0, self.height - 3.0);
                self.body += &label(class, at, "middle", &line);
            }
        }
        let (top, drawn) = (self.height, chart.drawn());
        let _ = write!(self.body, "<g transform=\"translate(0 {top})\">{drawn}</g>");
        self.height += chart.whole_height();
        self.width = self.width.max(chart.width());
        self.titles.push(title.to_owned());
        self
    }

    /// The file.
    pub fn svg(&self) -> String {
        let (width, height) = (self.width, self.height + MARGIN);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{}\">\n<style>\n{}.plot .paper {{ fill: #ffffff; }}\n</style>\n<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
            escaped(&self.titles.join("; ")),
            file_style(),
            self.body
        )
    }
}

/// Lines that are at most so wide; a word that is wider stands alone.
fn wrapped(text: &str, size: f64, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), size) <= width => {
                *line += " ";
                *line += word;
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::Scale;
    use super::*;

    fn chart() -> Chart {
        let scale = |name| Scale::linear(name, (0.0, 1.0));
        Chart::new("", scale("x"), scale("y"), (300, 200))
    }

    #[test]
    fn a_file_stands_alone() {
        let figure = Figure::new().with("Upper <1>", "", &chart());
        let figure = figure.with("Lower", "a note", &chart());
        let spread = figure.svg().replace("><", ">\n<");
        insta::assert_snapshot!(spread);
    }

    #[test]
    fn long_titles_have_several_lines() {
        let lines = wrapped(&"words ".repeat(40), TITLE, 280.0);
        assert!(lines.len() >= 4, "{lines:?}");
        assert!(lines.iter().all(|line| text_width(line, TITLE) <= 280.0));
        assert_eq!(wrapped(&"w".repeat(99), TITLE, 280.0).len(), 1);
    }
}
