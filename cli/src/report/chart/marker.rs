//! Marker shapes.

/// The shape of a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Marker {
    /// A filled circle.
    Disc,
    /// A filled triangle.
    Triangle,
    /// A filled square on its corner.
    Diamond,
    /// Two crossing strokes.
    Cross,
    /// A filled square.
    Square,
}

impl Marker {
    const ALL: [Marker; 5] = [
        Marker::Disc,
        Marker::Triangle,
        Marker::Diamond,
        Marker::Cross,
        Marker::Square,
    ];

    /// The shape of a series by its number. Shapes repeat after five, colours after six, so
    /// that thirty series look different.
    pub fn numbered(number: usize) -> Marker {
        Marker::ALL[number % Marker::ALL.len()]
    }

    /// The shape around a point.
    pub(super) fn svg(self, x: f64, y: f64) -> String {
        let (left, top) = (x - 4.0, y - 4.0);
        match self {
            Marker::Disc => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>"),
            Marker::Square => {
                format!("<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"8\" height=\"8\"/>")
            }
            Marker::Diamond => {
                format!(
                    "<path d=\"M{x:.1} {:.1}l5.5 5.5l-5.5 5.5l-5.5 -5.5Z\"/>",
                    y - 5.5
                )
            }
            Marker::Triangle => format!("<path d=\"M{x:.1} {:.1}l5.2 9h-10.4Z\"/>", y - 5.5),
            Marker::Cross => {
                format!("<path class=\"hollow\" d=\"M{left:.1} {top:.1}l8 8m0 -8l-8 8\"/>")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::series;
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn thirty_series_look_different() {
        let look = |k| (Marker::numbered(k).svg(0.0, 0.0), series(k));
        assert_eq!((0..30).map(look).collect::<BTreeSet<_>>().len(), 30);
    }
}
