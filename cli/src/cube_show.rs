//! `admit cube show`

use super::context::{Context, Failure};
use super::output;
use admit::space::cube::{self, Cube, Face};
use anstyle::{Color, RgbColor, Style};
use serde::Serialize;

/// Show the net of a cube in colours.
///
/// STATE is a move sequence in Singmaster notation, applied to the solved cube
/// (R U2 F', also Ri or R3 for R', with or without spaces), or 54 facelets in
/// the order U R F D L B. An unsolvable cube is refused with the reason.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Moves or facelets.
    #[arg(required = true, num_args = 1..)]
    state: Vec<String>,
}

#[derive(Serialize)]
struct Report {
    facelets: String,
    solved: bool,
    corners: [u8; 8],
    twists: [u8; 8],
    edges: [u8; 12],
    flips: [u8; 12],
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    let state = cube::parse_state(&arguments.state.join(" "))?;
    if context.json {
        return output::json(&Report {
            facelets: state.to_facelets(),
            solved: state == Cube::SOLVED,
            corners: state.corners,
            twists: state.twists,
            edges: state.edges,
            flips: state.flips,
        });
    }
    anstream::println!("{}", unfolded(&state));
    anstream::println!("{}", state.to_facelets());
    Ok(())
}

/// The net of the cube: U on top, L F R B in a row, D below.
fn unfolded(state: &Cube) -> String {
    let facelets: Vec<char> = state.to_facelets().chars().collect();
    let row = |face: Face, r: usize| -> String {
        let from = face as usize * 9 + 3 * r;
        facelets[from..from + 3]
            .iter()
            .map(|&c| sticker(c))
            .collect()
    };
    let gap = " ".repeat(9);
    let middle = [Face::L, Face::F, Face::R, Face::B];
    let top = (0..3).map(|r| gap.clone() + &row(Face::U, r));
    let sides = (0..3).map(|r| middle.map(|face| row(face, r)).concat());
    let bottom = (0..3).map(|r| gap.clone() + &row(Face::D, r));
    let lines: Vec<String> = top.chain(sides).chain(bottom).collect();
    lines.join("\n") + "\n"
}

/// A sticker, three characters wide, in the usual colours.
fn sticker(letter: char) -> String {
    let (r, g, b) = match letter {
        'U' => (255, 255, 255),
        'R' => (200, 30, 40),
        'F' => (0, 155, 72),
        'D' => (255, 213, 0),
        'L' => (255, 120, 0),
        _ => (0, 70, 173),
    };
    let style = Style::new()
        .fg_color(Some(Color::Rgb(RgbColor(0, 0, 0))))
        .bg_color(Some(Color::Rgb(RgbColor(r, g, b))));
    format!("{style} {letter} {style:#}")
}
