//! `admit completions`

use super::context::Failure;
use clap_complete::Shell;

/// Print a completion script for a shell
///
///   bash   admit completions bash > ~/.local/share/bash-completion/completions/admit
///   zsh    admit completions zsh > ~/.zfunc/_admit
///   fish   admit completions fish > ~/.config/fish/completions/admit.fish
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Arguments {
    /// The shell.
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::command(), "admit", &mut text);
    Ok(std::io::Write::write_all(&mut std::io::stdout(), &text)?)
}
