//! Charts: lines over two axes, one chart beneath the other, as SVG or PNG.
//!
//! Colours are those of Okabe and Ito, which people with any kind of colour vision
//! can tell apart, and lines are dashed differently besides, so that a print in grey
//! can be read. An SVG is text that any browser shows; its fonts are the reader's. A PNG
//! is the same picture for what shows no SVG; its font is within the program.

use super::raster::Canvas;
use epaint_default_fonts::UBUNTU_LIGHT;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::{FontStyle, register_font};
use std::ops::Range;
use std::sync::OnceLock;
use thiserror::Error;

/// A chart.
///
/// ```
/// use admit_cli::report::chart::{Axis, Chart, svg};
/// let chart = Chart {
///     title: "Overestimates".to_owned(),
///     x: Axis::linear("samples"),
///     y: Axis::logarithmic("rate"),
///     lines: vec![("CEA".to_owned(), vec![(0.0, 0.1), (1e6, 1e-4)])],
/// };
/// let picture = svg(&[chart], (640, 320)).unwrap();
/// assert!(picture.starts_with("<svg") && picture.contains("Overestimates"));
/// ```
#[derive(Clone, Debug)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// The axis to the right.
    pub x: Axis,
    /// The axis upwards.
    pub y: Axis,
    /// Names and points of lines; points without a place on an axis are left out.
    pub lines: Vec<(String, Vec<(f64, f64)>)>,
}

/// An axis.
#[derive(Clone, Debug)]
pub struct Axis {
    /// What is measured.
    pub name: String,
    /// Whether equal steps are equal factors.
    pub logarithmic: bool,
}

impl Axis {
    /// Equal steps are equal differences.
    pub fn linear(name: &str) -> Axis {
        Axis {
            name: name.to_owned(),
            logarithmic: false,
        }
    }

    /// Equal steps are equal factors.
    pub fn logarithmic(name: &str) -> Axis {
        Axis {
            name: name.to_owned(),
            logarithmic: true,
        }
    }

    /// Where a value is on the axis, if it is anywhere.
    pub(super) fn place(&self, value: f64) -> Option<f64> {
        let place = if self.logarithmic {
            value.log10()
        } else {
            value
        };
        place.is_finite().then_some(place)
    }

    /// What is written at a place.
    pub(super) fn label(&self, place: f64) -> String {
        if !self.logarithmic {
            return short(place);
        }
        // Lines stand at equal factors, not at round numbers; three digits are enough
        // to read them, and more would run into the name of the axis.
        let last = 10_f64.powf(place.floor() - 2.0);
        short((10_f64.powf(place) / last).round() * last)
    }
}

/// A number in few characters.
fn short(value: f64) -> String {
    let size = value.abs();
    let text = |value: f64, unit: &str| {
        let digits = format!("{value:.2}");
        let digits = digits.trim_end_matches('0').trim_end_matches('.');
        format!("{digits}{unit}")
    };
    match size {
        _ if size == 0.0 => "0".to_owned(),
        _ if size >= 1e9 => text(value / 1e9, "G"),
        _ if size >= 1e6 => text(value / 1e6, "M"),
        _ if size >= 1e3 => text(value / 1e3, "k"),
        _ if size >= 0.01 => text(value, ""),
        _ => format!("{value:.0e}"),
    }
}

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the picture cannot be drawn: {0}")]
pub struct ChartError(pub(super) String);

/// Okabe and Ito's colours, those first that differ most.
pub(super) const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
];
pub(super) const FONT: &str = "sans-serif";

/// Charts of the same size, one beneath the other; the size is that of each.
///
/// # Errors
///
/// If they cannot be drawn.
pub fn svg(charts: &[Chart], size: (u32, u32)) -> Result<String, ChartError> {
    stacked(charts, size)
}

