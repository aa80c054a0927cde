//! Single points over two axes, each with a name, one chart beneath the other, as SVG
//! or PNG.
//!
//! Names stand in a column of their own to the right, so that none can lie on another
//! or on a point, however close points are. A point is told by its colour (Okabe and
//! Ito's, as in [`chart`](super::chart)) and by the shape of its marker, so that no
//! colour need be seen.

use super::chart::{Axis, COLOURS, ChartError, Draw, Drawn, FONT, range, stacked, stacked_png};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A chart of points.
///
/// ```
/// use admit_cli::report::chart::Axis;
/// use admit_cli::report::markers::{Markers, svg};
/// let chart = Markers {
///     title: "Depth 12".to_owned(),
///     x: Axis::logarithmic("size"),
///     y: Axis::logarithmic("nodes"),
///     points: vec![
///         ("exact".to_owned(), (44e6, 4_400.0)),
///         ("compressed".to_owned(), (1.9e6, 12_000.0)),
///     ],
/// };
/// let picture = svg(&[chart], (640, 320)).unwrap();
/// assert!(picture.starts_with("<svg") && picture.contains("compressed"));
/// ```
#[derive(Clone, Debug)]
pub struct Markers {
    /// What it shows.
    pub title: String,
    /// The axis to the right.
    pub x: Axis,
    /// The axis upwards.
    pub y: Axis,
    /// Names and points; one without a place on an axis is named, but not drawn.
    pub points: Vec<(String, (f64, f64))>,
}

/// Half the width of a marker.
const RADIUS: i32 = 6;
/// The height of a line of names.
const LINE: i32 = 22;
/// The share of the width that charts have; names have the rest.
const CHART: f64 = 0.66;

/// Charts of the same size, one beneath the other; the size is that of each.
///
/// # Errors
///
/// If they cannot be drawn.
pub fn svg(charts: &[Markers], size: (u32, u32)) -> Result<String, ChartError> {
    stacked(charts, size)
}

/// The same as a PNG, with two pixels to a unit of the size, so that it is sharp.
///
/// ```
/// use admit_cli::report::chart::Axis;
/// use admit_cli::report::markers::{Markers, png};
/// let chart = Markers {
///     title: "Depth 12".to_owned(),
///     x: Axis::logarithmic("size"),
///     y: Axis::logarithmic("nodes"),
///     points: vec![("exact".to_owned(), (44e6, 4_400.0))],
/// };
/// assert!(png(&[chart], (400, 200)).unwrap().starts_with(b"\x89PNG"));
/// ```
///
/// # Errors
///
/// If they cannot be drawn.
pub fn png(charts: &[Markers], size: (u32, u32)) -> Result<Vec<u8>, ChartError> {
    stacked_png(charts, size)
}

impl Draw for Markers {
    fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> Drawn<(), DB> {
        let (width, height) = area.dim_in_pixel();
        let (chart, names) = area.split_horizontally((width as f64 * CHART) as i32);
        let placed =
            |&(_, (x, y)): &(String, (f64, f64))| Some((self.x.place(x)?, self.y.place(y)?));
        let places: Vec<Option<(f64, f64)>> = self.points.iter().map(placed).collect();
        let x = range(places.iter().flatten().map(|place| place.0), 0.08);
        let y = range(places.iter().flatten().map(|place| place.1), 0.12);
        let mut context = ChartBuilder::on(&chart)
            .caption(&self.title, (FONT, 16))
            .margin(8)
            .x_label_area_size(36)
            .y_label_area_size(64)
            .build_cartesian_2d(x, y)?;
        context
            .configure_mesh()
            .x_desc(&self.x.name)
            .y_desc(&self.y.name)
            .x_labels(6)
            .y_labels(6)
            .x_label_formatter(&|&place| self.x.label(place))
            .y_label_formatter(&|&place| self.y.label(place))
            .label_style((FONT, 12))
            .axis_desc_style((FONT, 13))
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.12))
            .draw()?;
        let corner = chart.get_base_pixel();
        for (number, place) in places.iter().enumerate() {
            if let Some(place) = place {
                let (x, y) = context.backend_coord(place);
                mark(&chart, number, (x - corner.0, y - corner.1))?;
            }
        }
        let first = (height as i32 - LINE * self.points.len() as i32) / 2 + LINE / 2;
        let style = (FONT, 12).into_text_style(area);
        let style = style.pos(Pos::new(HPos::Left, VPos::Center));
        for (number, (name, _)) in self.points.iter().enumerate() {
            let y = first + LINE * number as i32;
            mark(&names, number, (2 * RADIUS, y))?;
            names.draw(&Text::new(name.as_str(), (4 * RADIUS, y), style.clone()))?;
        }
        Ok(())
    }
}

