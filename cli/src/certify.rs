//! `admit certify`

use super::context::{Context, Failure};
use super::output::{self, Bar, Stages, megabytes, thousands};
use super::train::{examples, model_file, proved_table, shown};
use admit::certify::certificate;
use admit::certify::choose::{SEED, Spread};
use admit::certify::corrected::Adjustment;
use admit::certify::pipeline::scaling_states;
use admit::certify::sweep::Sweep;
use admit::certify::{Certificate, Certification, CertifyOutcome, GroundTruth, rederive};
use admit::fixed::FixedRule;
use admit::fixed::batch::Fast;
use admit::fixed::file::Subject;
use admit::fixed::quantise::{RowBits, quantise};
use admit::heuristic::CertifiedFiles;
use admit::learn::decision_rule::Rule;
use admit::learn::model::Model;
use admit::learn::pair::PairNetwork;
use admit::learn::sample::{CubeExamples, Examples};
use admit::stats::interval::{hoeffding, upper_limit};
use admit::stats::{CONFIDENCE, SIGNIFICANCE};
use std::path::{Path, PathBuf};

/// Make a learned heuristic admissible, and certify it.
///
/// The network is quantised to integers, so that its values are the same on every machine. Its
/// table is proved, every state is evaluated, and overestimates are lowered by filters: then no
/// state is overestimated. Decision rule and filters are chosen together, for the largest mean
/// within --bytes. A second pass over all states confirms it; the certificate records the result,
/// with digests of all files it is about.
///
/// The folder then holds network.safetensors, correction.safetensors and
/// certificate.json; solve takes it as --heuristic certified:DIR.
///
/// An interrupted run resumes where it stopped. With --shard, several machines share the sweep:
/// copy their .sweep files into one folder and run the command again.
///
/// Where a sweep takes too long, --sample gives an upper confidence bound on the overestimation
/// rate. That is no certificate.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The folder of a run, or a model file.
    #[arg(required_unless_present = "check")]
    run: Option<PathBuf>,
    /// Bytes that network and correction may take: 1950000, 1950kB or 1.95MB
    /// [default: a fifth more than the weights take at 16 bits].
    #[arg(long, value_name = "B", value_parser = bytes)]
    bytes: Option<u64>,
    /// Where to write [default: the folder of the run, or NAME.certified for a file].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Sweep only the i-th of n parts: 1/4, 2/4, and so on.
    #[arg(long, value_name = "I/N", value_parser = shard, default_value = "1/1", hide_default_value = true)]
    shard: [u64; 2],
    /// Derive a certificate again from scratch and compare: its file, or its folder.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["run", "bytes", "out", "shard", "sample"])]
    check: Option<PathBuf>,
    /// Evaluate N random states and print a 95 % upper confidence bound on the overestimation rate.
    /// Writes nothing.
    #[arg(long, value_name = "N", conflicts_with_all = ["bytes", "out", "shard"],
          value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
}

/// A number of bytes, with or without a unit.
pub(super) fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" | "B" => 1.0,
        "kB" | "KB" => 1e3,
        "MB" => 1e6,
        "GB" => 1e9,
        "KiB" => 1024.0,
        "MiB" => 1_048_576.0,
        _ => f64::NAN,
    };
    let number: f64 = digits.trim().parse().unwrap_or(f64::NAN);
    let bytes = (number * unit).round();
    if (1.0..=1e15).contains(&bytes) {
        return Ok(bytes as u64);
    }
    Err(format!(
        "{text:?} is no number of bytes; expected one like 1950000, 1950kB or 1.95MB"
    ))
}

