//! `admit bounds`

use super::context::{Context, Failure};
use super::output;
use admit::learn::model::Model;
use admit::learn::paper_sizes::PaperConfig;
use admit::pdb::cube::{CubePattern, CubeRanker};
use admit::space::graph::{Digraph, FiniteGraph, reading};
use admit::theory::architecture::Architecture;
use admit::theory::behaviour::{Survey, UTILITIES, all_heuristics, survey};
use admit::theory::dimension::{Bound, By, Of, Subject};
use admit::theory::samples::{Class, printed};
use admit_verification::bounds::claim_of;
use admit_verification::paper::TABLE_2;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Bounds on the pseudo-dimension of heuristics, and on sample sizes
///
/// Prints every bound on the pseudo-dimension that applies: the paper's, with the
/// constants of its proofs, and those of the ledger. For each, N is a sufficient number
/// of instances: with probability 1 − DELTA the mean utility of every heuristic over
/// them is within EPSILON of its expectation. N is by a theorem with its constants
/// (Mohri, Rostamizadeh and Talwalkar, Theorem 11.8, two-sided), beside the paper's
/// printed N with the constant 1.
///
/// A bound is vacuous if N exceeds the number of instances: then all of them can be
/// enumerated instead.
///
///   admit bounds                              the paper's four networks, as a table
///   admit bounds --pattern 8-corner --values 12
///   admit bounds --pattern 8-corner --net paper/8-corner
///   admit bounds --graph FILE --values 4      exact for small graphs
///   admit bounds --vertices 181440 --classes 3024 --values 32 --net 81-64-32
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Arguments {
    /// A graph, DIMACS or JSON, as for `admit graph`.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pattern", "vertices", "classes"])]
    graph: Option<PathBuf>,
    /// A pattern of the cube: h is constant on its abstract states.
    #[arg(long, conflicts_with_all = ["vertices", "classes"])]
    pattern: Option<CubePattern>,
    /// n: the number of vertices of a graph with one edge cost.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    vertices: Option<u64>,
    /// m: the number of classes of vertices on which h is constant.
    #[arg(long, value_name = "M", requires = "vertices", value_parser = clap::value_parser!(u64).range(1..))]
    classes: Option<u64>,
    /// ℓ: the number of values of h [default: the classes of the network].
    #[arg(long, value_name = "L", value_parser = clap::value_parser!(u64).range(2..=1 << 32))]
    values: Option<u64>,
    /// The network that computes h: widths such as 81-64-32, a name such as paper/8-corner
    /// or scaling/3, or a model that `admit train` wrote.
    #[arg(long)]
    net: Option<String>,
    /// |B|: the number of states of an instance, in the paper's bounds for networks
    /// [default: 18 children along a path of ℓ − 1 steps, and the start].
    #[arg(long, value_name = "B", value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    represented: Option<u64>,
    /// The goal varies from instance to instance, as in the paper's Theorem 7.
    #[arg(long)]
    any_goal: bool,
    /// The largest deviation of means from expectations.
    #[arg(long, default_value_t = 0.5)]
    epsilon: f64,
    /// The probability of a larger deviation.
    #[arg(long, default_value_t = 0.05)]
    delta: f64,
    /// H: the range of the utility [default: ℓ − 1 if ℓ is known, otherwise 1].
    #[arg(long, value_name = "H")]
    range: Option<f64>,
}

/// States of the cube: corner and edge permutations of the same parity, twists, flips.
const STATES: u128 = 40_320 * 2_187 * (479_001_600 / 2) * 2_048;
/// The most heuristics and starts for which all heuristics are enumerated.
const MOST_HEURISTICS: u64 = 200_000;
const MOST_STARTS: u32 = 8;

#[derive(Serialize)]
struct Report {
    subject: String,
    vertices: u128,
    #[serde(skip_serializing_if = "Option::is_none")]
    classes: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    network: Option<Sizes>,
    instances: f64,
    epsilon: f64,
    delta: f64,
    range: f64,
    bounds: Vec<Row>,
    /// N by the number of heuristics, if that is finite.
    #[serde(skip_serializing_if = "Option::is_none")]
    samples_by_counting: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<Exact>,
}

#[derive(Serialize)]
struct Sizes {
    layers: u64,
    neurons: u64,
    parameters: u64,
    represented: u64,
}

#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    bound: Bound,
    /// The claim about it.
    claim: Option<&'static str>,
    /// By the theorem with its constants.
    samples: Option<f64>,
    /// As the paper prints it, with the constant 1.
    samples_printed: f64,
    vacuous: bool,
}