/// Draws the marker with this number. From the seventh on colours come again, each with
/// another shape than the first time.
fn mark<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    number: usize,
    at: (i32, i32),
) -> Drawn<(), DB> {
    shape(area, number, COLOURS[number % COLOURS.len()], RADIUS, at)
}

/// Draws a marker: the shape with this number, of this colour, `r` to each side.
pub(super) fn shape<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    number: usize,
    colour: RGBColor,
    r: i32,
    (x, y): (i32, i32),
) -> Drawn<(), DB> {
    let (full, line) = (colour.filled(), colour.stroke_width(3));
    let polygon = |corners: &[(i32, i32)]| {
        let corners = corners.iter().map(|&(dx, dy)| (x + dx, y + dy));
        Polygon::new(corners.collect::<Vec<_>>(), full)
    };
    match number % 7 {
        0 => area.draw(&Circle::new((x, y), r, full)),
        1 => area.draw(&polygon(&[(-r, r), (r, r), (0, -r)])),
        2 => area.draw(&polygon(&[(-r, 0), (0, -r), (r, 0), (0, r)])),
        3 => area.draw(&Cross::new((x, y), r - 1, line)),
        4 => area.draw(&Rectangle::new(
            [(x - r + 1, y - r + 1), (x + r - 1, y + r - 1)],
            full,
        )),
        5 => {
            area.draw(&PathElement::new(vec![(x - r, y), (x + r, y)], line))?;
            area.draw(&PathElement::new(vec![(x, y - r), (x, y + r)], line))
        }
        _ => area.draw(&Circle::new((x, y), r - 1, line)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(points: &[(&str, (f64, f64))]) -> Markers {
        Markers {
            title: "nodes".to_owned(),
            x: Axis::logarithmic("size"),
            y: Axis::logarithmic("nodes generated"),
            points: points.iter().map(|&(n, p)| (n.to_owned(), p)).collect(),
        }
    }

    /// Where texts begin: the numbers of an attribute.
    fn of(picture: &str, attribute: &str) -> Vec<f64> {
        let texts = picture.lines().filter(|line| line.starts_with("<text"));
        let numbers = texts.filter_map(|line| {
            let from = line.split(&format!(" {attribute}=\"")).nth(1)?;
            from.split('"').next()?.parse().ok()
        });
        numbers.collect()
    }

    /// Two points at one place: each is drawn, and their names stand apart, right of
    /// the chart.
    #[test]
    fn names_lie_on_nothing() {
        let picture = svg(
            &[chart(&[("first", (1e6, 5.0)), ("second", (1e6, 5.0))])],
            (600, 300),
        );
        let picture = picture.unwrap();
        // One marker in the chart and one beside the name.
        assert_eq!(picture.matches("<circle").count(), 2);
        let polygons = picture.matches("<polygon").count();
        assert_eq!(polygons, 2);
        let (x, y) = (of(&picture, "x"), of(&picture, "y"));
        let names: Vec<usize> = (0..x.len()).filter(|&i| x[i] > 600.0 * CHART).collect();
        let [one, other] = names[..] else {
            panic!("two names: {picture}")
        };
        assert!((y[one] - y[other]).abs() >= 12.0);
    }

    #[test]
    fn a_point_without_a_place_is_named_only() {
        let picture = svg(&[chart(&[("nothing", (1e6, 0.0))])], (600, 300)).unwrap();
        assert!(picture.contains("nothing"));
        assert_eq!(picture.matches("<circle").count(), 1);
    }

    #[test]
    fn every_point_has_a_look_of_its_own() {
        let names: Vec<String> = (0..12).map(|i| format!("point {i}")).collect();
        let points: Vec<(&str, (f64, f64))> =
            names.iter().map(|name| (&name[..], (1.0, 1.0))).collect();
        let picture = svg(&[chart(&points), chart(&points)], (600, 300)).unwrap();
        assert!(picture.contains("height=\"600\""));
        assert_eq!(picture.matches("point 11").count(), 2);
    }
}
