//! Pictures as pixels, for what shows no SVG: a surface to draw on, and its PNG.
//!
//! Whoever draws need not know of it. Sizes, strokes and letters are as for SVG and
//! become larger on the way to the surface; then neighbouring dots become one pixel,
//! so that edges are smooth. Letters are those of Ubuntu Light, which is within the
//! program, so nothing need be installed.

use super::chart::ChartError;
use plotters::style::{FontDesc, TextStyle};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};
use std::convert::Infallible;

/// Pixels to a unit of a picture's size, across and down.
const SHARP: u32 = 2;
/// Dots to a pixel, across and down.
const SMOOTH: u32 = 2;
/// Dots to a unit.
const TIMES: u32 = SHARP * SMOOTH;
/// The most units: a picture of as many takes 400 MB while it is drawn.
const MOST: u64 = 1 << 23;
/// Pixels to a metre if 96 units are an inch, as browsers have it.
const DENSITY: u32 = (SHARP as f64 * 96.0 / 0.0254) as u32;

/// Dots in rows, beginning with the uppermost.
pub(super) struct Canvas {
    width: u32,
    height: u32,
    dots: Vec<[u8; 3]>,
}

impl Canvas {
    /// For a picture of this size.
    pub(super) fn new((width, height): (u32, u32)) -> Result<Canvas, ChartError> {
        let units = u64::from(width) * u64::from(height);
        if units == 0 || units > MOST {
            let why = format!("{width} by {height} is no size for pixels");
            return Err(ChartError(why));
        }
        // Neither side exceeds `MOST`, so all of these are in range.
        let (width, height) = (width * TIMES, height * TIMES);
        Ok(Canvas {
            width,
            height,
            dots: vec![[255; 3]; width as usize * height as usize],
        })
    }

    /// What is drawn on, in units.
    pub(super) fn surface(&mut self) -> Surface<'_> {
        Surface(self)
    }

    /// What was drawn.
    pub(super) fn png(&self) -> Result<Vec<u8>, ChartError> {
        let (width, height) = (self.width / SMOOTH, self.height / SMOOTH);
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_pixel_dims(Some(png::PixelDimensions {
            xppu: DENSITY,
            yppu: DENSITY,
            unit: png::Unit::Meter,
        }));
        let failed = |e: png::EncodingError| ChartError(e.to_string());
        let mut writer = encoder.write_header().map_err(failed)?;
        writer.write_image_data(&self.pixels()).map_err(failed)?;
        writer.finish().map_err(failed)?;
        Ok(file)
    }

    /// The mean of each pixel's dots, its three colours after each other.
    fn pixels(&self) -> Vec<u8> {
        let (side, row) = (SMOOTH as usize, self.width as usize);
        let mut pixels = Vec::with_capacity(3 * self.dots.len() / (side * side));
        for rows in self.dots.chunks_exact(side * row) {
            for x in (0..row).step_by(side) {
                for colour in 0..3 {
                    let dots = (0..side).flat_map(|y| &rows[y * row + x..][..side]);
                    let sum: u32 = dots.map(|dot| u32::from(dot[colour])).sum();
                    pixels.push((sum / (SMOOTH * SMOOTH)) as u8);
                }
            }
        }
        pixels
    }
}

type Done = Result<(), DrawingErrorKind<Infallible>>;

/// Everything but single dots is made of dots by plotters.
impl DrawingBackend for Canvas {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    fn ensure_prepared(&mut self) -> Done {
        Ok(())
    }

    fn present(&mut self) -> Done {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, colour: BackendColor) -> Done {
        let inside = |at: i32, side: u32| u32::try_from(at).ok().filter(|&at| at < side);
        // What is outside is not seen.
        if let (Some(x), Some(y)) = (inside(x, self.width), inside(y, self.height)) {
            let dot = &mut self.dots[y as usize * self.width as usize + x as usize];
            let (r, g, b) = colour.rgb;
            for (old, new) in dot.iter_mut().zip([r, g, b]) {
                let (was, is) = (f64::from(*old), f64::from(new));
                *old = (was + (is - was) * colour.alpha).round() as u8;
            }
        }
        Ok(())
    }
}

/// A canvas on which a unit is many dots.
pub(super) struct Surface<'a>(&'a mut Canvas);

/// How something is drawn on the canvas.
struct Ink {
    colour: BackendColor,
    width: u32,
}

impl Ink {
    fn line(style: &impl BackendStyle) -> Ink {
        Ink {
            colour: style.color(),
            width: style.stroke_width().saturating_mul(TIMES),
        }
    }

    fn of(style: &impl BackendStyle, fill: bool) -> Ink {
        if fill {
            Ink::full(style)
        } else {
            Ink::line(style)
        }
    }

    /// What is filled is made of lines as thin as a dot, so that none lies on another.
    fn full(style: &impl BackendStyle) -> Ink {
        Ink {
            colour: style.color(),
            width: 1,
        }
    }
}

impl BackendStyle for Ink {
    fn color(&self) -> BackendColor {
        self.colour
    }

    fn stroke_width(&self) -> u32 {
        self.width
    }
}

fn large((x, y): BackendCoord) -> BackendCoord {
    let times = TIMES as i32;
    (x.saturating_mul(times), y.saturating_mul(times))
}

