#!/usr/bin/env python3
"""Reads results of admit in Python: a ledger, a table, a network, a convergence rate.

    admit pdb build 6-edge
    admit pdb export 6-edge --format npy --out 6-edge.npy
    pip install -r examples/python/requirements.txt
    python3 examples/python/read_results.py --table 6-edge.npy

It prints a summary of each, and draws one chart:

- the ledger: the number of claims by verdict, and the refuted claims;
- the table, if one is given: the number of entries by value, and their mean;
- the network: its sizes, and, if the table is the one it learned, its values on all states
  or on a random sample, compared with the table;
- the convergence rate: the line through logarithms of mean deviations, fitted again,
  compared with the slope in the file, as a chart.

By default, files are those of the repository.
"""

import argparse
import json
from collections import Counter
from math import perm
from pathlib import Path

import numpy as np
from safetensors import safe_open

ROOT = Path(__file__).resolve().parents[2]


def ledger(path):
    """Counts verdicts, and lists refuted claims."""
    entries = json.loads(path.read_text())["entries"]
    print(f"ledger: {len(entries)} claims")
    for verdict, count in sorted(Counter(entry["verdict"] for entry in entries).items()):
        print(f"  {verdict}: {count}")
    for entry in entries:
        if entry["verdict"] == "refuted":
            print(f"  refuted: {entry['id']}, {entry['place']}")


def table(path):
    """One unsigned byte per state, in admit's block order."""
    entries = np.load(path)
    print(f"table: {len(entries)} entries")
    for value, count in enumerate(np.bincount(entries)):
        print(f"  value {value}: {count}")
    print(f"  mean: {entries.mean(dtype=np.float64):.6f}")
    return entries


class Network:
    """A pair network, as `admit train` writes it, without its decision rule."""

    def __init__(self, path):
        with safe_open(path, framework="np") as file:
            self.about = json.loads(file.metadata()["admit"])
            self.parts = {name: file.get_tensor(name).astype(np.float32) for name in file.keys()}
        self.values = self.about["pair"]["values"]
        # The last layer is padded with logits of classes that do not exist.
        padding = self.parts["out.bias"].size - self.about["pair"]["classes"]
        layer = self.parts["out.weight"].shape[0] + 1
        self.parameters = sum(part.size for part in self.parts.values()) - padding * layer

    def logits(self, tokens):
        """One row per sample. Embeddings of pairs are summed; narrow layers follow."""
        part, slots = self.parts, range(len(self.values))
        x = part["sum.bias"] + sum(
            part[f"pairs.{i}.{j}"][tokens[:, i] * self.values[j] + tokens[:, j]]
            for j in slots
            for i in range(j)
        )
        layer = lambda x, name: x @ part[name + ".weight"] + part[name + ".bias"]
        relu = lambda x: np.maximum(x, 0)
        x = relu(layer(relu(x), "dense"))
        for block in range(self.about["pair"]["blocks"]):
            inner = relu(layer(x, f"blocks.{block}.0"))
            x = relu(x + layer(inner, f"blocks.{block}.1"))
        return layer(x, "out")[:, : self.about["pair"]["classes"]]


def edge_tokens(numbers, edges):
    """Tokens of states of a pattern of edges: twice the position plus the flip.

    In block order, rank = arrangement · orientations + orientation. Digits of an
    arrangement count the free positions below.
    """
    arrangement, flips = np.divmod(numbers, 2**edges)
    free = np.tile(np.arange(12), (len(numbers), 1))
    tokens = np.empty((len(numbers), edges), dtype=np.int64)
    for edge in range(edges):
        digit, arrangement = np.divmod(arrangement, perm(11 - edge, edges - 1 - edge))
        position = np.take_along_axis(free, digit[:, None], axis=1)
        free = free[free != position].reshape(len(numbers), -1)
        tokens[:, edge] = 2 * position[:, 0] + (flips >> (edges - 1 - edge) & 1)
    return tokens


