#!/usr/bin/env python3
"""Reads a network that admit trained into PyTorch, and prints its logits.

    python3 examples/weights.py network.safetensors inputs.npy

needs torch, safetensors and numpy. `inputs.npy` holds 32-bit numbers, one row a
sample, as admit's encoders write them: all planes one behind the other. One line
is printed for each sample, one number for each class, with all their digits.

The class `Network` is all that one needs to go on with such a network in Python:

    network = load("network.safetensors")
    heuristic = network(inputs).argmax(dim=1)
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


def load(path):
    """The network that a file holds."""
    with safe_open(path, framework="pt") as file:
        network = Network(**json.loads(file.metadata()["admit.network"]))
        network.load_state_dict({name: file.get_tensor(name) for name in file.keys()})
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
