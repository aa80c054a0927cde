//! Scales: the position of a value on an axis, and the round values that are labelled.

use crate::report::numbers::short;

/// A linear or logarithmic scale with the name of its axis.
#[derive(Clone, Debug)]
pub struct Scale {
    name: String,
    logarithmic: bool,
    /// The ends; their logarithms on a logarithmic scale.
    low: f64,
    high: f64,
}

/// Share of the range of values that is left free at both ends.
const MARGIN: f64 = 0.06;

impl Scale {
    /// A linear scale between two ends.
    pub fn linear(name: &str, (low, high): (f64, f64)) -> Scale {
        Scale::between(name, false, low, high)
    }

    /// A logarithmic scale between two ends, both greater than 0.
    pub fn logarithmic(name: &str, (low, high): (f64, f64)) -> Scale {
        let log = |end: f64| end.max(f64::MIN_POSITIVE).log10();
        Scale::between(name, true, log(low), log(high))
    }

    /// A linear scale that contains all values, with a margin.
    pub fn linear_over(name: &str, values: impl IntoIterator<Item = f64>) -> Scale {
        Scale::over(name, false, values)
    }

    /// A logarithmic scale that contains all values greater than 0, with a margin.
    pub fn logarithmic_over(name: &str, values: impl IntoIterator<Item = f64>) -> Scale {
        Scale::over(name, true, values)
    }

    fn between(name: &str, logarithmic: bool, low: f64, high: f64) -> Scale {
        let high = if high > low { high } else { low + 1.0 };
        let name = name.to_owned();
        Scale {
            name,
            logarithmic,
            low,
            high,
        }
    }

    fn over(name: &str, logarithmic: bool, values: impl IntoIterator<Item = f64>) -> Scale {
        let (low, high) = values
            .into_iter()
            .map(|value| if logarithmic { value.log10() } else { value })
            .filter(|value| value.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            });
        let (low, high) = match high - low {
            range if range > 0.0 => (low - MARGIN * range, high + MARGIN * range),
            0.0 => (low - 0.5, high + 0.5),
            _ => (0.0, 1.0),
        };
        Scale::between(name, logarithmic, low, high)
    }

    /// The name of the axis.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The position of a value, from 0 at the low end to 1 at the high end. Values beyond
    /// an end are at the end. A value that is no finite number, or not greater than 0 on a
    /// logarithmic scale, has no position.
    pub fn position(&self, value: f64) -> Option<f64> {
        let value = if self.logarithmic {
            value.log10()
        } else {
            value
        };
        let position = (value - self.low) / (self.high - self.low);
        value.is_finite().then(|| position.clamp(0.0, 1.0))
    }

    /// Round values on the axis with their labels, for an axis of so many pixels.
    pub(super) fn ticks(&self, pixels: f64) -> Vec<(f64, String)> {
        let about = (pixels / if self.logarithmic { 70.0 } else { 54.0 }).max(3.0);
        if !self.logarithmic {
            return round_values(self.low, self.high, about);
        }
        let on_axis = |value: &f64| (self.low - 1e-9..=self.high + 1e-9).contains(&value.log10());
        let every = ((self.high - self.low) / about).ceil().max(1.0) as i32;
        let decades = self.low.floor() as i32..=self.high.ceil() as i32;
        let powers = decades.clone().filter(|power| power.rem_euclid(every) == 0);
        let powers: Vec<f64> = powers.map(|n| 10_f64.powi(n)).filter(on_axis).collect();
        let digits = decades.flat_map(|n| [1.0, 2.0, 5.0].map(|digit| digit * 10_f64.powi(n)));
        let digits: Vec<f64> = digits.filter(on_axis).collect();
        // Powers of ten; on less than two decades 1, 2 and 5 of each; on less than one,
        // values at equal distances.
        let values = match (powers.len(), digits.len()) {
            (2.., _) => powers,
            (_, 2..) => digits,
            _ => return round_values(10_f64.powf(self.low), 10_f64.powf(self.high), about),
        };
        values.into_iter().map(|v| (v, short(v))).collect()
    }
}

