"""`train.py PICTURES WEIGHTS`: trains the network on the pictures that fetch-sources-main.ts has collected."""

import copy
import io
import json
import math
import sys
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from PIL import Image, ImageFilter

from network import CONTEXT, Lanczos, Network
from render_pictures import draw_page
from shrink import read_large, shrink

SEED = 20261125
PAGES = 120
# Of the photographs, the same at half their size, the same out of focus, the drawn pages, and these out of focus.
SHARES = [0.3, 0.23, 0.08, 0.24, 0.15]
PATCH = 44
BATCH = 8
STEPS = 40_000
# The last steps, in which the learning rate falls to 0.
FALLING = 30_000
RATE = 1e-3
WARM_UP = 100
# Errors far below that of the Lanczos filter in the same picture hardly count.
FLOOR = 0.25
MIN_FLOOR = 2e-6
CROP = 256
AVERAGING = 0.998
REPORT_EVERY = 500
# To start from: patches of each kind.
START_PATCHES = [40, 40, 0, 60, 20]
START_SIDE = 48


def halve(pixels: np.ndarray) -> np.ndarray:
    height, width = pixels.shape[0] // 2 * 2, pixels.shape[1] // 2 * 2
    fours = pixels[:height, :width].astype(np.float32).reshape(height // 2, 2, width // 2, 2, 3)
    return np.floor(fours.mean((1, 3)) + 0.5).astype(np.uint8)


def soften(pixels: np.ndarray, number: int) -> np.ndarray:
    """As many cameras and scanners deliver it at full size: a little out of focus, with grain, compressed."""
    rng = np.random.default_rng(number)
    blurred = Image.fromarray(pixels).filter(ImageFilter.GaussianBlur(rng.uniform(0.4, 1.3)))
    grain = rng.normal(0, rng.uniform(0, 2), pixels.shape[:2] + (1,))
    file = io.BytesIO()
    noisy = np.clip(np.asarray(blurred) + grain + 0.5, 0, 255).astype(np.uint8)
    Image.fromarray(noisy).save(file, "JPEG", quality=int(rng.integers(85, 97)), subsampling=0)
    return np.asarray(Image.open(file))


def load_pictures(folder: Path) -> tuple:
    """Lists of (large, small) pairs by kind, and the pairs that only measure progress."""
    listed = json.loads((Path(__file__).parent / "sources.json").read_text())
    training = [file for package in listed for file in package["files"] if file["use"] == "training"]
    checking = [file for package in listed for file in package["files"] if file["use"] == "checking"]
    read = lambda file: np.asarray(Image.open(folder / file["name"]).convert("RGB"))
    photographs = [read(file) for file in training]
    pages = [draw_page(number) for number in range(PAGES)]
    kinds = [
        photographs,
        [halve(pixels) for pixels in photographs],
        [soften(pixels, number) for number, pixels in enumerate(photographs)],
        pages,
        [soften(pixels, number) for number, pixels in enumerate(pages, len(photographs))],
    ]
    checks = [read(file) for file in checking]
    checks += [soften(pixels, 1000 + number) for number, pixels in enumerate(checks)] + [draw_page(1000)]
    pair = lambda pixels: (pixels, halve(pixels))
    return [[pair(pixels) for pixels in kind] for kind in kinds], [crop(pair(pixels)) for pixels in checks]


def pick_patch(kinds: list, floors: list, rng: np.random.Generator) -> tuple:
    kind = rng.choice(len(kinds), p=SHARES)
    picture = rng.integers(len(kinds[kind]))
    large, small = kinds[kind][picture]
    side = PATCH + 2 * CONTEXT
    top, left = rng.integers(small.shape[0] - side), rng.integers(small.shape[1] - side)
    source = small[top : top + side, left : left + side]
    top, left = 2 * (top + CONTEXT), 2 * (left + CONTEXT)
    truth = large[top : top + 2 * PATCH, left : left + 2 * PATCH]
    turn = rng.integers(8)
    for axis in (0, 1):
        if turn >> axis & 1:
            source, truth = np.flip(source, axis), np.flip(truth, axis)
    if turn & 4:
        source, truth = source.transpose(1, 0, 2), truth.transpose(1, 0, 2)
    return source, truth, floors[kind][picture]


def to_planes(images: list) -> torch.Tensor:
    planes = torch.from_numpy(np.stack([np.ascontiguousarray(image) for image in images]))
    return planes.permute(0, 3, 1, 2).float() / 255


def measure(network: nn.Module, pairs: list) -> list:
    decibels = []
    with torch.no_grad():
        for large, small in pairs:
            source = F.pad(to_planes([small]), (CONTEXT,) * 4, "replicate")
            made = F.pixel_shuffle(network(source), 2)[0].clamp(0, 1).mul(255).round()
            truth = torch.from_numpy(large[: made.shape[1], : made.shape[2]].copy()).permute(2, 0, 1)
            decibels.append(10 * math.log10(255**2 / (made - truth).square().mean().item()))
    return decibels


def crop(pair: tuple) -> tuple:
    """The middle, which is enough to know how busy a picture is."""
    large, small = pair
    top, left = (max(0, (length - CROP) // 2) for length in small.shape[:2])
    return large[2 * top : 2 * (top + CROP), 2 * left : 2 * (left + CROP)], small[top : top + CROP, left : left + CROP]


def measure_floors(kinds: list) -> list:
    """By kind and picture: a share of the Lanczos filter's mean squared error."""
    lanczos = Lanczos()
    share = lambda pair: max(MIN_FLOOR, FLOOR * 10 ** (-measure(lanczos, [crop(pair)])[0] / 10))
    return [[share(pair) for pair in kind] for kind in kinds]


def start(folder: Path, kinds: list, rng: np.random.Generator) -> Network:
    """From waifu2x's weights, as far as they fit on these pictures."""
    patches = []
    for kind, count in zip(kinds, START_PATCHES):
        for number in range(count):
            _, small = kind[number % len(kind)]
            top, left = (rng.integers(length - START_SIDE) for length in small.shape[:2])
            patches.append(small[top : top + START_SIDE, left : left + START_SIDE])
    network = Network()
    with torch.no_grad():
        network.start_from(shrink(read_large(folder / "scale2.0x_model.bin"), to_planes(patches)))
    return network


def train(folder: Path, output: Path) -> None:
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    kinds, checks = load_pictures(folder)
    floors = measure_floors(kinds)
    network = start(folder, kinds, rng).to(memory_format=torch.channels_last)
    average = copy.deepcopy(network)
    print("lanczos", " ".join(f"{value:.2f}" for value in measure(Lanczos(), checks)), flush=True)
    print("start", " ".join(f"{value:.2f}" for value in measure(network, checks)), flush=True)
    optimizer = torch.optim.Adam(network.parameters(), RATE, betas=(0.9, 0.99))
    for step in range(1, STEPS + 1):
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1, step / WARM_UP, (STEPS - step + 1) / FALLING)
        sources, truths, floor = zip(*(pick_patch(kinds, floors, rng) for _ in range(BATCH)))
        made = network(to_planes(sources).contiguous(memory_format=torch.channels_last))
        truth = F.pixel_unshuffle(to_planes(truths), 2)
        # The logarithm lets plain and busy pictures count alike.
        loss = torch.log((made - truth).square().mean((1, 2, 3)) + torch.tensor(floor)).mean()
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        with torch.no_grad():
            for kept, new in zip(average.parameters(), network.parameters()):
                kept.lerp_(new, 1 - min(AVERAGING, step / (step + 10)))
        if step % REPORT_EVERY == 0:
            torch.save(average.state_dict(), output)
            print(step, " ".join(f"{value:.2f}" for value in measure(average, checks)), flush=True)
    torch.save(average.state_dict(), output)


if __name__ == "__main__":
    torch.set_num_threads(2)
    train(Path(sys.argv[1]), Path(sys.argv[2]))