#[derive(Serialize)]
struct Exact {
    heuristics: u64,
    behaviours: u64,
    utilities: [u32; 3],
    psi: u32,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    if !(arguments.epsilon > 0.0 && arguments.epsilon.is_finite()) {
        return Err("--epsilon must be more than 0".into());
    }
    if !(arguments.delta > 0.0 && arguments.delta < 1.0) {
        return Err("--delta must lie between 0 and 1".into());
    }
    if arguments.range.is_some_and(|h| !(h > 0.0 && h.is_finite())) {
        return Err("--range must be more than 0".into());
    }
    let one =
        arguments.graph.is_some() || arguments.pattern.is_some() || arguments.vertices.is_some();
    if !one {
        if let Some(net) = &arguments.net {
            return Err(
                format!("--net {net} needs states: add --pattern, --graph or --vertices").into(),
            );
        }
        return four_networks(context, arguments);
    }
    let network = arguments.net.as_deref().map(network).transpose()?;
    let (name, subject, graph) = subject(arguments, network)?;
    let exact = graph
        .as_ref()
        .and_then(|graph| exact(graph, subject.values));
    let report = report(name, &subject, arguments, exact.transpose()?);
    if context.json {
        return output::json(&report);
    }
    print(&report);
    Ok(())
}

fn network(text: &str) -> Result<Architecture, Failure> {
    if let Some(config) = PaperConfig::named(text) {
        return Ok(Architecture::of_paper(&config));
    }
    if Path::new(text).is_file() {
        let model = Model::load(Path::new(text))?;
        return Ok(Architecture::of_form(&model.about.form));
    }
    text.parse::<Architecture>().map_err(|error| {
        let names = PaperConfig::PRESETS.map(|preset| preset.name).join(", ");
        format!("{error}; or one of {names}; or the file of a model").into()
    })
}

/// The subject of the bounds with its name, and the graph if there is one.
fn subject(
    arguments: &Arguments,
    network: Option<Architecture>,
) -> Result<(String, Subject, Option<Digraph>), Failure> {
    let mut one_cost = true;
    let mut graph = None;
    let (name, vertices, classes) = if let Some(file) = &arguments.graph {
        let read = reading::open(file)?.graph;
        let mut costs = std::collections::BTreeSet::new();
        read.for_each_edge(|edge| {
            costs.insert(edge.cost);
        });
        one_cost = costs.len() <= 1;
        let n = read.vertices() as u128;
        if n < 2 {
            return Err(format!("{}: a graph needs two vertices", file.display()).into());
        }
        graph = Some(read);
        (file.display().to_string(), n, None)
    } else if let Some(pattern) = arguments.pattern {
        let m = CubeRanker::new(pattern)?.states() as u128;
        (format!("{pattern} of the cube"), STATES, Some(m))
    } else {
        let n = arguments.vertices.unwrap_or(2) as u128;
        ("a graph".to_owned(), n, arguments.classes.map(u128::from))
    };
    if classes.is_some_and(|m| m > vertices) {
        return Err("--classes cannot be more than --vertices".into());
    }
    let values = arguments
        .values
        .or(network.as_ref().map(Architecture::classes));
    let represented = arguments.represented.unwrap_or_else(|| path_states(values));
    let subject = Subject {
        one_cost,
        classes,
        values,
        network,
        represented,
        any_goal: arguments.any_goal,
        ..Subject::graph(vertices)
    };
    Ok((name, subject, graph))
}

/// The start and 18 children of each of ℓ − 1 states on a path.
fn path_states(values: Option<u64>) -> u64 {
    1 + 18 * values.map_or(1, |values| values - 1)
}

/// The exact pseudo-dimensions over all heuristics of ℓ values, if there are few.
fn exact(graph: &Digraph, values: Option<u64>) -> Option<Result<Survey, Failure>> {
    let (values, others) = (values?, graph.vertices() - 1);
    let heuristics = values.checked_pow(others)?;
    let few = heuristics <= MOST_HEURISTICS && others <= MOST_STARTS;
    few.then(|| {
        let _spinner = output::Spinner::new("every heuristic, every start");
        let all = all_heuristics(graph.vertices(), graph.goal(), values as u32);
        Ok(survey(graph, all)?)
    })
}

