//! An experiment as a picture: how far means are from what is expected, over the number
//! of samples they are means of, as SVG or PNG.
//!
//! Both axes are logarithmic, so a power of the number of samples is a straight line,
//! and its exponent is the slope. Names stand beneath the axes, where they hide nothing.
//! Whatever is drawn is told by its colour (Okabe and Ito's, as in
//! [`chart`](super::chart)) and by its dashes or the shape of its markers, so that no
//! colour need be seen.

use super::chart::{COLOURS, ChartError, Draw, Drawn, FONT, range, stacked, stacked_png};
use super::markers::shape;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::ops::Range;

/// How far means were from what is expected.
///
/// What has no place on a logarithmic axis, such as a deviation of 0, is left out. An
/// interval or a band that reaches down to 0 is drawn down to the lower axis.
///
/// ```
/// use admit_cli::report::deviation::{Deviations, svg};
/// let root = |n: f64| (n, n.powf(-0.5));
/// let chart = Deviations {
///     title: "Coin".to_owned(),
///     y_name: "|mean − 1/2|".to_owned(),
///     repetitions: vec![(100.0, vec![0.03, 0.05]), (1000.0, vec![0.01, 0.02])],
///     means: vec![(100.0, 0.04, (0.03, 0.05)), (1000.0, 0.015, (0.01, 0.02))],
///     line: vec![(100.0, 0.04, (0.03, 0.05)), (1000.0, 0.015, (0.01, 0.02))],
///     line_name: "fit: slope −0.43".to_owned(),
///     reference: vec![(100.0, 0.04), (1000.0, 0.0126)],
///     bounds: vec![("Hoeffding".to_owned(), vec![root(100.0), root(1000.0)])],
///     note: None,
/// };
/// let picture = svg(&[chart], (640, 420)).unwrap();
/// assert!(picture.contains("Coin") && picture.contains("Hoeffding"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Deviations {
    /// What it shows.
    pub title: String,
    /// What is measured.
    pub y_name: String,
    /// Numbers of samples, and the deviation of every single repetition.
    pub repetitions: Vec<(f64, Vec<f64>)>,
    /// Numbers of samples, the mean of deviations, and its 95 % interval.
    pub means: Vec<(f64, f64, (f64, f64))>,
    /// Numbers of samples, what was fitted, and its band.
    pub line: Vec<(f64, f64, (f64, f64))>,
    /// What is said of what was fitted.
    pub line_name: String,
    /// Points of a line with slope −1/2.
    pub reference: Vec<(f64, f64)>,
    /// Names and points of what theory allows.
    pub bounds: Vec<(String, Vec<(f64, f64)>)>,
    /// A small line beneath the title.
    pub note: Option<String>,
}

/// Charts of the same size, one beneath the other; the size is that of each.
///
/// # Errors
///
/// If they cannot be drawn, for instance because the size leaves no room.
pub fn svg(charts: &[Deviations], size: (u32, u32)) -> Result<String, ChartError> {
    stacked(charts, size)
}

/// The same as a PNG, with two pixels to a unit of the size, so that it is sharp.
///
/// ```
/// use admit_cli::report::deviation::{Deviations, png};
/// let chart = Deviations {
///     title: "Coin".to_owned(),
///     reference: vec![(100.0, 0.04), (1000.0, 0.0126)],
///     ..Deviations::default()
/// };
/// assert!(png(&[chart], (640, 420)).unwrap().starts_with(b"\x89PNG"));
/// ```
///
/// # Errors
///
/// If they cannot be drawn, for instance because the size leaves no room.
pub fn png(charts: &[Deviations], size: (u32, u32)) -> Result<Vec<u8>, ChartError> {
    stacked_png(charts, size)
}

/// What is left free at the edges.
const MARGIN: i32 = 10;
/// The height of a line of small text.
const LINE: i32 = 20;
/// The width of what stands before a name.
const SIGN: i32 = 34;
/// The least width and height of the axes.
const LEAST: i32 = 40;
/// Sizes of letters.
const LARGE: i32 = 17;
const SMALL: i32 = 13;

/// Half the width of a single repetition, of a bound's marker and of a mean.
const DOT: i32 = 2;
const MARK: i32 = 4;
const MEAN: i32 = 5;
/// The farthest that a repetition is moved sideways.
const ASIDE: f64 = 9.0;

