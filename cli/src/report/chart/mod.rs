//! Charts as SVG, for the page and for files from the same code.
//!
//! A [`Chart`] is one pair of axes with marks on it and a legend below, where it covers
//! nothing. [`Chart::svg`] draws it for the page, whose style sheet gives the colours, so
//! that it follows light and dark. A [`Figure`] stacks titled charts in a file that stands
//! alone: it embeds the same style in light colours.
//!
//! Colours are those of Okabe and Ito, adjusted for contrast; each series also has its own
//! dashes or marker shape, so that no chart depends on colour vision.
//!
//! | file | contents |
//! |---|---|
//! | `scale` | linear and logarithmic scales, ticks and their labels |
//! | `axes` | a chart: axes, marks, legend |
//! | `marker` | marker shapes |
//! | `figure` | stacked charts in a file that stands alone |
//! | `style` | palette and style sheet |

mod axes;
mod figure;
mod marker;
mod scale;
mod style;

pub use axes::Chart;
pub use figure::Figure;
pub use marker::Marker;
pub use scale::Scale;
pub use style::page_style;

/// Classes of series: each has a colour, and dashes if it is a line.
const SERIES: [&str; 6] = ["c0", "c1", "c2", "c3", "c4", "c5"];

/// The class of a series by its number; classes repeat after six.
pub(crate) fn series(number: usize) -> &'static str {
    SERIES[number % SERIES.len()]
}

/// Text with the characters escaped that HTML and XML reserve.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_characters_are_escaped() {
        assert_eq!(
            escaped("a < b & \"c\" > d"),
            "a &lt; b &amp; &quot;c&quot; &gt; d"
        );
    }
}
