"""The network: 3 x 3 convolutions beside a Lanczos filter, then the mean of each source pixel is restored."""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F

# Channels after each layer but the last.
SIZES = [16, 24, 40, 40, 40, 40]
# Each layer of 3 x 3 without padding needs one pixel on each side; the Lanczos filter needs fewer.
CONTEXT = len(SIZES) + 1
SLOPE = 0.1
LOBES = 3
# Of the convolutions, as they start; the rest comes from the filter.
SHARE = 0.6


def make_lanczos_weights() -> torch.Tensor:
    """Kernels of the four pixels that a source pixel becomes, each a quarter of a sample off its center."""
    taps = []
    for tap in range(2 * LOBES):
        angle = math.pi * (tap - LOBES + 0.25)
        taps.append(math.sin(angle) * math.sin(angle / LOBES) / angle**2)
    line = torch.tensor(taps, dtype=torch.float64)
    line /= line.sum()
    before = F.pad(line, (0, 1))
    after = F.pad(line.flip(0), (1, 0))
    kernels = [torch.outer(y, x) for y in (before, after) for x in (before, after)]
    weights = torch.zeros(12, 3, 2 * LOBES + 1, 2 * LOBES + 1)
    for color in range(3):
        for place, kernel in enumerate(kernels):
            weights[4 * color + place, color] = kernel.float()
    return weights


class Lanczos(nn.Module):
    """Doubles like a Lanczos filter, and keeps the mean of each source pixel."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("lanczos", make_lanczos_weights())

    def forward(self, source: torch.Tensor) -> torch.Tensor:
        """Four values per color and source pixel; the border of CONTEXT pixels is not part of the result."""
        return keep_means(self.filter(source), source)

    def filter(self, source: torch.Tensor) -> torch.Tensor:
        trim = CONTEXT - LOBES
        return F.conv2d(source[:, :, trim:-trim, trim:-trim], self.lanczos)


class Network(Lanczos):
    def __init__(self, sizes: list = SIZES) -> None:
        super().__init__()
        self.lanczos *= 1 - SHARE
        sizes = [3, *sizes, 12]
        self.layers = nn.ModuleList(nn.Conv2d(*pair, 3) for pair in zip(sizes, sizes[1:]))

    def start_from(self, layers: list) -> None:
        for layer, (weights, biases) in zip(self.layers, layers):
            layer.weight.data, layer.bias.data = weights, biases
        self.layers[-1].weight.data *= SHARE
        self.layers[-1].bias.data *= SHARE

    def forward(self, source: torch.Tensor) -> torch.Tensor:
        features = source
        for layer in self.layers[:-1]:
            features = F.leaky_relu(layer(features), SLOPE)
        return keep_means(self.layers[-1](features) + self.filter(source), source)


def keep_means(made: torch.Tensor, source: torch.Tensor) -> torch.Tensor:
    count, _, height, width = made.shape
    fours = made.view(count, 3, 4, height, width)
    center = source[:, :, CONTEXT:-CONTEXT, CONTEXT:-CONTEXT]
    fours = fours - fours.mean(2, keepdim=True) + center.unsqueeze(2)
    return fours.reshape(count, 12, height, width)
