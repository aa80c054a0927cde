//! The page: claims with their evidence, results and charts, in one file of HTML.
//!
//! The file stands alone: style, scripts, charts and data are embedded, and nothing is
//! loaded from a network. All claims are in the HTML and can be read without scripts.
//!
//! | file | contents |
//! |---|---|
//! | `results` | the types of a run's result files |
//! | `gather` | reads published results and those of a run |
//! | `claims` | the ledger |
//! | `section` | parts of a section: paragraphs, tables, charts |
//! | `tables`, `networks`, `convergence`, `proofs`, `timings` | sections after the ledger |
//! | `stage` | recorded A\* searches for a reader to step through |
//! | `*.html`, `*.css`, `*.js` | templates, style and scripts |

mod claims;
mod convergence;
mod gather;
mod networks;
mod proofs;
pub mod results;
mod section;
mod stage;
mod tables;
mod timings;

use crate::report::chart::page_style;
use claims::ClaimView;
pub use gather::Page;
use minijinja::Environment;
use section::Section;
use serde::Serialize;
use thiserror::Error;

/// Why the page cannot be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PageError {
    /// A file of results cannot be read or is malformed.
    #[error(transparent)]
    Results(#[from] admit_verification::json::JsonError),
    /// A search of the stage cannot be recorded.
    #[error("the stage: {0}")]
    Stage(#[from] stage::StageError),
    /// A template does not fit its data.
    #[error("the template: {0:#}")]
    Template(#[from] minijinja::Error),
    /// The data of the stage cannot be written as JSON.
    #[error("the data of the stage: {0}")]
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

/// The data of the templates.
#[derive(Serialize)]
struct View<'a> {
    style: String,
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
    /// # Errors
    ///
    /// If a search cannot be recorded or a template does not fit its data.
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
            style: page_style() + STYLE,
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
                convergence::convergence(self),
                proofs::proofs(self),
                timings::timings(self),
            ],
            stage: script_json(&scenes)?,
            scenes: &scenes,
        };
        Ok(environment.get_template("page.html")?.render(view)?)
    }
}

/// JSON for a script element: no `<` ends the element or begins a comment.
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
        // What a browser would load.
        for outside in ["src=\"", "href=\"http", "url(h", "@import", "<link", "<img"] {
            assert!(!html.contains(outside), "{outside}");
        }
    }

    #[test]
    fn missing_results_are_named() {
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
