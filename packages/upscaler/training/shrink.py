"""Makes a small network from waifu2x's: keeps the channels that matter, and fits what follows to the large network's values."""

from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from network import SIZES, SLOPE

# waifu2x, network upconv_7. The last layer is a deconvolution of 4 x 4.
LARGE_SIZES = [3, 16, 32, 64, 128, 128, 256]
# ncnn's mark of weights in half precision.
HALF_PRECISION = 0x01306B47
SAMPLES = 24000
RIDGE = 1e-5


def read_large(path: Path) -> list:
    """Weights and biases of 3 x 3 convolutions, the last with 12 outputs: four pixels of three colors."""
    file = np.fromfile(path, np.uint8)
    at = 0
    layers = []
    sizes = [*zip(LARGE_SIZES, LARGE_SIZES[1:], [9] * 6), (LARGE_SIZES[-1], 3, 16)]
    for inputs, outputs, taps in sizes:
        assert file[at : at + 4].view(np.uint32)[0] == HALF_PRECISION
        count = inputs * outputs * taps
        halves = file[at + 4 : at + 4 + 2 * count].view(np.float16).astype(np.float32)
        at += 4 + (2 * count + 3) // 4 * 4
        biases = file[at : at + 4 * outputs].view(np.float32)
        at += 4 * outputs
        side = round(taps**0.5)
        weights = torch.tensor(halves.reshape(outputs, inputs, side, side))
        layers.append((weights, torch.tensor(biases.copy())))
    assert at == len(file)
    deconvolution, biases = layers.pop()
    layers.append((to_convolution(deconvolution), biases.repeat_interleave(4)))
    return layers


def to_convolution(deconvolution: torch.Tensor) -> torch.Tensor:
    """With stride 2 and 3 cut off, each of four output pixels depends on 2 x 2 of the 3 x 3 pixels around its source."""
    # By row or column of the output: its places in the 3 x 3 kernel, and where in the 4 x 4 kernel they come from.
    taps = [[(0, 3), (1, 1)], [(1, 2), (2, 0)]]
    colors, channels = deconvolution.shape[:2]
    weights = torch.zeros(colors, 4, channels, 3, 3)
    for row in range(2):
        for column in range(2):
            for y, from_y in taps[row]:
                for x, from_x in taps[column]:
                    weights[:, 2 * row + column, :, y, x] = deconvolution[:, :, from_y, from_x]
    return weights.flatten(0, 1)


def shrink(large: list, patches: torch.Tensor) -> list:
    """Layers with SIZES channels, whose outputs on the patches are as close to the large network's as possible."""
    generator = torch.Generator().manual_seed(0)
    small = list(large)
    true, seen = patches, patches
    for number, size in enumerate(SIZES):
        true = F.leaky_relu(F.conv2d(true, *large[number]), SLOPE)
        weights, biases = small[number]
        seen = F.leaky_relu(F.conv2d(seen, weights, biases), SLOPE)
        following = small[number + 1][0]
        influence = seen.transpose(0, 1).flatten(1).std(1) * following.transpose(0, 1).flatten(1).norm(dim=1)
        kept = influence.topk(size).indices.sort().values
        small[number] = (weights[kept], biases[kept])
        seen = seen[:, kept]
        small[number + 1] = fit(seen, F.conv2d(true, *large[number + 1]), generator)
    return small


def fit(seen: torch.Tensor, wanted: torch.Tensor, generator: torch.Generator) -> tuple:
    """The 3 x 3 convolution that makes `wanted` of `seen`, by least squares over some of the places."""
    inputs = F.unfold(seen, 3).transpose(1, 2).flatten(0, 1)
    outputs = wanted.flatten(2).transpose(1, 2).flatten(0, 1)
    some = torch.randperm(len(inputs), generator=generator)[:SAMPLES]
    inputs = F.pad(inputs[some], (0, 1), value=1).double()
    products = inputs.T @ inputs
    products += RIDGE * products.diagonal().mean() * torch.eye(len(products))
    solved = torch.linalg.solve(products, inputs.T @ outputs[some].double()).float()
    return solved[:-1].T.reshape(wanted.shape[1], seen.shape[1], 3, 3).contiguous(), solved[-1]