impl DrawingBackend for Surface<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (self.0.width / TIMES, self.0.height / TIMES)
    }

    fn ensure_prepared(&mut self) -> Done {
        Ok(())
    }

    fn present(&mut self) -> Done {
        Ok(())
    }

    fn draw_pixel(&mut self, at: BackendCoord, colour: BackendColor) -> Done {
        let (x, y) = large(at);
        let more = TIMES as i32 - 1;
        let end = (x.saturating_add(more), y.saturating_add(more));
        self.0
            .draw_rect((x, y), end, &Ink { colour, width: 1 }, true)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Done {
        self.0.draw_line(large(from), large(to), &Ink::line(style))
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Done {
        let ink = Ink::of(style, fill);
        self.0.draw_rect(large(from), large(to), &ink, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Done {
        let path: Vec<BackendCoord> = path.into_iter().map(large).collect();
        self.0.draw_path(path, &Ink::line(style))
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Done {
        let ink = Ink::of(style, fill);
        let radius = radius.saturating_mul(TIMES);
        self.0.draw_circle(large(centre), radius, &ink, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Done {
        let corners: Vec<BackendCoord> = corners.into_iter().map(large).collect();
        self.0.fill_polygon(corners, &Ink::full(style))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Done {
        let size = style.size() * f64::from(TIMES);
        let font = FontDesc::new(style.family(), size, style.style());
        let turn = style.transform();
        let style = TextStyle {
            font: font.transform(turn.clone()),
            color: style.color(),
            pos: style.anchor(),
        };
        // Plotters sets letters higher than browsers do, by a ninth of their size.
        let (dx, dy) = turn.transform(0, (size / 9.0) as i32);
        let (x, y) = large(at);
        let at = (x.saturating_add(dx), y.saturating_add(dy));
        // The font has all digits that stand high, but no minus; its macron is as high.
        let text = text.replace('⁻', "¯");
        self.0.draw_text(&text, &style, at)
    }
}

/// Width, height and pixels of a PNG.
#[cfg(test)]
pub(super) fn decoded(file: &[u8]) -> (u32, u32, Vec<[u8; 3]>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file))
        .read_info()
        .unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgb);
    (info.width, info.height, bytes.as_chunks().0.to_vec())
}

#[cfg(test)]
mod tests {
    use super::super::chart::{Draw, Drawn, FONT, stacked, stacked_png};
    use super::*;
    use plotters::coord::Shift;
    use plotters::prelude::*;

    const WHITE_PIXEL: [u8; 3] = [255; 3];

    struct Letters(&'static str);

    impl Draw for Letters {
        fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> Drawn<(), DB> {
            area.draw(&Text::new(self.0, (2, 2), (FONT, 16)))
        }
    }

    fn pixels(letters: &'static str) -> Vec<[u8; 3]> {
        decoded(&stacked_png(&[Letters(letters)], (30, 24)).unwrap()).2
    }

    #[test]
    fn signs_of_formulas_can_be_read() {
        // Not in the font: drawn as the sign for what is missing.
        let missing = pixels("中");
        for sign in [
            "−", "√", "·", "×", "≤", "≥", "Ψ", "ε", "δ", "±", "∞", "⁰", "¹", "²", "³", "⁴", "⁵",
            "⁶", "⁷", "⁸", "⁹", "⁻", "₀", "₁", "₂",
        ] {
            let drawn = pixels(sign);
            assert!(drawn.iter().any(|&pixel| pixel != WHITE_PIXEL), "{sign}");
            assert!(drawn != missing, "{sign}");
        }
    }

    #[test]
    fn things_are_where_they_are_drawn() {
        struct Square;
        impl Draw for Square {
            fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> Drawn<(), DB> {
                let half = RGBColor(0, 0, 0).mix(0.5).filled();
                area.draw(&Rectangle::new([(2, 3), (6, 5)], half))?;
                // Outside, as a careless chart may do it.
                area.draw(&Circle::new((-40, i32::MAX / 2), 3, BLACK.filled()))
            }
        }
        let file = stacked_png(&[Square, Square], (10, 8)).unwrap();
        let (width, height, pixels) = decoded(&file);
        assert_eq!((width, height), (20, 32));
        let at = |x: usize, y: usize| pixels[y * 20 + x];
        for below in [0, 16] {
            assert_eq!(at(4, below + 6), [128; 3]);
            assert_eq!(at(11, below + 9), [128; 3]);
            for (x, y) in [(3, 6), (4, 5), (13, 9), (11, 11)] {
                assert_eq!(at(x, below + y), WHITE_PIXEL);
            }
        }
    }

    #[test]
    fn what_has_no_size_or_too_much_is_refused() {
        let things = [Letters("a"), Letters("b")];
        for size in [
            (0, 5),
            (5, 0),
            (1 << 16, 1 << 16),
            (5, u32::MAX),
            (u32::MAX, 5),
        ] {
            assert!(stacked_png(&things, size).is_err(), "{size:?}");
        }
        assert!(stacked(&things, (5, u32::MAX)).is_err());
        assert!(stacked_png::<Letters>(&[], (5, 5)).is_err());
        assert!(stacked::<Letters>(&[], (5, 5)).is_ok());
    }
}
