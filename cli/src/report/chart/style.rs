//! Palette and style sheet of charts.

/// Names of colours with their values on light and on dark paper.
const PALETTE: [(&str, &str, &str); 10] = [
    ("paper", "#fdfdfb", "#15181c"),
    ("ink", "#1d2126", "#e4e6e8"),
    ("soft", "#575e67", "#a4abb3"),
    ("rule", "#dcdeda", "#343a41"),
    ("c0", "#0072b2", "#56b4e9"),
    ("c1", "#c25400", "#f0843c"),
    ("c2", "#007f5c", "#2fc79a"),
    ("c3", "#b0568a", "#e39bc4"),
    ("c4", "#2f87bd", "#8fcdf2"),
    ("c5", "#9a6a00", "#e6b84a"),
];

/// Rules for the classes that charts use; colours are variables.
const RULES: &str = include_str!("chart.css");

const FONT: &str = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

/// The style of charts within the page: the palette as variables, and the rules.
pub fn page_style() -> String {
    let colour = |(name, light, dark): &(&str, &str, &str)| {
        format!("  --{name}: light-dark({light}, {dark});\n")
    };
    let palette: String = PALETTE.iter().map(colour).collect();
    format!(":root {{\n{palette}}}\n{RULES}")
}

/// The style of a file that stands alone: on light paper, without variables, which not all
/// readers of SVG know.
pub(super) fn file_style() -> String {
    let style = RULES.replace("var(--body)", FONT);
    PALETTE.iter().fold(style, |style, (name, light, _)| {
        style.replace(&format!("var(--{name})"), light)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_needs_no_variables() {
        let style = file_style();
        assert!(
            !style.contains("var(") && style.contains("#0072b2"),
            "{style}"
        );
    }
}