fn report(name: String, subject: &Subject, arguments: &Arguments, exact: Option<Survey>) -> Report {
    let (epsilon, delta) = (arguments.epsilon, arguments.delta);
    let range = arguments
        .range
        .unwrap_or_else(|| subject.values.map_or(1.0, |values| (values - 1) as f64));
    let n = subject.vertices as f64;
    let instances = if subject.any_goal {
        n * (n - 1.0)
    } else {
        n - 1.0
    };
    let row = |bound: Bound| {
        let samples = Class::of_dimension(bound.value, range).samples(epsilon, delta);
        Row {
            claim: claim_of(&bound, subject),
            samples,
            samples_printed: printed::samples(bound.value.max(1.0), range, epsilon, delta),
            vacuous: samples.is_none_or(|samples| samples > instances),
            bound,
        }
    };
    let by_counting = subject.log2_heuristics().and_then(|log2| {
        Class::of_size(log2 * std::f64::consts::LN_2, range).samples(epsilon, delta)
    });
    Report {
        subject: name,
        vertices: subject.vertices,
        classes: subject.classes,
        values: subject.values,
        network: subject.network.as_ref().map(|network| Sizes {
            layers: network.depth(),
            neurons: network.neurons(),
            parameters: network.parameters(),
            represented: subject.represented,
        }),
        instances,
        epsilon,
        delta,
        range,
        bounds: subject.bounds().into_iter().map(row).collect(),
        samples_by_counting: by_counting,
        exact: exact.map(|found| Exact {
            heuristics: found.heuristics,
            behaviours: found.behaviours,
            utilities: found.utilities,
            psi: found.psi,
        }),
    }
}

impl Report {
    /// The least proved bound.
    fn least(&self, of: Of) -> Option<&Row> {
        let stands = |row: &&Row| row.bound.of == of && row.bound.by == By::Here;
        let by_value = |one: &&Row, other: &&Row| one.bound.value.total_cmp(&other.bound.value);
        self.bounds.iter().filter(stands).min_by(by_value)
    }

    /// A sufficient number of samples, by that bound or by counting heuristics.
    fn samples(&self, of: Of) -> Option<f64> {
        let by_dimension = self.least(of).and_then(|row| row.samples);
        let either = [by_dimension, self.samples_by_counting];
        either.into_iter().flatten().reduce(f64::min)
    }
}

/// A number, in scientific notation from a million on.
fn shown(value: f64) -> String {
    if value < 1e6 {
        let text = format!("{value:.1}");
        text.trim_end_matches(".0").to_owned()
    } else {
        format!("{value:.2e}")
    }
}

fn print(report: &Report) {
    let mut rows = vec![
        ("subject", report.subject.clone()),
        ("vertices n", shown(report.vertices as f64)),
    ];
    if let Some(classes) = report.classes {
        rows.push(("classes m", shown(classes as f64)));
    }
    if let Some(values) = report.values {
        rows.push(("values ℓ", values.to_string()));
    }
    if let Some(sizes) = &report.network {
        rows.push((
            "network",
            format!(
                "L = {}, U = {}, W = {}, |B| = {}",
                sizes.layers, sizes.neurons, sizes.parameters, sizes.represented
            ),
        ));
    }
    rows.push((
        "accuracy",
        format!(
            "within {} of the expectation, with probability {}, values in a range of {}",
            report.epsilon,
            1.0 - report.delta,
            report.range
        ),
    ));
    output::rows(&rows);
    anstream::println!();
    let head = [
        "bound",
        "by",
        "formula",
        "Pdim",
        "N",
        "N, constant 1",
        "",
        "needs",
        "claim",
    ];
    let mut table = Vec::new();
    // Assumptions are numbered in the order of their first use.
    let mut needs: Vec<&str> = Vec::new();
    for row in &report.bounds {
        let bound = &row.bound;
        let numbers = bound.needs.iter().map(|need| {
            let known = needs.iter().position(|known| known == need);
            let number = known.unwrap_or_else(|| {
                needs.push(need);
                needs.len() - 1
            });
            (number + 1).to_string()
        });
        let numbers = numbers.collect::<Vec<_>>().join(" ");
        let by = match bound.by {
            By::Paper => "paper",
            By::Here => "here",
        };
        table.push([
            bound.name.to_owned(),
            by.to_owned(),
            bound.formula.to_owned(),
            shown(bound.value),
            row.samples.map_or_else(|| "none".to_owned(), shown),
            shown(row.samples_printed),
            if row.vacuous { "vacuous" } else { "" }.to_owned(),
            numbers,
            row.claim.unwrap_or_default().to_owned(),
        ]);
    }
    output::columns_of(&head, &table);
    let needs = needs.iter().zip(1..).map(|(need, i)| format!("{i} {need}"));
    let needs = format!("needs: {}", needs.collect::<Vec<_>>().join("; "));
    anstream::println!("{}", output::wrapped(&needs));
    if let Some(exact) = &report.exact {
        anstream::println!();
        print_exact(exact);
    }
    anstream::println!("\n{}", output::wrapped(&practice(report)));
}