/// The part and the number of parts.
fn shard(text: &str) -> Result<[u64; 2], String> {
    let parts = text.split_once('/');
    let numbers = parts.and_then(|(i, n)| Some([i.parse().ok()?, n.parse().ok()?]));
    match numbers {
        Some([i, n]) if (1..=n).contains(&i) => Ok([i, n]),
        _ => Err(format!(
            "{text:?} is no part; expected I/N with I from 1 to N, as in 2/4"
        )),
    }
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    if let Some(file) = &arguments.check {
        return check(context, file);
    }
    let run = arguments.run.as_deref().unwrap_or(Path::new("."));
    let file = model_file(run);
    let model = Model::load(&file)?;
    let network = model.pairs()?;
    let about = &model.about;
    let subject = Subject::from(about);
    let examples = states_of(context, &subject)?;
    model.check(&examples, examples.table().header().counts().len())?;
    if let Some(count) = arguments.sample {
        let rule = match about.rule {
            Rule::ArgMax => FixedRule::ArgMax,
            Rule::Quantile { q } => FixedRule::with_share(q as f64),
        };
        return sample(context, &network, rule, &subject, &examples, count);
    }
    let table = proved_table(context, &subject.pattern, subject.base.as_deref())?;
    let folder = match &arguments.out {
        Some(folder) => folder.clone(),
        None if run.is_dir() => run.to_owned(),
        None => {
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            PathBuf::from(format!("{name}.certified"))
        }
    };
    let stages = Stages::new();
    let options = stages.options();
    let at_16_bits = 2 * about.form.parameters() as u64;
    let truth = GroundTruth::of_cube(subject, &table, &options)?;
    let bytes = arguments.bytes.unwrap_or(at_16_bits * 6 / 5);
    let [k, n] = arguments.shard;
    tracing::info!(folder = %folder.display(), bytes, "certification begins");
    let outcome = Certification::new(&truth, &network, bytes, &folder)
        .shard(k, n)
        .progress(options.progress)
        .on_resume(&|step, done, total| {
            let said = format!("resuming the {step}: {done} of {total} chunks are done");
            output::say(&said);
        })
        .run()?;
    drop(stages);
    match outcome {
        CertifyOutcome::Certified(found) if context.json => output::json(&*found),
        CertifyOutcome::Certified(found) => {
            print(&found);
            let folder = folder.display();
            anstream::println!("\ncertified: admit solve --heuristic certified:{folder} STATE");
            Ok(())
        }
        CertifyOutcome::Incomplete { step, done, total } => {
            anstream::eprintln!(
                "part {k} of {n} of the {step} is done: {done} of {total} chunks are in {}; \
                 gather the .sweep files of all parts there and run again",
                folder.display()
            );
            Ok(())
        }
        other => Err(format!("an unknown outcome: {other:?}").into()),
    }
}

/// States of a network with their exact values.
fn states_of(context: &Context, subject: &Subject) -> Result<CubeExamples, Failure> {
    let base = subject.base.as_deref();
    examples(context, &subject.pattern, base, subject.canonical)
}

