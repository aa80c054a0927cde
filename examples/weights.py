#!/usr/bin/env python3
"""Reads a network that admit trained into PyTorch, and prints its logits.

    python3 examples/weights.py network.safetensors inputs.npy

needs torch, safetensors and numpy. There are two kinds of files:

- a network of the paper. `inputs.npy` then holds 32-bit floats, one row per sample,
  as encoded by admit: all planes, concatenated;
- a pair network, which `admit train` writes as `model.safetensors`.
  `inputs.npy` then holds integers, one row per sample: one token per slot.
  For a pattern of the cube a slot is a tracked cubie, corners first; the token of a
  corner is three times its position plus its twist, that of an edge is twice its
  position plus its flip. If the network learned a difference, the last token is the
  entry of the base table.

It prints one line per sample, one number per class, with full precision.

The classes `Network` and `PairNetwork` suffice to use such a network in Python:

    network = load("model.safetensors")
    heuristic = network(tokens).argmax(dim=1)

The other metadata that `admit train` writes, such as the pattern and the decision rule,
are in `network.about`.
"""

import json
import sys

import torch
from safetensors import safe_open
from torch import nn
from torch.nn import functional as F


class Block(nn.Module):
    """A residual block of two dense layers."""

    def __init__(self, size):
        super().__init__()
        self.first = nn.Linear(size, size)
        self.second = nn.Linear(size, size)

    def forward(self, x):
        return F.relu(x + self.second(F.relu(self.first(x))))


class Network(nn.Module):
    """Networks of the paper, with admit's names of weights."""

    def __init__(self, planes, channels, fc, res, blocks, classes):
        super().__init__()
        self.planes = planes
        self.conv = nn.Conv2d(planes[0], channels, 3, padding=1)
        self.fc = nn.Linear(channels * planes[1] * planes[2], fc)
        self.res = nn.Linear(fc, res)
        self.blocks = nn.Sequential(*(Block(res) for _ in range(blocks)))
        self.out = nn.Linear(res, classes)

    def forward(self, x):
        x = F.relu(self.conv(x.view(-1, *self.planes))).flatten(1)
        x = F.relu(self.fc(x))
        x = F.relu(self.res(x))
        return self.out(self.blocks(x))


class PairNetwork(nn.Module):
    """Pair networks: one embedding per pair of slots, summed, and narrow layers.

    All embedding tables are concatenated in `rows`, in admit's order: slots 0 and 1,
    0 and 2, 1 and 2, 0 and 3, and so on. `sparse` makes the gradient of the rows a
    sparse tensor, which few optimisers support.
    """

    def __init__(self, values, rows, width, blocks, classes, sparse=False):
        super().__init__()
        pairs = [(i, j) for j in range(len(values)) for i in range(j)]
        sizes = [values[i] * values[j] for i, j in pairs]
        first = [sum(sizes[:at]) for at in range(len(sizes))]
        self.pairs, self.sizes = pairs, sizes
        # Indices of the pairs of slots, and the offset of each table.
        self.register_buffer("i", torch.tensor([i for i, _ in pairs]), persistent=False)
        self.register_buffer("j", torch.tensor([j for _, j in pairs]), persistent=False)
        self.register_buffer("wide", torch.tensor([values[j] for _, j in pairs]), persistent=False)
        self.register_buffer("first", torch.tensor(first), persistent=False)
        self.rows = nn.EmbeddingBag(sum(sizes), rows, mode="sum", sparse=sparse)
        self.bias = nn.Parameter(torch.zeros(rows))
        self.dense = nn.Linear(rows, width)
        self.blocks = nn.Sequential(*(Block(width) for _ in range(blocks)))
        self.out = nn.Linear(width, classes)

    def indices(self, tokens):
        """Row indices of all pairs, for a batch of tokens."""
        return self.first + tokens[:, self.i] * self.wide + tokens[:, self.j]

    def from_indices(self, indices):
        """Logits from row indices."""
        x = F.relu(self.rows(indices) + self.bias)
        x = F.relu(self.dense(x))
        return self.out(self.blocks(x))

    def forward(self, tokens):
        return self.from_indices(self.indices(tokens.long()))

    def load_parts(self, part):
        """Copies the tensors of a file written by admit, which `part` returns by name.

        admit's matrices have one row per input, PyTorch's one column per input; and the
        last layer is padded with logits of classes that do not exist.
        """

        def layer(linear, name):
            size = linear.out_features
            linear.weight.copy_(part(name + ".weight").T[:size])
            linear.bias.copy_(part(name + ".bias")[:size])

        with torch.no_grad():
            tables = [part(f"pairs.{i}.{j}") for i, j in self.pairs]
            self.rows.weight.copy_(torch.cat(tables))
            self.bias.copy_(part("sum.bias"))
            layer(self.dense, "dense")
            for number, block in enumerate(self.blocks):
                layer(block.first, f"blocks.{number}.0")
                layer(block.second, f"blocks.{number}.1")
            layer(self.out, "out")


def load(path):
    """Reads the network in a file."""
    with safe_open(path, framework="pt") as file:
        metadata = file.metadata() or {}
        if "admit.network" in metadata:
            network = Network(**json.loads(metadata["admit.network"]))
            network.load_state_dict({name: file.get_tensor(name).float() for name in file.keys()})
        elif "admit" in metadata:
            about = json.loads(metadata["admit"])
            network = PairNetwork(**about["pair"])
            network.load_parts(lambda name: file.get_tensor(name).float())
            network.about = about
        else:
            sys.exit(f"{path}: not a network written by admit")
    return network.eval()


def main():
    import numpy

    if len(sys.argv) != 3:
        sys.exit(__doc__)
    network = load(sys.argv[1])
    inputs = torch.from_numpy(numpy.load(sys.argv[2]))
    with torch.no_grad():
        for row in network(inputs).tolist():
            print(*(repr(x) for x in row))


if __name__ == "__main__":
    main()
