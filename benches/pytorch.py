#!/usr/bin/env python3
"""PyTorch's side of `cargo bench --bench learn`: the same networks, trained on the
same machine in turn with burn.

It is asked line by line on standard input, so that the two never run at once:

    {"network": {"planes": [36, 3, 3], ...}, "form": "plain", "batch": 4096, "steps": 10}

and answers each with a line `seconds processor_seconds`. Forms of the same training:

- plain: the network and the loop as one writes them;
- tuned: the fused form of Adam, and the convolution as one matrix product, as
  admit has it.
"""

import json
import os
import sys
import time

import torch
from torch.nn import functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples"))
from weights import Network  # noqa: E402


class Product(Network):
    """The same network, its convolution as one matrix product."""

    def __init__(self, **sizes):
        super().__init__(**sizes)
        _, rows, columns = self.planes
        places = rows * columns
        # Which input each place of the kernel carries to each output.
        units = torch.eye(places).view(places, 1, rows, columns)
        kernels = torch.eye(9).view(9, 1, 3, 3)
        spread = F.conv2d(units, kernels, padding=1).view(places, 9, places)
        self.register_buffer("spread", spread.permute(1, 0, 2).reshape(9, -1).contiguous())

    def forward(self, x):
        channels, planes = self.conv.weight.shape[:2]
        places = self.planes[1] * self.planes[2]
        matrix = (self.conv.weight.view(channels * planes, 9) @ self.spread)
        matrix = matrix.view(channels, planes, places, places).permute(1, 2, 0, 3)
        bias = self.conv.bias.repeat_interleave(places)
        x = F.relu(torch.addmm(bias, x, matrix.reshape(planes * places, channels * places)))
        x = F.relu(self.fc(x))
        x = F.relu(self.res(x))
        return self.out(self.blocks(x))


def prepare(network, form, batch):
    """A function that takes one step."""
    torch.manual_seed(1)
    tuned = form == "tuned"
    net = (Product if tuned else Network)(**network)
    adam = torch.optim.Adam(net.parameters(), lr=1e-3, fused=tuned or None)
    planes = network["planes"]
    inputs = torch.rand(batch, planes[0] * planes[1] * planes[2])
    targets = torch.arange(batch) % network["classes"]

    def step():
        adam.zero_grad()
        loss = F.cross_entropy(net(inputs), targets)
        loss.backward()
        adam.step()
        return loss.item()

    return step


def main():
    if len(sys.argv) > 1:
        torch.set_num_threads(int(sys.argv[1]))
    print(torch.__version__, torch.get_num_threads(), flush=True)
    steps = {}
    for line in sys.stdin:
        asked = json.loads(line)
        key = json.dumps([asked["network"], asked["form"], asked["batch"]])
        if key not in steps:
            steps[key] = prepare(asked["network"], asked["form"], asked["batch"])
            steps[key]()
        seconds, processor = time.perf_counter(), time.process_time()
        for _ in range(asked["steps"]):
            steps[key]()
        print(time.perf_counter() - seconds, time.process_time() - processor, flush=True)


if __name__ == "__main__":
    main()
