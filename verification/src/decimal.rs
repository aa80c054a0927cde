//! Printed decimals and the numbers that they can stand for, in exact arithmetic.

use std::cmp::Ordering;
use std::fmt;

/// A positive fraction.
#[derive(Clone, Copy, Debug)]
pub struct Fraction {
    /// Numerator.
    pub above: i128,
    /// Denominator.
    pub below: i128,
}

impl Fraction {
    /// A fraction by its numerator and denominator.
    pub const fn new(above: i128, below: i128) -> Fraction {
        Fraction { above, below }
    }

    /// The product.
    #[must_use]
    pub fn times(self, other: Fraction) -> Fraction {
        Fraction::new(self.above * other.above, self.below * other.below)
    }

    /// The quotient.
    #[must_use]
    pub fn over(self, other: Fraction) -> Fraction {
        Fraction::new(self.above * other.below, self.below * other.above)
    }

    /// The nearest float.
    pub const fn to_f64(self) -> f64 {
        self.above as f64 / self.below as f64
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Fraction) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        (self.above * other.below).cmp(&(other.above * self.below))
    }
}

/// A printed decimal: units in the last place and number of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    units: i128,
    places: u32,
}

impl Decimal {
    /// `units` · 10^−`places`.
    pub const fn new(units: i128, places: u32) -> Decimal {
        Decimal { units, places }
    }

    const fn unit(self) -> i128 {
        10_i128.pow(self.places)
    }

    /// Units in the last place.
    pub const fn units(self) -> i128 {
        self.units
    }

    /// Number of decimal places.
    pub const fn places(self) -> u32 {
        self.places
    }

    /// The face value.
    pub const fn face(self) -> Fraction {
        Fraction::new(self.units, self.unit())
    }

    /// The least number that rounds to it.
    pub const fn least(self) -> Fraction {
        Fraction::new(2 * self.units - 1, 2 * self.unit())
    }

    /// Strict upper bound of all numbers that round or truncate to it.
    pub const fn most(self) -> Fraction {
        Fraction::new(self.units + 1, self.unit())
    }

    /// The nearest float at face value.
    pub const fn to_f64(self) -> f64 {
        self.face().to_f64()
    }

    /// Whether a number rounds to it.
    pub fn rounded(self, number: Fraction) -> bool {
        let up = Fraction::new(2 * self.units + 1, 2 * self.unit());
        self.least() <= number && number < up
    }

    /// Whether a number truncates to it.
    pub fn truncated(self, number: Fraction) -> bool {
        self.face() <= number && number < self.most()
    }

    /// How a number yields this figure, if it does.
    pub fn how(self, number: Fraction) -> Option<&'static str> {
        match (self.rounded(number), self.truncated(number)) {
            (true, true) => Some("rounded or truncated"),
            (true, false) => Some("rounded, not truncated"),
            (false, true) => Some("truncated, not rounded"),
            (false, false) => None,
        }
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.places > 3 {
            return write!(f, "{}e-{}", self.units, self.places);
        }
        let digits = self.places as usize;
        write!(f, "{:.digits$}", self.face().to_f64())
    }
}

/// Serialized as a number, at face value.
impl serde::Serialize for Decimal {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.to_f64())
    }
}

/// Bounds on the quotient of two printed figures.
pub fn quotient(above: Decimal, below: Decimal) -> [Fraction; 2] {
    [
        above.least().over(below.most()),
        above.most().over(below.least()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_and_truncation_are_recognised() {
        let printed = Decimal::new(675, 2);
        let how = |thousandths| printed.how(Fraction::new(thousandths, 1000));
        assert_eq!(how(6752), Some("rounded or truncated"));
        assert_eq!(how(6759), Some("truncated, not rounded"));
        assert_eq!(how(6746), Some("rounded, not truncated"));
        assert_eq!(how(6760), None);
    }

    #[test]
    fn figures_are_formatted_as_printed() {
        let shown = |units, places| Decimal::new(units, places).to_string();
        assert_eq!([shown(6812, 2), shown(3, 7)], ["68.12", "3e-7"]);
        assert_eq!(serde_json::to_string(&Decimal::new(3, 7)).unwrap(), "3e-7");
    }
}
