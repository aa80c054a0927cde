//! A space of one's own: from its rules to a learnt heuristic that never overestimates.
//!
//! ```text
//! cargo run --release --example own_space [SAMPLES]
//! ```
//!
//! Ten pancakes lie in a stack, and a spatula turns over the uppermost few. The rules are
//! written down, and how states are numbered. A table of exact distances is built for a
//! coarser view, which sees only the six largest pancakes, and proved. A network learns it.
//! Every state of that view is swept, overestimates are lowered, and what is written to a
//! folder is read back with its certificate. A* then solves a stack with it, and with the exact
//! table.

use admit::certify::pipeline::{Job, Truth, certify};
use admit::files::SILENT;
use admit::heuristic::{Pdb, Vouched};
use admit::learn::sample::RankedExamples;
use admit::learn::train::{Budget, Settings, Trainer};
use admit::search::solve;
use admit::space::{Abstraction, Cost, Ranked, Space};

/// Of the largest N of ten pancakes, the largest first: how many lie below it.
struct Pancakes<const N: usize>;

impl<const N: usize> Space for Pancakes<N> {
    type State = [u8; N];
    fn successors(&self, below: &[u8; N]) -> impl Iterator<Item = ([u8; N], Cost)> {
        let turn = |from: u8| below.map(|b| if b < from { b } else { 9 + from - b });
        (0..9).map(move |from| (turn(from), 1))
    }
    fn is_goal(&self, below: &[u8; N]) -> bool {
        below.iter().zip(0..).all(|(&b, own)| b == own)
    }
}

impl<const N: usize> Ranked for Pancakes<N> {
    fn size(&self) -> u64 {
        10_u64.pow(N as u32)
    }
    fn rank(&self, below: &[u8; N]) -> u64 {
        below.iter().fold(0, |number, &b| 10 * number + b as u64)
    }
    fn unrank(&self, number: u64) -> [u8; N] {
        std::array::from_fn(|i| (number / 10_u64.pow((N - 1 - i) as u32) % 10) as u8)
    }
    fn undoes(&self) -> bool {
        true // a turn undoes itself
    }
}

impl Abstraction<Pancakes<10>> for Pancakes<6> {
    fn project(&self, below: &[u8; 10]) -> [u8; 6] {
        std::array::from_fn(|i| below[i])
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let samples = std::env::args().nth(1).unwrap_or("5000000".into());
    // Exact distances of the coarser view, and a proof that they are.
    let exact = Pdb::build(&Pancakes::<10>, Pancakes::<6>, u64::MAX, SILENT)?;
    exact.table().check(&Pancakes::<6>, SILENT)?;
    // A network learns them. It is given one token for each pancake.
    let write = |below: &[u8; 6], tokens: &mut [u16]| tokens.copy_from_slice(&below.map(u16::from));
    let examples = RankedExamples::new(Pancakes::<6>, exact.table(), vec![10; 6], write)?;
    let budget = Budget::Samples(samples.parse()?);
    let settings = Settings::new("pancakes", "pair:16,16,1".parse()?, budget);
    let network = Trainer::new(&examples, settings)?.finish().pairs()?;
    // Every state is swept, and what is too high is lowered, within 40,000 bytes.
    let folder = std::env::temp_dir().join(format!("pancakes-{samples}"));
    let truth = Truth::of_ranked("pancakes", &examples);
    certify(&Job::new(truth, &network, 40_000, &folder))?;
    // What is read back is refused unless the certificate is about these very files.
    let vouched = Vouched::read(&folder)?;
    let said = vouched.certificate();
    println!("mean: {:.3} of {:.3}", said.after.mean, said.table_mean);
    let over = [said.before.over, said.after.over];
    println!("overestimated: {over:?} of {}", said.states);
    let see = |all: &[u8; 10], tokens: &mut [u16]| write(&Pancakes::<6>.project(all), tokens);
    let learnt = vouched.of_tokens(&examples, see)?;
    let stack = [4, 7, 0, 9, 2, 5, 1, 8, 3, 6];
    let found = solve(&Pancakes::<10>, stack, &learnt)?;
    println!("{} turns: {:?}", found.cost().unwrap(), found.path());
    let with_table = solve(&Pancakes::<10>, stack, &exact)?;
    let [nodes, of_table] = [found, with_table].map(|s| s.summary.expansions);
    println!("expanded: {nodes}, with the exact table {of_table}");
    Ok(())
}