/// The same as a PNG, with two pixels to a unit of the size, so that it is sharp.
///
/// ```
/// use admit_cli::report::chart::{Axis, Chart, png};
/// let chart = Chart {
///     title: "Loss".to_owned(),
///     x: Axis::linear("samples"),
///     y: Axis::linear("loss"),
///     lines: vec![("loss".to_owned(), vec![(0.0, 2.0), (1e6, 0.5)])],
/// };
/// let picture = png(&[chart], (300, 200)).unwrap();
/// assert!(picture.starts_with(b"\x89PNG"));
/// // Where a PNG says how wide it is.
/// assert_eq!(picture[16..20], 600_u32.to_be_bytes());
/// ```
///
/// # Errors
///
/// If they cannot be drawn.
pub fn png(charts: &[Chart], size: (u32, u32)) -> Result<Vec<u8>, ChartError> {
    stacked_png(charts, size)
}

/// What can be drawn into a part of a picture.
pub(super) trait Draw {
    fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> Drawn<(), DB>;
}

/// Things of the same size, one beneath the other, as SVG.
pub(super) fn stacked<D: Draw>(things: &[D], size: (u32, u32)) -> Result<String, ChartError> {
    let mut picture = String::new();
    let whole = whole(things.len(), size)?;
    draw_all(SVGBackend::with_string(&mut picture, whole), things)?;
    Ok(picture)
}

/// The same as PNG.
pub(super) fn stacked_png<D: Draw>(things: &[D], size: (u32, u32)) -> Result<Vec<u8>, ChartError> {
    let mut canvas = Canvas::new(whole(things.len(), size)?)?;
    draw_all(canvas.surface(), things)?;
    canvas.png()
}

/// The size of a picture of so many things.
fn whole(things: usize, (width, height): (u32, u32)) -> Result<(u32, u32), ChartError> {
    // Places in a picture are 32-bit numbers with a sign.
    let most = |size: &u32| i32::try_from(*size).is_ok();
    let things = u32::try_from(things).ok();
    let height = things.and_then(|things| height.checked_mul(things));
    match height.filter(most) {
        Some(height) if most(&width) => Ok((width, height)),
        _ => Err(ChartError("it would be too large".to_owned())),
    }
}

fn draw_all<DB: DrawingBackend>(surface: DB, things: &[impl Draw]) -> Result<(), ChartError> {
    let said = |e: DrawingAreaErrorKind<DB::ErrorType>| ChartError(e.to_string());
    font()?;
    let area = surface.into_drawing_area();
    area.fill(&WHITE).map_err(said)?;
    if !things.is_empty() {
        for (part, thing) in area.split_evenly((things.len(), 1)).iter().zip(things) {
            thing.draw(part).map_err(said)?;
        }
    }
    area.present().map_err(said)
}

/// Makes the font known by which texts are measured, and drawn if the picture is a PNG.
fn font() -> Result<(), ChartError> {
    static KNOWN: OnceLock<bool> = OnceLock::new();
    let register = || register_font(FONT, FontStyle::Normal, UBUNTU_LIGHT).is_ok();
    if *KNOWN.get_or_init(register) {
        Ok(())
    } else {
        Err(ChartError("its font cannot be read".to_owned()))
    }
}

pub(super) type Drawn<T, DB> = Result<T, DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

impl Chart {
    fn placed(&self, x: f64, y: f64) -> Option<(f64, f64)> {
        Some((self.x.place(x)?, self.y.place(y)?))
    }
}

impl Draw for Chart {
    fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> Drawn<(), DB> {
        let lines: Vec<Vec<(f64, f64)>> = self
            .lines
            .iter()
            .map(|(_, points)| {
                let placed = points.iter().filter_map(|&(x, y)| self.placed(x, y));
                placed.collect()
            })
            .collect();
        let x = range(lines.iter().flatten().map(|point| point.0), 0.0);
        let y = range(lines.iter().flatten().map(|point| point.1), 0.06);
        let mut context = ChartBuilder::on(area)
            .caption(&self.title, (FONT, 16))
            .margin(8)
            .x_label_area_size(36)
            .y_label_area_size(58)
            .build_cartesian_2d(x, y)?;
        context
            .configure_mesh()
            .x_desc(&self.x.name)
            .y_desc(&self.y.name)
            .x_label_formatter(&|&place| self.x.label(place))
            .y_label_formatter(&|&place| self.y.label(place))
            .label_style((FONT, 12))
            .axis_desc_style((FONT, 13))
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.12))
            .draw()?;
        for (i, ((name, _), points)) in self.lines.iter().zip(&lines).enumerate() {
            draw_line(&mut context, i, name, points)?;
        }
        if self.lines.len() > 1 {
            context
                .configure_series_labels()
                .position(SeriesLabelPosition::UpperRight)
                .label_font((FONT, 12))
                .background_style(WHITE.mix(0.85))
                .border_style(BLACK.mix(0.2))
                .draw()?;
        }
        Ok(())
    }
}