/// Multiples of 1, 2 or 5 times a power of ten between two ends, with labels.
fn round_values(low: f64, high: f64, about: f64) -> Vec<(f64, String)> {
    let raw = (high - low) / about;
    let unit = 10_f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0].map(|digit| digit * unit);
    let step = step.into_iter().find(|step| *step >= raw * 0.7);
    let step = step.unwrap_or(10.0 * unit);
    let (first, last) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
    let values = (first as i64..=last as i64).map(|k| k as f64 * step);
    let large = low.abs().max(high.abs()) >= 1e4;
    let decimals = (-(step.log10() + 1e-9).floor()).max(0.0) as usize;
    let label = |value: f64| match decimals {
        0..=4 if !large => format!("{value:.decimals$}").replace('-', "−"),
        _ => short(value),
    };
    values.map(|value| (value, label(value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: &Scale, pixels: f64) -> Vec<String> {
        scale.ticks(pixels).into_iter().map(|tick| tick.1).collect()
    }

    #[test]
    fn ticks_are_round_and_on_the_axis() {
        let linear = |ends| labels(&Scale::linear("x", ends), 320.0);
        assert_eq!(linear((0.0, 11.0)), ["0", "2", "4", "6", "8", "10"]);
        assert_eq!(
            linear((-0.6, 2.6)),
            ["−0.5", "0.0", "0.5", "1.0", "1.5", "2.0", "2.5"]
        );
        assert_eq!(
            linear((8.712, 8.718)),
            [
                "8.712", "8.713", "8.714", "8.715", "8.716", "8.717", "8.718"
            ]
        );
        assert_eq!(linear((0.0, 5e6)), ["0", "1M", "2M", "3M", "4M", "5M"]);
        let log = |ends| labels(&Scale::logarithmic("n", ends), 500.0);
        assert_eq!(log((10.0, 1e5)), ["10", "100", "1k", "10k", "100k"]);
        assert_eq!(
            log((1e-7, 1.0)),
            ["1e−7", "1e−6", "1e−5", "1e−4", "1e−3", "0.01", "0.1", "1"]
        );
        assert_eq!(log((1.5, 12.0)), ["2", "5", "10"]);
        assert_eq!(
            log((3.0, 4.5)),
            ["3.0", "3.2", "3.4", "3.6", "3.8", "4.0", "4.2", "4.4"]
        );
        assert_eq!(log((1e-300, 1e300)).len(), 7);
    }

    #[test]
    fn no_two_ticks_are_too_close() {
        for (low, high) in [(1e-8, 1e12), (0.3, 0.31), (7.0, 7e3), (2.0, 200.0)] {
            for scale in [
                Scale::linear("", (low, high)),
                Scale::logarithmic("", (low, high)),
            ] {
                for pixels in [100.0, 240.0, 800.0] {
                    let ticks = scale.ticks(pixels);
                    assert!(ticks.len() >= 2, "{scale:?}");
                    let places = ticks
                        .iter()
                        .map(|(value, _)| scale.position(*value).unwrap());
                    let places: Vec<f64> = places.collect();
                    let apart = |pair: &[f64]| (pair[1] - pair[0]) * pixels;
                    assert!(
                        places.windows(2).all(|pair| apart(pair) > 10.0),
                        "{ticks:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_scale_over_values_has_room_for_them() {
        let scale = Scale::logarithmic_over("n", [0.0, f64::NAN, 10.0, 1000.0, -3.0]);
        let low = scale.position(10.0).unwrap();
        assert!((0.04..0.07).contains(&low), "{low}");
        assert_eq!(scale.position(100.0), Some(0.5));
        assert_eq!(scale.position(1e9), Some(1.0));
        assert_eq!(scale.position(f64::INFINITY), None);
        let one = Scale::linear_over("n", [3.0]);
        assert_eq!(one.position(3.0), Some(0.5));
        let none = Scale::linear_over("n", []);
        assert_eq!(none.position(1.0), Some(1.0));
    }
}