const DOTS: RGBColor = COLOURS[4];
const MEANS: RGBColor = COLOURS[0];
const FIT: RGBColor = COLOURS[1];
const BOUNDS: [RGBColor; 3] = [COLOURS[2], COLOURS[3], COLOURS[5]];

/// Lengths that are drawn and left out in turn.
type Dashes = &'static [f64];
const REFERENCE: Dashes = &[9.0, 6.0];
const DASHES: [Dashes; 4] = [
    &[14.0, 4.0, 2.0, 4.0],
    &[2.0, 4.0],
    &[20.0, 5.0],
    &[8.0, 3.0, 2.0, 3.0, 2.0, 3.0],
];

type Area<DB> = DrawingArea<DB, Shift>;
type Point = (i32, i32);

impl Draw for Deviations {
    fn draw<DB: DrawingBackend>(&self, area: &Area<DB>) -> Drawn<(), DB> {
        let (width, height) = area.dim_in_pixel();
        let (width, height) = (width as i32, height as i32);
        let top = self.head(area)?;
        let names = Names::new(area, self.signs(), width - 2 * MARGIN)?;
        let (x, y) = self.ranges();
        let labels = y.start.ceil() as i32..=y.end.floor() as i32;
        let widest = widest(area, labels.map(decade))?;
        let frame = Frame {
            left: MARGIN + LINE + widest + 6,
            right: width - 2 * MARGIN,
            top,
            bottom: height - MARGIN - names.height() - 2 * LINE - 8,
            x,
            y,
        };
        if frame.right - frame.left < LEAST || frame.bottom - frame.top < LEAST {
            return Err(DrawingAreaErrorKind::LayoutError);
        }
        frame.draw(area, &self.y_name)?;
        self.contents(area, &frame)?;
        names.draw(area, frame.bottom + 2 * LINE + 8)
    }
}

impl Deviations {
    /// Title and note; where there is room beneath them.
    fn head<DB: DrawingBackend>(&self, area: &Area<DB>) -> Drawn<i32, DB> {
        let width = area.dim_in_pixel().0 as i32;
        let mut y = MARGIN;
        let note = self.note.as_deref().unwrap_or_default();
        for (words, size, colour) in [
            (&self.title[..], LARGE, BLACK.mix(1.0)),
            (note, SMALL, BLACK.mix(0.7)),
        ] {
            for line in wrapped(area, words, size, width - 2 * MARGIN)? {
                let style = letters(size, HPos::Center, VPos::Top).color(&colour);
                area.draw(&Text::new(line, (width / 2, y), style))?;
                y += size + 5;
            }
        }
        Ok(y + 5)
    }

    /// From where to where the axes reach.
    fn ranges(&self) -> (Range<f64>, Range<f64>) {
        let mut points: Vec<(f64, f64)> = self.reference.clone();
        for (n, values) in &self.repetitions {
            points.extend(values.iter().map(|&value| (*n, value)));
        }
        for &(n, value, (low, high)) in self.means.iter().chain(&self.line) {
            points.push((n, value));
            // An end without a place must not keep the point from the picture.
            points.extend([low, high].map(|end| (n, end)));
        }
        for (_, bound) in &self.bounds {
            points.extend(bound);
        }
        let places: Vec<(f64, f64)> = points.into_iter().filter_map(placed).collect();
        (
            decades(places.iter().map(|place| place.0)),
            decades(places.iter().map(|place| place.1)),
        )
    }

    /// What is drawn, each with its name.
    fn signs(&self) -> Vec<(Sign, String)> {
        let fit = if self.line_name.is_empty() {
            "fit with its band"
        } else {
            &self.line_name
        };
        let mut signs = Vec::new();
        let mut sign = |is: bool, sign: Sign, name: &str| {
            if is {
                signs.push((sign, name.to_owned()));
            }
        };
        sign(
            !self.repetitions.is_empty(),
            Sign::Repetition,
            "single repetitions",
        );
        sign(
            !self.means.is_empty(),
            Sign::Mean,
            "mean with 95 % interval",
        );
        sign(!self.line.is_empty(), Sign::Fit, fit);
        sign(!self.reference.is_empty(), Sign::Reference, "slope −1/2");
        for (number, (name, _)) in self.bounds.iter().enumerate() {
            sign(true, Sign::Bound(number), name);
        }
        signs
    }

