//! The page: everything that was claimed, found and measured, in one file of HTML.
//!
//! | file | what it is for |
//! |---|---|
//! | `found` | what the steps of a run leave behind, and what the page is made of |

pub mod found;

/// STUB
pub struct Page;
impl Page {
    /// STUB
    pub fn gather(_: &std::path::Path, _: &std::path::Path) -> Result<Page, std::io::Error> {
        Ok(Page)
    }
    /// STUB
    pub fn render(&self) -> Result<String, std::io::Error> {
        Ok("<!doctype html>".into())
    }
}