type Plane<'a, DB> = ChartContext<'a, DB, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

fn draw_line<DB: DrawingBackend>(
    context: &mut Plane<'_, DB>,
    number: usize,
    name: &str,
    points: &[(f64, f64)],
) -> Drawn<(), DB> {
    let style = COLOURS[number % COLOURS.len()].stroke_width(2);
    let points = points.iter().copied();
    let drawn = if number == 0 {
        context.draw_series(LineSeries::new(points, style))?
    } else {
        // Shorter and shorter dashes.
        let dash = [10, 6, 3, 2][(number - 1) % 4];
        context.draw_series(DashedLineSeries::new(points, dash, 3, style))?
    };
    drawn
        .label(name)
        .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], style));
    Ok(())
}

/// From the least to the largest, and a little more on both sides.
pub(super) fn range(values: impl Iterator<Item = f64>, more: f64) -> Range<f64> {
    let (least, most) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| {
        (a.min(v), b.max(v))
    });
    if least > most {
        return 0.0..1.0;
    }
    let room = more * (most - least);
    if most > least {
        least - room..most + room
    } else {
        least - 0.5..most + 0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let said = [0.0, 1.5e9, 2e6, 12_000.0, 8.25, 0.03, 1e-6].map(short);
        assert_eq!(said, ["0", "1.5G", "2M", "12k", "8.25", "0.03", "1e-6"]);
    }

    #[test]
    fn labels_of_factors_have_three_digits() {
        let axis = Axis::logarithmic("nodes");
        let said = [5.8, 6.2, 3.2, 7.4, 0.0, -1.5, -5.0].map(|place| axis.label(place));
        let expected = ["631k", "1.58M", "1.58k", "25.1M", "1", "0.03", "1e-5"];
        assert_eq!(said, expected);
        let all = (-200..120).map(|place| axis.label(f64::from(place) / 10.0));
        assert!(all.map(|label| label.len()).max() <= Some(6));
    }

    /// A rate of 0 has no place on a logarithmic axis; a chart of nothing else is
    /// drawn all the same.
    #[test]
    fn what_has_no_place_is_left_out() {
        let chart = |points: Vec<(f64, f64)>| Chart {
            title: "rates".to_owned(),
            x: Axis::linear("samples"),
            y: Axis::logarithmic("rate"),
            lines: vec![("rate".to_owned(), points)],
        };
        let picture = |points: &[(f64, f64)]| svg(&[chart(points.to_vec())], (300, 200)).unwrap();
        let drawn = |picture: &str| {
            let line = picture.lines().find(|l| l.contains("stroke-width=\"2\""));
            let points = line.and_then(|l| l.split("points=").nth(1));
            points.map_or(0, |p| p.matches(',').count())
        };
        let nothing = picture(&[(0.0, 0.0), (1.0, f64::NAN)]);
        assert!(nothing.contains("rates"));
        assert_eq!(drawn(&nothing), 0);
        let two = [(1.0, 0.1), (2.0, 0.001)];
        assert_eq!(drawn(&picture(&two)), 2);
        assert_eq!(drawn(&picture(&[two[0], (1.5, 0.0), two[1]])), 2);
    }

    #[test]
    fn charts_stand_beneath_each_other() {
        let chart = |title: &str| Chart {
            title: title.to_owned(),
            x: Axis::linear("x"),
            y: Axis::linear("y"),
            lines: ["one", "two"]
                .map(|name| (name.to_owned(), vec![(0.0, 1.0), (1.0, 2.0)]))
                .to_vec(),
        };
        let both = svg(&[chart("upper"), chart("lower")], (300, 200)).unwrap();
        assert!(both.contains("height=\"400\""));
        assert!(both.find("upper").unwrap() < both.find("lower").unwrap());
        assert_eq!(both.matches("two").count(), 2);
    }
}
