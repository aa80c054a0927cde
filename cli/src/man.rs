//! `admit man`

use super::context::Failure;
use clap_mangen::Man;
use std::path::PathBuf;

/// Write manual pages, one for each command
///
///   admit man ~/.local/share/man/man1 && man admit-pdb-build
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Arguments {
    /// The folder; created if missing.
    folder: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let folder = &arguments.folder;
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut command = super::command();
    command.build();
    let mut pages = Vec::new();
    gather("admit", &command, &mut pages);
    for (name, command) in &pages {
        let mut page = Vec::new();
        // The name of a page is the command with hyphens.
        let named = (*command).clone().display_name(name.clone());
        Man::new(named)
            .title(name.to_uppercase())
            .render(&mut page)?;
        admit::files::write_bytes(&folder.join(format!("{name}.1")), &page)?;
    }
    anstream::println!("{} pages in {}", pages.len(), folder.display());
    Ok(())
}

/// A command and its subcommands, with the names of their pages.
fn gather<'c>(
    name: &str,
    command: &'c clap::Command,
    pages: &mut Vec<(String, &'c clap::Command)>,
) {
    pages.push((name.to_owned(), command));
    for inner in command.get_subcommands().filter(|c| c.get_name() != "help") {
        gather(&format!("{name}-{}", inner.get_name()), inner, pages);
    }
}
