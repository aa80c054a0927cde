#!/usr/bin/env python3
"""PyTorch's side of `cargo bench --bench learn`, `--bench pair` and `--bench infer`: the
same networks, trained or evaluated on the same machine, alternating with admit.

It reads requests line by line from standard input, so that the two never run at once:

    {"network": {"planes": [36, 3, 3], ...}, "form": "plain", "batch": 4096, "steps": 10}
    {"pair": {"values": [24, 24], ...}, "tokens": [[0, 2], ...], "classes": [...], ...}
    {"infer": {"values": [24, 24], ...}, "tokens": [[0, 2], ...], "form": "plain", ...}

and answers each with a line `seconds processor_seconds`. Variants of the same training:

- plain: the network and the training loop without tuning;
- tuned: fused Adam; and for networks of the paper the convolution as one
  matrix product, as in admit; for pair networks 32-bit indices;
- sparse: for pair networks, sparse gradients of embedding rows, and sparse Adam,
  which updates only rows that occur;
- gathered: for pair networks, rows gathered and then summed, otherwise as tuned.

A pair network receives the indices of its rows, which are computed beforehand.

Variants of evaluating a pair network, logits and argmax: plain and gathered as above,
half (16-bit floats: bfloat16, for which processors have instructions), compiled
(`torch.compile`), and onnx and onnx-half (ONNX Runtime, if installed). A variant that is
not available answers `nan nan`.
"""

import json
import os
import sys
import time

import torch
from torch.nn import functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples"))
from weights import Network, PairNetwork  # noqa: E402


class Product(Network):
    """The same network with its convolution as one matrix product."""

    def __init__(self, **sizes):
        super().__init__(**sizes)
        _, rows, columns = self.planes
        places = rows * columns
        # The input that each kernel position maps to each output.
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
    """Returns a function that trains a network of the paper for one step."""
    torch.manual_seed(1)
    tuned = form == "tuned"
    net = (Product if tuned else Network)(**network)
    adam = torch.optim.Adam(net.parameters(), lr=1e-3, fused=tuned or None)
    planes = network["planes"]
    inputs = torch.rand(batch, planes[0] * planes[1] * planes[2])
    targets = torch.arange(batch) % network["classes"]

    return stepper(lambda: net(inputs), targets, [adam])


class Gathered(PairNetwork):
    """The same network with its rows gathered and then summed."""

    def from_indices(self, indices):
        x = F.relu(F.embedding(indices, self.rows.weight).sum(1) + self.bias)
        return self.out(self.blocks(F.relu(self.dense(x))))


def prepare_pairs(shape, form, tokens, classes):
    """Returns a function that trains a pair network for one step."""
    torch.manual_seed(1)
    net = (Gathered if form == "gathered" else PairNetwork)(**shape, sparse=form == "sparse")
    indices = net.indices(torch.tensor(tokens))
    if form != "plain":
        indices = indices.int()
    targets = torch.tensor(classes)
    settings = {"lr": 1e-3, "betas": (0.9, 0.99)}
    parameters = list(net.parameters())
    optimisers = []
    if form == "sparse":
        optimisers.append(torch.optim.SparseAdam([net.rows.weight], **settings))
        parameters = [p for p in parameters if p is not net.rows.weight]
    fused = None if form == "plain" else True
    optimisers.append(torch.optim.Adam(parameters, fused=fused, **settings))
    return stepper(lambda: net.from_indices(indices), targets, optimisers)


def prepare_inference(shape, form, tokens):
    """Returns a function that evaluates a pair network on all samples."""
    torch.manual_seed(1)
    onnx = form.startswith("onnx")
    net = (PairNetwork if form in ("plain", "half") else Gathered)(**shape).eval()
    indices = net.indices(torch.tensor(tokens)).int()
    if form == "half":
        net = net.bfloat16()
    if onnx:
        return on_onnx(net.half() if form == "onnx-half" else net, indices)
    ask = torch.compile(net.from_indices) if form == "compiled" else net.from_indices

    def step():
        with torch.inference_mode():
            return ask(indices).argmax(1)

    return step


def on_onnx(net, indices):
    """The same on ONNX Runtime, with as many threads as PyTorch."""
    import io

    import onnxruntime

    class Ask(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.net = net

        def forward(self, indices):
            return self.net.from_indices(indices).argmax(1)

    file = io.BytesIO()
    names = {"input_names": ["indices"], "output_names": ["class"]}
    dynamic = {"indices": {0: "samples"}, "class": {0: "samples"}}
    torch.onnx.export(Ask(), (indices,), file, dynamo=False, dynamic_axes=dynamic, **names)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = torch.get_num_threads()
    session = onnxruntime.InferenceSession(
        file.getvalue(), options, providers=["CPUExecutionProvider"]
    )
    given = {"indices": indices.numpy()}
    return lambda: session.run(None, given)


def stepper(logits, targets, optimisers):
    """Returns a function that takes one step."""

    def step():
        for optimiser in optimisers:
            optimiser.zero_grad()
        loss = F.cross_entropy(logits(), targets)
        loss.backward()
        for optimiser in optimisers:
            optimiser.step()
        return loss.item()

    return step


def main():
    if len(sys.argv) > 1:
        torch.set_num_threads(int(sys.argv[1]))
    print(torch.__version__, torch.get_num_threads(), flush=True)
    steps = {}
    for line in sys.stdin:
        asked = json.loads(line)
        if "infer" in asked:
            key = json.dumps([asked["infer"], asked["form"], len(asked["tokens"])])
            if key not in steps:
                try:
                    parts = (asked[part] for part in ("infer", "form", "tokens"))
                    steps[key] = prepare_inference(*parts)
                    steps[key]()
                except Exception as error:  # any reason why a variant cannot run
                    print(asked["form"], error, file=sys.stderr)
                    steps[key] = None
            if steps[key] is None:
                print("nan nan", flush=True)
                continue
        else:
            key = json.dumps([asked.get("network", asked.get("pair")), asked["form"]])
        if key not in steps:
            if "pair" in asked:
                parts = (asked[part] for part in ("pair", "form", "tokens", "classes"))
                steps[key] = prepare_pairs(*parts)
            else:
                steps[key] = prepare(asked["network"], asked["form"], asked["batch"])
            steps[key]()
        seconds, processor = time.perf_counter(), time.process_time()
        for _ in range(asked["steps"]):
            steps[key]()
        print(time.perf_counter() - seconds, time.process_time() - processor, flush=True)


if __name__ == "__main__":
    main()