    /// All that is within the axes, what matters most above the rest.
    fn contents<DB: DrawingBackend>(&self, area: &Area<DB>, frame: &Frame) -> Drawn<(), DB> {
        self.band(area, frame)?;
        self.dots(area, frame)?;
        for (number, (_, points)) in self.bounds.iter().enumerate() {
            let points = frame.all(points.iter().copied());
            bound(area, number, &points)?;
        }
        let reference = frame.all(self.reference.iter().copied());
        stroke(area, &reference, REFERENCE, BLACK.stroke_width(2))?;
        let fit = frame.all(self.line.iter().map(|&(n, value, _)| (n, value)));
        stroke(area, &fit, &[], FIT.stroke_width(3))?;
        for &(n, value, interval) in &self.means {
            if let Some((x, y)) = placed((n, value)) {
                mean(area, frame.at(x, y), frame.interval(interval))?;
            }
        }
        Ok(())
    }

    fn band<DB: DrawingBackend>(&self, area: &Area<DB>, frame: &Frame) -> Drawn<(), DB> {
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        for &(n, _, interval) in &self.line {
            if let (Some(x), Some([(low, _), (high, _)])) = (place(n), frame.interval(interval)) {
                let x = frame.at(x, frame.y.start).0;
                lower.push((x, low));
                upper.push((x, high));
            }
        }
        if lower.len() < 2 {
            return Ok(());
        }
        upper.extend(lower.into_iter().rev());
        area.draw(&Polygon::new(upper, FIT.mix(0.25)))
    }

    fn dots<DB: DrawingBackend>(&self, area: &Area<DB>, frame: &Frame) -> Drawn<(), DB> {
        let places = self.repetitions.iter().filter_map(|&(n, _)| place(n));
        let mut columns: Vec<i32> = places.map(|x| frame.at(x, frame.y.start).0).collect();
        columns.sort_unstable();
        columns.dedup();
        let gaps = columns.windows(2).map(|pair| f64::from(pair[1] - pair[0]));
        let aside = gaps.map(|gap| 0.3 * gap).fold(ASIDE, f64::min);
        for (n, values) in &self.repetitions {
            for (i, &value) in values.iter().enumerate() {
                if let Some((x, y)) = placed((*n, value)) {
                    let (x, y) = frame.at(x, y);
                    // Multiples of the golden ratio: neighbours are never close.
                    let turn = (i as f64 * 0.618_033_988_749_895).fract();
                    let x = x + ((2.0 * turn - 1.0) * aside).round() as i32;
                    area.draw(&Circle::new((x, y), DOT, DOTS.mix(0.6).filled()))?;
                }
            }
        }
        Ok(())
    }
}

/// Where a value is on an axis, if it is anywhere.
fn place(value: f64) -> Option<f64> {
    let place = value.log10();
    place.is_finite().then_some(place)
}

fn placed((x, y): (f64, f64)) -> Option<(f64, f64)> {
    Some((place(x)?, place(y)?))
}

/// All places and a little more; wide enough for two powers of ten.
fn decades(places: impl Iterator<Item = f64>) -> Range<f64> {
    let found = range(places, 0.04);
    if found.start.ceil() < found.end.floor() {
        found
    } else {
        found.start.floor()..found.end.ceil()
    }
}

/// A power of ten in few characters.
fn decade(power: i32) -> String {
    match power {
        -4..0 => format!("0.{}1", "0".repeat((-power - 1) as usize)),
        0..12 => {
            let unit = ["", "k", "M", "G"][(power / 3) as usize];
            format!("1{}{unit}", "0".repeat((power % 3) as usize))
        }
        _ => format!("1e{power}"),
    }
}

/// The axes.
struct Frame {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
    x: Range<f64>,
    y: Range<f64>,
}

impl Frame {
    fn at(&self, x: f64, y: f64) -> Point {
        let share = |place: f64, of: &Range<f64>| (place - of.start) / (of.end - of.start);
        let across = f64::from(self.right - self.left) * share(x, &self.x);
        let down = f64::from(self.bottom - self.top) * share(y, &self.y);
        (
            self.left + across.round() as i32,
            self.bottom - down.round() as i32,
        )
    }