fn print_exact(exact: &Exact) {
    anstream::println!(
        "exactly, by {} heuristics: {} behaviours of A*; pseudo-dimensions:",
        output::thousands(exact.heuristics),
        output::thousands(exact.behaviours)
    );
    for (name, value) in UTILITIES.iter().zip(exact.utilities) {
        anstream::println!("  {name:13} {value}");
    }
    anstream::println!("  {:13} {}", "Ψ", exact.psi);
}

/// The least bounds, in words.
fn practice(report: &Report) -> String {
    let mut text = String::new();
    for (of, words) in [(Of::Utilities, "any utility of A*"), (Of::Psi, "Ψ")] {
        let Some(row) = report.least(of) else {
            continue;
        };
        let Some(samples) = report.samples(of) else {
            text += &format!("No finite number of samples is known to suffice for {words}. ");
            continue;
        };
        text += &format!(
            "For {words}, the least proved bound is {} ({}); {} samples suffice",
            shown(row.bound.value),
            row.bound.name,
            shown(samples)
        );
        text += &if samples > report.instances {
            format!(
                ", more than the {} instances: vacuous, enumerate them instead. ",
                shown(report.instances)
            )
        } else {
            format!(", of {} instances. ", shown(report.instances))
        };
    }
    text
}

/// One of the paper's networks.
#[derive(Serialize)]
struct Line {
    network: &'static str,
    states: u128,
    #[serde(flatten)]
    sizes: Sizes,
    values: u64,
    /// By the paper: the order with the constant 1, the closed form, solved.
    order: f64,
    closed: f64,
    solved: f64,
    /// Proved here: by the network's sign patterns, and m·log₂ ℓ.
    sign_patterns: f64,
    classes: f64,
    /// N by the least proved bound, by its dimension or by counting.
    samples: Option<f64>,
    vacuous: bool,
}

fn four_networks(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    let mut lines = Vec::new();
    for row in TABLE_2 {
        let config = PaperConfig::named(row.network).ok_or("the paper's networks have names")?;
        let network = Architecture::of_paper(&config);
        let pattern: CubePattern = row.pattern.split('/').next().unwrap_or_default().parse()?;
        let states = CubeRanker::new(pattern)?.states() as u128;
        let values = network.classes();
        let subject = Subject {
            classes: Some(states),
            values: Some(values),
            represented: arguments
                .represented
                .unwrap_or_else(|| path_states(Some(values))),
            any_goal: arguments.any_goal,
            network: Some(network),
            ..Subject::graph(STATES)
        };
        let report = report(row.pattern.to_owned(), &subject, arguments, None);
        let value = |by: By, name: &str| {
            let mut found = report.bounds.iter().map(|row| &row.bound);
            let found = found.find(|bound| bound.by == by && bound.name == name);
            found.map_or(f64::NAN, |bound| bound.value)
        };
        let samples = report.samples(Of::Utilities);
        lines.push(Line {
            network: row.network,
            states,
            values,
            order: value(By::Paper, "network, order"),
            closed: value(By::Paper, "network, closed form"),
            solved: value(By::Paper, "network, solved"),
            sign_patterns: value(By::Here, "network, sign patterns"),
            classes: value(By::Here, "m log ℓ"),
            samples,
            vacuous: samples.is_none_or(|samples| samples > states as f64),
            sizes: report.network.ok_or("there is a network")?,
        });
    }
    if context.json {
        return output::json(&lines);
    }
    let head = [
        "network",
        "m",
        "L",
        "U",
        "W",
        "l",
        "order",
        "closed form",
        "solved",
        "patterns",
        "m log l",
        "N",
        "",
    ];
    let table = lines.iter().map(|line| {
        [
            line.network.to_owned(),
            shown(line.states as f64),
            line.sizes.layers.to_string(),
            line.sizes.neurons.to_string(),
            line.sizes.parameters.to_string(),
            line.values.to_string(),
            shown(line.order),
            shown(line.closed),
            shown(line.solved),
            shown(line.sign_patterns),
            shown(line.classes),
            line.samples.map_or_else(|| "none".to_owned(), shown),
            if line.vacuous { "vacuous" } else { "" }.to_owned(),
        ]
    });
    output::columns_of(&head, &table.collect::<Vec<_>>());
    anstream::println!(
        "\n{}",
        output::wrapped(&format!(
            "Upper bounds on the pseudo-dimension of all utilities of A*: by the paper's Theorem 6 \
             (order with the constant 1; closed form; inequality solved, |B| = {}), by the \
             network's sign patterns on m states, and by m·log2 l. N: samples that suffice by the least \
             proved bound for means within {} of expectations with probability {}; vacuous if \
             there are fewer abstract states, which can be enumerated instead.",
            lines.first().map_or(0, |line| line.sizes.represented),
            arguments.epsilon,
            1.0 - arguments.delta
        ))
    );
    Ok(())
}