def network(path, entries, samples):
    """Prints its sizes, and compares its values with the table that it learned."""
    found = Network(path)
    about, edges = found.about, len(found.values)
    print(f"network: {about['pattern']}, {found.parameters} parameters, {about['samples']} samples")
    for name, part in sorted(found.parts.items()):
        print(f"  {name}: {' × '.join(map(str, part.shape))}")
    of_edges = about["pattern"].endswith("-edge") or about["pattern"].startswith("edges:")
    plain = of_edges and "base" not in about and not about["canonical"] and edges < 12
    if entries is None or not plain or len(entries) != perm(12, edges) * 2**edges:
        print("  not compared: no table of its pattern is given")
        return
    numbers = np.arange(len(entries))
    if samples < len(entries):
        numbers = np.random.default_rng(1).integers(len(entries), size=samples)
    values, right = found.logits(edge_tokens(numbers, edges)).argmax(axis=1), entries[numbers]
    print(f"  of {len(numbers)} states, by the largest logit: mean {values.mean():.6f}, "
          f"exact {np.count_nonzero(values == right)}, "
          f"too high {np.count_nonzero(values > right)}")


def rate(path, picture):
    """The exponent of the deviation, by least squares, as in `src/stats/fit.rs`.

    At each sample size the mean of all deviations is weighted by the number of
    repetitions; the line is fitted to the logarithms.
    """
    import matplotlib

    matplotlib.use("Agg")  # no window
    from matplotlib import pyplot as plt

    rated = json.loads(path.read_text())
    groups, fit = rated["measured"]["groups"], rated["fit"]
    n = np.array([group["n"] for group in groups], dtype=float)
    mean = np.array([np.mean(group["deviations"]) for group in groups])
    times = np.array([len(group["deviations"]) for group in groups])
    # polyfit squares its weights.
    slope, intercept = np.polyfit(np.log(n), np.log(mean), 1, w=np.sqrt(times))
    print(f"rate: {rated['measured']['words']}")
    print(f"  slope: {slope:.12f}, written: {fit['slope']:.12f}")
    low, high = fit["interval"]
    print(f"  95 %: {low:.3f} to {high:.3f}")

    bars = np.array([point["interval"] for point in fit["points"]]).T
    figure, axes = plt.subplots(figsize=(7, 4.5))
    axes.errorbar(n, mean, abs(bars - mean), fmt="o", capsize=3, label="mean deviation, 95 %")
    axes.plot(n, np.exp(intercept) * n**slope, label=f"fitted: N to the power of {slope:.3f}")
    axes.plot(n, mean[0] * (n / n[0]) ** -0.5, "--", label="1/√N through the first")
    axes.set(xscale="log", yscale="log", xlabel="N", ylabel="|mean over N − expectation|",
             title=rated["measured"]["words"])
    axes.legend()
    figure.tight_layout()
    figure.savefig(picture, dpi=150)
    print(f"  picture: {picture}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    file = lambda name: ROOT / name
    add = parser.add_argument
    add("--ledger", type=Path, default=file("verification/ledger.json"), help="ledger, as `admit verify` writes it")
    add("--table", type=Path, help="table, as `admit pdb export --format npy` writes it")
    add("--model", type=Path, default=file("models/6-edge.safetensors"), help="model, as `admit train` writes it")
    add("--samples", type=int, default=100_000, help="number of states on which the network is evaluated; at most all")
    add("--rate", type=Path, default=file("verification/rate/8-corner-plain.json"), help="convergence rate, as `admit convergence` writes it")
    add("--picture", type=Path, default=Path("deviation.png"), help="file for the chart")
    given = parser.parse_args()
    ledger(given.ledger)
    entries = None
    if given.table is None:
        print("table: none given; `admit pdb export 6-edge --format npy --out 6-edge.npy` writes one")
    else:
        entries = table(given.table)
    network(given.model, entries, given.samples)
    rate(given.rate, given.picture)


if __name__ == "__main__":
    main()