/// Derives a certificate again.
fn check(context: &Context, file: &Path) -> Result<(), Failure> {
    let folder = match file.parent() {
        _ if file.is_dir() => file,
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let named = file.is_dir()
        || file
            .file_name()
            .is_some_and(|name| name == certificate::FILE);
    if !named {
        return Err(format!(
            "{}: a certificate is a file {} beside the files it is about",
            file.display(),
            certificate::FILE
        )
        .into());
    }
    let files = CertifiedFiles::read(folder)?;
    let stated = files.certificate().clone();
    let subject = files.network().subject().clone();
    let table = proved_table(context, &subject.pattern, subject.base.as_deref())?;
    let stages = Stages::new();
    let options = stages.options();
    let truth = GroundTruth::of_cube(subject, &table, &options)?;
    let derived = rederive(&truth, files.network(), options.progress)?;
    drop(stages);
    let differences = stated.differences(&derived);
    if context.json {
        output::json(&serde_json::json!({
            "certificate": folder.join(certificate::FILE).display().to_string(),
            "same": differences.is_empty(),
            "differences": differences,
            "seconds": derived.time.seconds,
        }))?;
    }
    if !differences.is_empty() {
        let all = differences.join("\n  ");
        return Err(format!(
            "{}: the certificate differs from the files beside it:\n  {all}",
            folder.join(certificate::FILE).display()
        )
        .into());
    }
    if !context.json {
        print(&derived);
        anstream::println!("\nderived again on every state: the certificate is correct");
    }
    Ok(())
}

fn print(found: &Certificate) {
    let subject = &found.subject;
    let of = |over: u64, rate: f64| match over {
        0 => "none".to_owned(),
        _ => format!("{}, {rate:.3e} of all", thousands(over)),
    };
    let asked = if found.asked == found.states {
        String::new()
    } else {
        format!(", {} up to symmetry", thousands(found.asked))
    };
    let sets = found.sets.iter().map(|set| {
        let keys = thousands(set.keys);
        match set.kind.as_str() {
            "filter" => format!("{keys} in slots of {} bits", set.bits),
            _ => format!("{keys} listed"),
        }
    });
    let sets: Vec<String> = sets.collect();
    let mut rows = vec![
        ("pattern", shown(&subject.pattern, subject.base.as_deref())),
        (
            "network",
            format!(
                "rows of {} at {} bits, width {}, blocks {}, classes {}",
                found.network.sizes.rows,
                found.network.row_bits,
                found.network.sizes.width,
                found.network.sizes.blocks,
                found.network.sizes.classes
            ),
        ),
        ("rule", found.network.rule.to_string()),
        ("states", format!("{}{asked}", thousands(found.states))),
        (
            "before",
            format!(
                "mean {:.6}, overestimates: {}",
                found.before.mean,
                of(found.before.over, found.before.rate)
            ),
        ),
        (
            "after",
            format!(
                "mean {:.6} of {:.6}, overestimates: {}",
                found.after.mean,
                found.table_mean,
                of(found.after.over, found.after.rate)
            ),
        ),
    ];
    if !sets.is_empty() {
        rows.push(("lowered", sets.join("; ")));
    }
    if found.near > 0 {
        let near = thousands(found.near);
        rows.push((
            "raised",
            format!("{near} near the goal, to their exact value"),
        ));
    }
    rows.push((
        "size",
        format!(
            "{}: network {}, correction {}; the table takes {:.2} times as much",
            megabytes(found.bytes.all),
            megabytes(found.bytes.network),
            megabytes(found.bytes.correction),
            found.bytes.table as f64 / found.bytes.all as f64
        ),
    ));
    rows.push((
        "time",
        format!(
            "{:.1} s on {} threads, {}",
            found.time.seconds, found.time.threads, found.time.instructions
        ),
    ));
    output::rows(&rows);
}

/// Confidence bounds on the network as it is, without any correction.
fn sample(
    context: &Context,
    network: &PairNetwork,
    rule: FixedRule,
    subject: &Subject,
    examples: &CubeExamples,
    count: u64,
) -> Result<(), Failure> {
    let states = examples.states();
    let scaling = scaling_states(examples);
    let fast = Fast::new(quantise(network, RowBits::Wide, rule, &scaling)?);
    let sweep = Sweep {
        fast: &fast,
        adjustment: &Adjustment::default(),
        examples,
        every_single_one: true,
    };
    let bar = Bar::new(format!("evaluating {}", subject.pattern));
    let found = sweep.some(Spread::drawn(states, count), bar.options().progress);
    drop(bar);
    let counts = &found.counts;
    let limit = upper_limit(counts.over(), counts.states, SIGNIFICANCE);
    let most = network.shape().classes.saturating_sub(1) as f64;
    let (low, high) = hoeffding(counts.mean(), most, counts.states);
    if context.json {
        return output::json(&serde_json::json!({
            "pattern": subject.pattern,
            "base": subject.base,
            "rule": rule,
            "sampled": counts.states,
            "seed": SEED,
            "over": counts.over(),
            "rate_at_most": limit,
            "confidence": CONFIDENCE,
            "mean": counts.mean(),
            "mean_interval": [low, high],
            "certificate": false,
        }));
    }
    output::rows(&[
        ("pattern", shown(&subject.pattern, subject.base.as_deref())),
        ("rule", rule.to_string()),
        (
            "sampled",
            format!(
                "{} of {} states, seed {SEED}",
                thousands(counts.states),
                thousands(states)
            ),
        ),
        ("overestimates", thousands(counts.over())),
        (
            "rate",
            format!(
                "at most {limit:.3e} at {} %, by Clopper and Pearson",
                100.0 * CONFIDENCE
            ),
        ),
        (
            "mean",
            format!("{:.4} ({low:.4} to {high:.4} at 95 %)", counts.mean()),
        ),
    ]);
    anstream::println!(
        "\nThis is a confidence bound, not a certificate: a solution found with this heuristic\n\
         may be too long. Without --sample every state is evaluated."
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_units() {
        assert_eq!(bytes("1950000"), Ok(1_950_000));
        assert_eq!(bytes("1.95MB"), Ok(1_950_000));
        assert_eq!(bytes("2 kB"), Ok(2000));
        assert_eq!(bytes("1MiB"), Ok(1 << 20));
        for text in ["", "MB", "-3", "0", "3 bits", "1e99"] {
            assert!(bytes(text).unwrap_err().contains("1.95MB"), "{text}");
        }
    }

    #[test]
    fn parts_are_counted_from_one() {
        assert_eq!(shard("2/4"), Ok([2, 4]));
        for text in ["0/4", "5/4", "1", "a/b", "1/0"] {
            assert!(shard(text).unwrap_err().contains("as in 2/4"), "{text}");
        }
    }
}