    fn all(&self, points: impl Iterator<Item = (f64, f64)>) -> Vec<Point> {
        let places = points.filter_map(placed);
        places.map(|(x, y)| self.at(x, y)).collect()
    }

    /// How far down the ends of an interval are, and whether that is their place: an end
    /// without one, such as 0, is where the axis ends. None if an end is no number.
    fn interval(&self, (low, high): (f64, f64)) -> Option<[(i32, bool); 2]> {
        let end = |value: f64| {
            let nearest = if value <= 0.0 {
                self.y.start
            } else {
                value.log10().clamp(self.y.start, self.y.end)
            };
            let there = self.at(self.x.start, nearest).1;
            (!value.is_nan()).then_some((there, place(value).is_some()))
        };
        Some([end(low)?, end(high)?])
    }

    fn draw<DB: DrawingBackend>(&self, area: &Area<DB>, y_name: &str) -> Drawn<(), DB> {
        let line = |from: Point, to: Point, strength: f64| {
            area.draw(&PathElement::new(vec![from, to], BLACK.mix(strength)))
        };
        let upright = |place: f64, strength: f64| {
            let x = self.at(place, self.y.start).0;
            line((x, self.top), (x, self.bottom), strength)
        };
        let level = |place: f64, strength: f64| {
            let y = self.at(self.x.start, place).1;
            line((self.left, y), (self.right, y), strength)
        };
        let (first, last) = (self.x.start.ceil() as i32, self.x.end.floor() as i32);
        let room = widest(area, (first..=last).map(decade))? + 14;
        let width = self.right - self.left;
        let steps = Steps::new(&self.x, width, room);
        for (place, strength) in steps.lines(&self.x) {
            upright(place, strength)?;
        }
        let style = letters(SMALL, HPos::Center, VPos::Top);
        for power in steps.labels(&self.x) {
            let at = (self.at(f64::from(power), self.y.start).0, self.bottom + 6);
            area.draw(&Text::new(decade(power), at, style.clone()))?;
        }
        let middle = self.left + width / 2;
        let at = (middle, self.bottom + LINE + 4);
        area.draw(&Text::new("number of samples N", at, style.clone()))?;

        let height = self.bottom - self.top;
        let steps = Steps::new(&self.y, height, LINE);
        for (place, strength) in steps.lines(&self.y) {
            level(place, strength)?;
        }
        let style = letters(SMALL, HPos::Right, VPos::Center);
        for power in steps.labels(&self.y) {
            let at = (self.left - 6, self.at(self.x.start, f64::from(power)).1);
            area.draw(&Text::new(decade(power), at, style.clone()))?;
        }
        let style = letters(SMALL, HPos::Center, VPos::Top).transform(FontTransform::Rotate270);
        let at = (MARGIN, self.top + height / 2);
        area.draw(&Text::new(y_name, at, style))?;

        line((self.left, self.top), (self.left, self.bottom), 0.6)?;
        line((self.left, self.bottom), (self.right, self.bottom), 0.6)
    }
}

/// Which powers of ten have a line on an axis, and which of them a label.
struct Steps {
    /// Every so many have a label.
    label: i32,
    /// Whether there is room for lines between powers.
    between: bool,
}

impl Steps {
    /// For an axis of so many pixels, where a label needs so many.
    fn new(axis: &Range<f64>, pixels: i32, room: i32) -> Steps {
        let powers = axis.end - axis.start;
        let each = f64::from(pixels) / powers;
        let least = if powers > 8.0 { 2 } else { 1 };
        Steps {
            label: ((f64::from(room) / each).ceil() as i32).max(least),
            between: each >= 56.0,
        }
    }

    fn labels(&self, axis: &Range<f64>) -> impl Iterator<Item = i32> {
        let all = axis.start.ceil() as i32..=axis.end.floor() as i32;
        all.filter(|power| power.rem_euclid(self.label) == 0)
    }

