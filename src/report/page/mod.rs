//! The page: everything that was claimed, found and measured, in one file of HTML.
//!
//! | file | what it is for |
//! |---|---|
//! | `found` | what the steps of a run leave behind, and what the page is made of |

pub mod found;
