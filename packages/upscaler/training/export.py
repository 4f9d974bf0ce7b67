"""
`export.py WEIGHTS MODEL`: writes a network as ONNX, from bytes to bytes: rows of RGB pixels in and out. WEIGHTS are those of train.py,
or waifu2x's file (.bin), which is not changed.
"""

import sys
from pathlib import Path

import torch
import torch.nn as nn
import torch.nn.functional as F

from network import CONTEXT, LOBES, SLOPE, Network
from shrink import LARGE_SIZES, read_large

# Of the place of a kernel's center, in each of its 7 x 7 weights.
CENTER = LOBES


class Exported(nn.Module):
    """The same network, with everything linear at its end folded into two convolutions, in levels from 0 to 255."""

    def __init__(self, trained: Network) -> None:
        super().__init__()
        self.layers = trained.layers
        for layer in self.layers:
            layer.bias.data.mul_(255)
        remove_means(self.layers[-1].weight.data)
        remove_means(self.layers[-1].bias.data)
        fixed = trained.lanczos.clone()
        remove_means(fixed)
        for output in range(12):
            fixed[output, output // 4, CENTER, CENTER] += 1
        self.fixed = nn.Parameter(fixed)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        source = rows.float().permute(2, 0, 1).unsqueeze(0)
        features = source
        for layer in self.layers[:-1]:
            features = F.leaky_relu(layer(features), SLOPE)
        trim = CONTEXT - LOBES
        made = self.layers[-1](features) + F.conv2d(source[:, :, trim:-trim, trim:-trim], self.fixed)
        pixels = F.pixel_shuffle(made, 2)[0].permute(1, 2, 0)
        return pixels.round().clamp(0, 255).to(torch.uint8)


def remove_means(values: torch.Tensor) -> None:
    """The four pixels of a source pixel then have the sum 0."""
    fours = values.view(3, 4, *values.shape[1:])
    fours -= fours.mean(1, keepdim=True)


def load(weights: str) -> Network:
    if weights.endswith(".bin"):
        network = Network(LARGE_SIZES[1:])
        network.start_from(read_large(Path(weights)))
    else:
        network = Network()
        network.load_state_dict(torch.load(weights))
    return network


def export(weights: str, model: str) -> None:
    network = load(weights)
    exported = Exported(network).eval()
    example = torch.zeros(64, 64, 3, dtype=torch.uint8)
    torch.onnx.export(
        exported,
        example,
        model,
        opset_version=13,
        input_names=["rows"],
        output_names=["doubled"],
        dynamic_axes={"rows": {0: "height", 1: "width"}, "doubled": {0: "doubledHeight", 1: "doubledWidth"}},
    )


if __name__ == "__main__":
    export(sys.argv[1], sys.argv[2])