    /// Where lines are, and how dark.
    fn lines(&self, axis: &Range<f64>) -> Vec<(f64, f64)> {
        let mut lines = Vec::new();
        for power in axis.start.floor() as i32..=axis.end.floor() as i32 {
            if power.rem_euclid(self.label) == 0 {
                lines.push((f64::from(power), 0.17));
            } else if self.label == 2 {
                lines.push((f64::from(power), 0.1));
            }
            if self.between {
                let between = (2..10).map(|digit| f64::from(power) + f64::from(digit).log10());
                lines.extend(between.map(|place| (place, 0.05)));
            }
        }
        lines.retain(|(place, _)| (axis.start..=axis.end).contains(place));
        lines
    }
}

/// What stands before a name.
#[derive(Clone, Copy)]
enum Sign {
    Repetition,
    Mean,
    Fit,
    Reference,
    Bound(usize),
}

impl Sign {
    /// Draws it as it is within the axes; `x` is where it begins and `y` its middle.
    fn draw<DB: DrawingBackend>(self, area: &Area<DB>, (x, y): Point) -> Drawn<(), DB> {
        let (middle, end) = (x + SIGN / 2, x + SIGN);
        let line = [(x, y), (end, y)];
        match self {
            Sign::Repetition => {
                for (dx, dy) in [(-8, 2), (0, -3), (7, 1)] {
                    let dot = DOTS.mix(0.6).filled();
                    area.draw(&Circle::new((middle + dx, y + dy), DOT, dot))?;
                }
                Ok(())
            }
            Sign::Mean => {
                let ends = [(y + 7, true), (y - 7, true)];
                mean(area, (middle, y), Some(ends))
            }
            Sign::Fit => {
                let corners = [(x, y - 6), (end, y + 6)];
                area.draw(&Rectangle::new(corners, FIT.mix(0.25).filled()))?;
                stroke(area, &line, &[], FIT.stroke_width(3))
            }
            Sign::Reference => stroke(area, &line, REFERENCE, BLACK.stroke_width(2)),
            Sign::Bound(number) => {
                let colour = BOUNDS[number % BOUNDS.len()];
                let dashes = DASHES[number % DASHES.len()];
                stroke(area, &line, dashes, colour.stroke_width(2))?;
                shape(area, number + 1, colour, MARK, (middle, y))
            }
        }
    }
}

/// Names beneath the axes, in as few lines as they have room in.
struct Names {
    /// Signs, names, where they begin, and in which line.
    placed: Vec<(Sign, String, i32, i32)>,
    lines: i32,
}

impl Names {
    fn new<DB: DrawingBackend>(
        area: &Area<DB>,
        signs: Vec<(Sign, String)>,
        width: i32,
    ) -> Drawn<Names, DB> {
        let (mut placed, mut x, mut line) = (Vec::new(), 0, 0);
        for (sign, name) in signs {
            let needs = SIGN + 8 + length(area, &name, SMALL)?;
            if x > 0 && x + needs > width {
                (x, line) = (0, line + 1);
            }
            placed.push((sign, name, MARGIN + x, line));
            x += needs + 22;
        }
        let lines = if placed.is_empty() { 0 } else { line + 1 };
        Ok(Names { placed, lines })
    }

    fn height(&self) -> i32 {
        self.lines * (LINE + 2)
    }

    fn draw<DB: DrawingBackend>(&self, area: &Area<DB>, top: i32) -> Drawn<(), DB> {
        let style = letters(SMALL, HPos::Left, VPos::Center);
        for (sign, name, x, line) in &self.placed {
            let y = top + line * (LINE + 2) + LINE / 2;
            sign.draw(area, (*x, y))?;
            let at = (x + SIGN + 8, y);
            area.draw(&Text::new(name.as_str(), at, style.clone()))?;
        }
        Ok(())
    }
}

/// A mean with its interval: ends as [`Frame::interval`] has them.
fn mean<DB: DrawingBackend>(
    area: &Area<DB>,
    (x, y): Point,
    ends: Option<[(i32, bool); 2]>,
) -> Drawn<(), DB> {
    let style = MEANS.stroke_width(2);
    let line = |from: Point, to: Point| area.draw(&PathElement::new(vec![from, to], style));
    if let Some(ends) = ends {
        line((x, ends[0].0), (x, ends[1].0))?;
        for (y, _) in ends.into_iter().filter(|end| end.1) {
            line((x - MEAN, y), (x + MEAN, y))?;
        }
    }
    // A white rim sets it apart from what lies beneath.
    area.draw(&Circle::new((x, y), MEAN, WHITE.filled()))?;
    shape(area, 0, MEANS, MEAN - 1, (x, y))
}

