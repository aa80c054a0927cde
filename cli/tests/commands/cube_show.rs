//! `admit cube show`, through the real command: pictures, JSON, and what is
//! said to a cube that cannot be.

use crate::sandbox::Sandbox;

#[test]
fn a_scramble_unfolds() {
    let show = Sandbox::new().says(r#"cube show "R U2 F'""#);
    insta::assert_snapshot!(show);
}

#[test]
fn moves_may_stand_apart_or_together() {
    let sandbox = Sandbox::new();
    let together = sandbox.says("cube show RU2Fi");
    let apart = sandbox.says("cube show R1 U2 F3");
    assert_eq!(together, apart);
    assert_eq!(together, sandbox.says(r#"cube show "R U2 F'""#));
}

#[test]
fn facelets_are_read_back() {
    let sandbox = Sandbox::new();
    let shown = sandbox.json(r#"cube show "L' D B2 R F""#);
    let facelets = shown["facelets"].as_str().unwrap();
    assert_eq!(sandbox.json(&format!("cube show {facelets}")), shown);
    assert_eq!(shown["solved"], false);
    assert_eq!(sandbox.json(r#"cube show """#)["solved"], true);
}

#[test]
fn colours_are_for_terminals_only() {
    let sandbox = Sandbox::new();
    let mut plain = sandbox.admit("cube show R");
    let plain = plain.env_remove("NO_COLOR").assert().success();
    assert!(!plain.get_output().stdout.contains(&0x1b));
    let mut forced = sandbox.admit("cube show R");
    let forced = forced
        .env_remove("NO_COLOR")
        .env("CLICOLOR_FORCE", "1")
        .assert();
    assert!(forced.get_output().stdout.contains(&0x1b));
}

#[test]
fn impossible_cubes_are_refused_with_the_reason() {
    let sandbox = Sandbox::new();
    let solved = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    let with = |changes: &[(usize, char)]| {
        let mut letters: Vec<char> = solved.chars().collect();
        for &(i, c) in changes {
            letters[i] = c;
        }
        letters.into_iter().collect::<String>()
    };
    let cases = [
        ("unknown move", "R U R2 Q' F".to_owned()),
        ("wide turn", "R r".to_owned()),
        ("colour count", with(&[(0, 'R')])),
        ("foreign colour", with(&[(10, 'W')])),
        ("one short", solved[1..].to_owned()),
        ("corner twist", with(&[(8, 'F'), (9, 'U'), (20, 'R')])),
        ("edge flip", with(&[(7, 'F'), (19, 'U')])),
        ("parity", with(&[(10, 'F'), (19, 'R')])),
        ("twice", with(&[(10, 'F'), (25, 'R')])),
        ("no such corner", with(&[(9, 'F'), (20, 'R')])),
        (
            "held another way",
            "FFFFFFFFFRRRRRRRRRDDDDDDDDDBBBBBBBBBLLLLLLLLLUUUUUUUUU".to_owned(),
        ),
    ];
    let said: Vec<String> = cases
        .iter()
        .map(|(name, state)| {
            format!(
                "{name}: {}",
                sandbox.complains(&format!("cube show \"{state}\""))
            )
        })
        .collect();
    let said = said.concat();
    insta::assert_snapshot!(said);
}
