#!/usr/bin/env python3
"""Reads a network that admit trained into PyTorch, and prints its logits.

    python3 examples/weights.py network.safetensors inputs.npy

needs torch, safetensors and numpy. The file is either of two kinds:

- a network of the paper. `inputs.npy` then holds 32-bit numbers, one row a sample,
  as admit's encoders write them: all planes one behind the other;
- a network of pairs, which is what `admit train` writes as `model.safetensors`.
  `inputs.npy` then holds whole numbers, one row a sample: a token for each slot.
  For a pattern of the cube a slot is a tracked cubie, corners first; the token of a
  corner is three times its position plus its twist, that of an edge is twice its
  position plus its flip. Where differences were learnt, the last token is the entry
  of the table that they are to.

One line is printed for each sample, one number for each class, with all their digits.

The classes `Network` and `PairNetwork` are all that one needs to go on with such a
network in Python:

    network = load("model.safetensors")
    heuristic = network(tokens).argmax(dim=1)

What `admit train` says of a model besides, its pattern and the rule by which it
decides, is in `network.about`.
"""

import json
import sys

import torch
from safetensors import safe_open
from torch import nn
from torch.nn import functional as F


class Block(nn.Module):
    """Two full layers and a way around them."""

    def __init__(self, size):
        super().__init__()
        self.first = nn.Linear(size, size)
        self.second = nn.Linear(size, size)

    def forward(self, x):
        return F.relu(x + self.second(F.relu(self.first(x))))


class Network(nn.Module):
    """The networks of the paper, with the names that admit gives to weights."""

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
    """Networks of pairs: a table row for every two slots, added up, and narrow layers.

    All tables stand one behind the other in `rows`, in admit's order: slots 0 and 1,
    0 and 2, 1 and 2, 0 and 3, and so on. `sparse` makes the gradient of the rows a
    sparse tensor, which few optimisers take.
    """

    def __init__(self, values, rows, width, blocks, classes, sparse=False):
        super().__init__()
        pairs = [(i, j) for j in range(len(values)) for i in range(j)]
        sizes = [values[i] * values[j] for i, j in pairs]
        first = [sum(sizes[:at]) for at in range(len(sizes))]
        self.pairs, self.sizes = pairs, sizes
        # Indices of the pairs of slots, and where the table of each begins.
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
        """Which rows the pairs of some samples have."""
        return self.first + tokens[:, self.i] * self.wide + tokens[:, self.j]

    def from_indices(self, indices):
        """The logits of samples whose rows are known."""
        x = F.relu(self.rows(indices) + self.bias)
        x = F.relu(self.dense(x))
        return self.out(self.blocks(x))

    def forward(self, tokens):
        return self.from_indices(self.indices(tokens.long()))

    def load_parts(self, part):
        """Takes over the parts of a file of admit's, each of which `part` returns.

        Matrices of admit's have a row for each input, those of PyTorch a column; and
        logits of classes that do not exist fill up the last matrix.
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
    """The network that a file holds."""
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
            sys.exit(f"{path}: no network of admit's")
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