/// A bound: a line of its own kind, and markers where there is room for them.
fn bound<DB: DrawingBackend>(area: &Area<DB>, number: usize, points: &[Point]) -> Drawn<(), DB> {
    let colour = BOUNDS[number % BOUNDS.len()];
    let dashes = DASHES[number % DASHES.len()];
    stroke(area, points, dashes, colour.stroke_width(2))?;
    let mut last: Option<Point> = None;
    for &(x, y) in points {
        if last.is_none_or(|last| (x - last.0).abs().max((y - last.1).abs()) >= 6 * MARK) {
            shape(area, number + 1, colour, MARK, (x, y))?;
            last = Some((x, y));
        }
    }
    Ok(())
}

/// A line through points, with these dashes; whole if there are none.
fn stroke<DB: DrawingBackend>(
    area: &Area<DB>,
    points: &[Point],
    dashes: &[f64],
    style: ShapeStyle,
) -> Drawn<(), DB> {
    for part in parts(points, dashes) {
        area.draw(&PathElement::new(part, style))?;
    }
    Ok(())
}

/// The parts of a line that are drawn.
fn parts(points: &[Point], dashes: &[f64]) -> Vec<Vec<Point>> {
    if dashes.is_empty() || points.len() < 2 {
        return vec![points.to_vec()];
    }
    let (mut turn, mut left) = (0, dashes[0]);
    let (mut parts, mut part) = (Vec::new(), vec![points[0]]);
    for pair in points.windows(2) {
        let [from, to] = [pair[0], pair[1]].map(|(x, y)| (f64::from(x), f64::from(y)));
        let whole = (to.0 - from.0).hypot(to.1 - from.1);
        let mut gone = 0.0;
        while whole - gone > left {
            gone += left;
            // A dot would no longer look like one if its ends were moved.
            let dash = dashes[(turn + turn % 2) % dashes.len()];
            let some = if dash < 6.0 { 0.0 } else { 1.2 };
            let here = nearly(from, to, gone / whole, some / whole);
            part.push(here);
            if turn % 2 == 0 {
                parts.push(std::mem::take(&mut part));
            }
            turn = (turn + 1) % dashes.len();
            left = dashes[turn];
        }
        left -= whole - gone;
        if turn % 2 == 0 {
            part.push(pair[1]);
        }
    }
    parts.push(part);
    parts.retain(|part| part.len() > 1);
    parts
}

/// The place with whole coordinates that is nearest to a line, about this share of the
/// way, give or take some: dashes that end elsewhere would make a line look crooked.
fn nearly(from: (f64, f64), to: (f64, f64), share: f64, some: f64) -> Point {
    let off = |share: f64| {
        let x = from.0 + (to.0 - from.0) * share;
        let y = from.1 + (to.1 - from.1) * share;
        ((x - x.round()).hypot(y - y.round()), (x, y))
    };
    // Of equally good places the first counts, so the nearest come first.
    let tries = [0.0, 0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 1.0, -1.0];
    let tries = tries.map(|part| (share + some * part).clamp(0.0, 1.0));
    let best = tries.into_iter().map(off);
    let best = best.min_by(|a, b| a.0.total_cmp(&b.0));
    let (x, y) = best.map_or(to, |best| best.1);
    (x.round() as i32, y.round() as i32)
}

fn letters(size: i32, across: HPos, down: VPos) -> TextStyle<'static> {
    TextStyle::from((FONT, size)).pos(Pos::new(across, down))
}

/// How wide a text is, and a little more, because the reader's font may be wider.
fn length<DB: DrawingBackend>(area: &Area<DB>, text: &str, size: i32) -> Drawn<i32, DB> {
    let style = letters(size, HPos::Left, VPos::Top);
    let (width, _) = area.estimate_text_size(text, &style)?;
    Ok((f64::from(width) * 1.08).ceil() as i32)
}

fn widest<DB: DrawingBackend>(
    area: &Area<DB>,
    labels: impl Iterator<Item = String>,
) -> Drawn<i32, DB> {
    let mut widest = 0;
    for label in labels {
        widest = widest.max(length(area, &label, SMALL)?);
    }
    Ok(widest)
}

