//! The page: everything that was claimed, found and measured, in one file of HTML.
//!
//! The file needs nothing else: style, scripts, pictures and data are in it, and it asks
//! no network for anything. Every claim is in its HTML, so that it can be read without
//! scripts.
//!
//! | file | what it is for |
//! |---|---|
//! | `found` | what the steps of a run leave behind, and what the page is made of |
//! | `gather` | reads that, and what was published |
//! | `claims` | claims, as the page shows them |
//! | `block` | pieces of a section: sentences, tables, pictures |
//! | `tables`, `networks`, `rates`, `tools` | the sections after the ledger |
//! | `stage` | graphs on which a reader steps through A\* |
//! | `plot` | small pictures |
//! | `*.html`, `*.css`, `*.js` | templates, style and scripts |

mod block;
mod claims;
pub mod found;
mod gather;
mod networks;
mod plot;
mod rates;
pub mod stage;
mod tables;
mod tools;

use block::Section;
use claims::ClaimView;
pub use gather::Page;
use minijinja::Environment;
use serde::Serialize;
use thiserror::Error;

/// Why there is no page.
#[derive(Debug, Error)]
pub enum PageError {
    /// A file of results cannot be read or is malformed.
    #[error(transparent)]
    Results(#[from] admit_verification::json::JsonError),
    /// A graph for the stage cannot be played.
    #[error("a graph of the stage: {0}")]
    Stage(#[from] stage::StageError),
    /// The templates do not fit what they are given.
    #[error("the template: {0:#}")]
    Template(#[from] minijinja::Error),
    /// Data for scripts cannot be written.
    #[error("data for the stage: {0}")]
    Data(serde_json::Error),
}

const TEMPLATES: [(&str, &str); 4] = [
    ("page.html", include_str!("page.html")),
    ("ledger.html", include_str!("ledger.html")),
    ("section.html", include_str!("section.html")),
    ("stage.html", include_str!("stage.html")),
];
const STYLE: &str = include_str!("style.css");
const SCRIPTS: [&str; 2] = [include_str!("ledger.js"), include_str!("stage.js")];

/// What the templates are given.
#[derive(Serialize)]
struct View<'a> {
    style: &'a str,
    scripts: &'a [&'a str],
    about: claims::About,
    counts: Vec<claims::Count>,
    tiers: Vec<claims::Count>,
    claims: Vec<ClaimView>,
    contradictions: Vec<String>,
    sections: Vec<Section>,
    scenes: &'a [stage::Scene],
    stage: String,
}

impl Page {
    /// The page, as one file of HTML.
    ///
    /// ```no_run
    /// use admit_cli::report::page::Page;
    /// use std::path::Path;
    /// let page = Page::gather(Path::new("report")).unwrap();
    /// std::fs::write("report/index.html", page.render().unwrap()).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// If a picture or the whole cannot be put together.
    pub fn render(&self) -> Result<String, PageError> {
        let mut environment = Environment::new();
        environment.set_trim_blocks(true);
        environment.set_lstrip_blocks(true);
        for (name, text) in TEMPLATES {
            environment.add_template(name, text)?;
        }
        let scenes = stage::scenes()?;
        let claims = claims::claims(self);
        let view = View {
            style: STYLE,
            scripts: &SCRIPTS,
            about: claims::about(self),
            counts: claims::counts(&claims),
            tiers: claims::tiers(&claims),
            contradictions: claims
                .iter()
                .filter(|claim| claim.contradicted())
                .map(|claim| claim.id().to_owned())
                .collect(),
            claims,
            sections: vec![
                tables::against_the_paper(self),
                tables::distributions(self),
                networks::training(self),
                networks::overestimates(self),
                tables::sizes(self),
                rates::rates(self),
                tools::proofs(self),
                tools::timings(self),
            ],
            stage: script_json(&scenes)?,
            scenes: &scenes,
        };
        Ok(environment.get_template("page.html")?.render(view)?)
    }
}

/// JSON that can stand within a script element: there is no `<` in it that could end the
/// element or begin a comment.
fn script_json(data: &impl Serialize) -> Result<String, PageError> {
    let text = serde_json::to_string(data).map_err(PageError::Data)?;
    Ok(text.replace('<', "\\u003c").replace('\u{2028}', "\\u2028"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_for_scripts_cannot_end_its_element() {
        let text = script_json(&["</script><!-- <b>", "a & b"]).unwrap();
        assert!(!text.contains('<'), "{text}");
        let back: Vec<String> = serde_json::from_str(&text).unwrap();
        assert_eq!(back[0], "</script><!-- <b>");
    }

    #[test]
    fn the_page_has_every_claim_and_is_small() {
        let nothing = tempfile::tempdir().unwrap();
        let page = Page::gather(nothing.path()).unwrap();
        let html = page.render().unwrap();
        for entry in &page.published.entries {
            let anchor = format!("id=\"claim-{}\"", entry.claim.id);
            assert_eq!(html.matches(&anchor).count(), 1, "{anchor}");
        }
        assert!(html.len() < 3_000_000, "{} bytes", html.len());
        // What a browser would fetch.
        for outside in ["src=\"", "href=\"http", "url(h", "@import", "<link", "<img"] {
            assert!(!html.contains(outside), "{outside}");
        }
    }

    #[test]
    fn a_section_without_data_says_so() {
        let nothing = tempfile::tempdir().unwrap();
        let page = Page::gather(nothing.path()).unwrap();
        let html = page.render().unwrap();
        assert!(html.contains("left no tables"));
        assert!(html.contains("left no times"));
    }

    #[test]
    fn a_malformed_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        for (file, text) in [
            ("tables.json", "{\"whole\": 3}"),
            ("cubes.json", "nothing"),
            ("convergence/grid.json", "{}"),
            ("certified/certificate.json", "[]"),
        ] {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, text).unwrap();
            let error = Page::gather(folder.path()).unwrap_err().to_string();
            assert!(
                error.contains(file) && error.contains("malformed"),
                "{error}"
            );
            std::fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn texts_are_escaped() {
        let folder = tempfile::tempdir().unwrap();
        let cubes = r#"{"heuristics": ["<img src=x>"], "cubes": [{"scramble": "<b>", "solution": "R", "moves": 1, "generated": [3]}]}"#;
        std::fs::write(folder.path().join("cubes.json"), cubes).unwrap();
        let html = Page::gather(folder.path()).unwrap().render().unwrap();
        assert!(html.contains("&lt;img src=x&gt;") && !html.contains("<img"));
    }
}
