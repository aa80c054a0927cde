//! A learned admissible heuristic for a space of your own: ten pancakes in a stack, of which
//! a spatula turns over the uppermost few (`cargo run --release --example own_space [SAMPLES]`).
use admit::certify::{Certification, GroundTruth};
use admit::files::Options;
use admit::heuristic::CertifiedFiles;
use admit::learn::encode::Encoding;
use admit::learn::sample::RankedExamples;
use admit::learn::train::{Budget, Settings, Trainer};
use admit::pdb::Table;
use admit::search::solve;
use admit::space::{Abstraction, Cost, Ranked, Space};

/// Positions of the N largest of ten pancakes, the largest first: how many lie below it.
struct Pancakes<const N: usize>;

impl<const N: usize> Space for Pancakes<N> {
    type State = [u8; N];
    type Action = u8; // how many pancakes stay below the spatula
    fn transitions(&self, below: &[u8; N]) -> impl Iterator<Item = (u8, [u8; N], Cost)> {
        let turn = |from: u8| below.map(|b| if b < from { b } else { 9 + from - b });
        (0..9).map(move |from| (from, turn(from), 1))
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
        below.iter().fold(0, |rank, &b| 10 * rank + b as u64)
    }
    fn unrank(&self, rank: u64) -> Option<[u8; N]> {
        let digit = |i| (rank / 10_u64.pow((N - 1 - i) as u32) % 10) as u8;
        (rank < self.size()).then(|| std::array::from_fn(digit))
    }
    fn is_undirected(&self) -> bool {
        true // a turn undoes itself
    }
}
/// The six largest pancakes are an abstraction of all ten.
impl Abstraction<Pancakes<10>> for Pancakes<6> {
    fn project(&self, below: &[u8; 10]) -> [u8; 6] {
        std::array::from_fn(|i| below[i])
    }
}
/// A network is given one token for each pancake.
impl Encoding<[u8; 6]> for Pancakes<6> {
    fn values(&self) -> Vec<u16> {
        vec![10; 6]
    }
    fn write(&self, below: &[u8; 6], tokens: &mut [u16]) {
        tokens.copy_from_slice(&below.map(u16::from));
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let samples = std::env::args().nth(1).unwrap_or("5000000".into());
    // Exact distances of the abstraction, and a proof of them.
    let table = Table::build(Pancakes::<6>, &Options::default())?.prove(&Options::default())?;
    // A network learns the distances.
    let examples = RankedExamples::new(table.clone(), Pancakes::<6>)?;
    let budget = Budget::Samples(samples.parse()?);
    let settings = Settings::new("pancakes", "pair:16,16,1".parse()?, budget);
    let network = Trainer::new(&examples, settings)?.finish().pairs()?;
    // Every state is swept, and overestimates are lowered, within 40,000 bytes.
    let folder = std::env::temp_dir().join(format!("pancakes-{samples}"));
    let truth = GroundTruth::new("pancakes", &table, Pancakes::<6>)?;
    Certification::new(&truth, &network, 40_000, &folder).run()?;
    // The heuristic is refused unless the certificate is about these very files.
    let files = CertifiedFiles::read(&folder)?;
    let said = files.certificate();
    println!("mean: {:.3} of {:.3}", said.after.mean, said.table_mean);
    let over = [said.before.over, said.after.over];
    println!("overestimated: {over:?} of {}", said.states);
    let learned = files.heuristic(&Pancakes::<10>, Pancakes::<6>, Pancakes::<6>)?;
    let found = solve(&Pancakes::<10>, [4, 7, 0, 9, 2, 5, 1, 8, 3, 6], &learned)?;
    println!("{} turns: {:?}", found.cost().unwrap(), found.actions());
    Ok(())
}