/// Lines of words that have room in this width; a word that has none stands alone.
fn wrapped<DB: DrawingBackend>(
    area: &Area<DB>,
    text: &str,
    size: i32,
    width: i32,
) -> Drawn<Vec<String>, DB> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        if let Some(line) = lines.last_mut() {
            let longer = format!("{line} {word}");
            if length(area, &longer, size)? <= width {
                *line = longer;
                continue;
            }
        }
        lines.push(word.to_owned());
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::super::raster::decoded;
    use super::*;

    fn chart() -> Deviations {
        let numbers = [10.0_f64, 100.0, 1000.0, 10_000.0];
        let root = |factor: f64| numbers.map(|n| (n, factor / n.sqrt())).to_vec();
        let around = |&n: &f64| {
            let value = 1.0 / n.sqrt();
            (n, value, (0.8 * value, 1.2 * value))
        };
        Deviations {
            title: "Learning <curve>".to_owned(),
            y_name: "|mean of Ψ − expectation|".to_owned(),
            repetitions: root(1.0)
                .iter()
                .map(|&(n, value)| (n, vec![value, 0.0, 2.0 * value, value / 3.0]))
                .collect(),
            means: numbers.iter().map(around).collect(),
            line: numbers.iter().map(around).collect(),
            line_name: "fit: slope −0.5".to_owned(),
            reference: root(0.9),
            bounds: vec![
                ("Hoeffding".to_owned(), root(40.0)),
                ("Rademacher".to_owned(), root(300.0)),
            ],
            note: Some("30 repetitions each".to_owned()),
        }
    }

    fn dots(picture: &str) -> usize {
        let circles = picture.lines().filter(|line| line.starts_with("<circle"));
        circles.filter(|line| line.contains(" r=\"2\"")).count()
    }

    /// What is written: where it is anchored, and the words.
    fn texts(picture: &str) -> Vec<((i32, i32), String)> {
        let number = |line: &str, attribute: &str| {
            let from = line.split(&format!(" {attribute}=\"")).nth(1)?;
            from.split('"').next()?.parse::<i32>().ok()
        };
        let lines: Vec<&str> = picture.lines().collect();
        let pairs = lines.windows(2).filter(|pair| pair[0].starts_with("<text"));
        pairs
            .map(|pair| {
                let at = (number(pair[0], "x"), number(pair[0], "y"));
                ((at.0.unwrap(), at.1.unwrap()), pair[1].to_owned())
            })
            .collect()
    }

    #[test]
    fn everything_is_drawn_and_named() {
        let picture = svg(&[chart()], (700, 460)).unwrap();
        for name in [
            "Learning &lt;curve&gt;",
            "30 repetitions each",
            "|mean of Ψ − expectation|",
            "number of samples N",
            "single repetitions",
            "mean with 95 % interval",
            "fit: slope −0.5",
            "slope −1/2",
            "Hoeffding",
            "Rademacher",
        ] {
            assert!(texts(&picture).iter().any(|text| text.1 == name), "{name}");
        }
        // Three of four repetitions are not 0, and three dots stand before their name.
        assert_eq!(dots(&picture), 4 * 3 + 3);
        // Five beneath white ones: four means, and one before their name.
        let means = picture.matches("r=\"4\"").count();
        assert_eq!(means, 5);
        for label in ["10", "100", "1k", "10k", "0.01", "0.1", "1"] {
            assert!(
                texts(&picture).iter().any(|text| text.1 == label),
                "{label}"
            );
        }
    }

    #[test]
    fn what_is_not_given_is_not_named() {
        let chart = Deviations {
            means: chart().means,
            ..Deviations::default()
        };
        let picture = svg(&[chart], (700, 460)).unwrap();
        assert!(picture.contains("mean with 95 % interval"));
        assert!(!picture.contains("repetitions") && !picture.contains("slope"));
    }

    #[test]
    fn labels_stand_apart() {
        for factor in [1e3, 1e9, 1e30, 1e300] {
            let mut chart = chart();
            chart.bounds[0].1[0].1 *= factor;
            let picture = svg(&[chart], (500, 400)).unwrap();
            let texts = texts(&picture);
            let number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
            let short = texts
                .iter()
                .filter(|(_, text)| number(text) && text.len() <= 6);
            let all: Vec<&((i32, i32), String)> = short.collect();
            assert!(all.len() >= 6);
            for (i, ((x, y), one)) in all.iter().enumerate() {
                for ((other_x, other_y), other) in &all[i + 1..] {
                    // Those beneath an axis are in a row, those beside one in a column.
                    let in_row = y == other_y && (x - other_x).abs() < 30;
                    let in_column = x == other_x && (y - other_y).abs() < 14;
                    assert!(!in_row && !in_column, "{one} and {other}");
                }
            }
        }
    }

    #[test]
    fn pixels_show_it_too() {
        let file = png(&[chart(), chart()], (500, 400)).unwrap();
        assert!(file.starts_with(b"\x89PNG\r\n\x1a\n"));
        let (width, height, pixels) = decoded(&file);
        assert_eq!((width, height), (1000, 1600));
        let (upper, lower) = pixels.split_at(pixels.len() / 2);
        for half in [upper, lower] {
            let drawn = half.iter().filter(|&&pixel| pixel != [255; 3]).count();
            assert!((30_000..300_000).contains(&drawn), "{drawn}");
        }
        let has = |colour: RGBColor| pixels.contains(&[colour.0, colour.1, colour.2]);
        assert!(has(MEANS) && has(FIT) && has(BOUNDS[0]) && has(BOUNDS[1]));
    }

    #[test]
    fn nonsense_is_left_out() {
        let nothing = svg(&[Deviations::default()], (300, 200)).unwrap();
        assert!(nothing.contains("number of samples N"));
        let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -1.0];
        let mut chart = chart();
        for a in odd {
            chart.repetitions.push((a, vec![1.0]));
            chart.repetitions.push((10.0, vec![a]));
            chart.reference.push((a, 1.0));
            chart.bounds[0].1.push((10.0, a));
            for b in odd {
                for n in [a, 10.0] {
                    chart.means.push((n, b, (a, b)));
                    chart.means.push((n, 0.1, (a, b)));
                    chart.line.push((n, 0.1, (b, a)));
                }
            }
        }
        let picture = svg(std::slice::from_ref(&chart), (700, 460)).unwrap();
        assert_eq!(dots(&picture), 4 * 3 + 3);
        assert!(png(&[chart], (700, 460)).is_ok());
        let far = Deviations {
            reference: vec![(f64::MIN_POSITIVE, 5e-324), (f64::MAX, f64::MAX)],
            ..Deviations::default()
        };
        assert!(png(&[far], (300, 200)).is_ok());
    }

    #[test]
    fn a_size_without_room_is_refused() {
        for size in [(0, 0), (1, 1), (60, 400), (400, 60)] {
            assert!(svg(&[chart()], size).is_err(), "{size:?}");
            assert!(png(&[chart()], size).is_err(), "{size:?}");
        }
    }

    #[test]
    fn powers_are_short() {
        let said = [-5, -4, -1, 0, 2, 3, 5, 6, 11, 12].map(decade);
        let expected = [
            "1e-5", "0.0001", "0.1", "1", "100", "1k", "100k", "1M", "100G", "1e12",
        ];
        assert_eq!(said, expected);
    }

    #[test]
    fn dashes_go_on_around_corners() {
        let line = [(0, 0), (10, 0), (10, 10)];
        assert_eq!(parts(&line, &[]), [line.to_vec()]);
        let dashed = parts(&line, &[6.0, 2.0]);
        let expected = [
            vec![(0, 0), (6, 0)],
            vec![(8, 0), (10, 0), (10, 4)],
            vec![(10, 6), (10, 10)],
        ];
        assert_eq!(dashed, expected);
        assert!(parts(&[], &[1.0]).iter().all(Vec::is_empty));
    }

    #[test]
    fn long_titles_have_several_lines() {
        let mut chart = chart();
        chart.title = "words ".repeat(40);
        let picture = svg(&[chart], (500, 500)).unwrap();
        let lines = texts(&picture).into_iter();
        let lines = lines.filter(|text| text.1.starts_with("words"));
        assert!(lines.count() >= 4);
    }
}
