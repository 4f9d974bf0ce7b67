"""Draws pages of text and line art, because few photographs contain either. Every page depends only on its number."""

import random

import numpy as np
from PIL import Image, ImageDraw, ImageFont

SIDE = 768
# Drawn larger and scaled down, so that edges are smooth.
OVERSAMPLING = 2
FONT_FOLDER = "/usr/share/fonts/truetype/dejavu"
FONTS = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSerif.ttf", "DejaVuSansMono.ttf"]
LETTERS = "eeetttaaooiinnsshhrrddlluccmmffwwyyggppbbvkxjqzETAOINSHRDL0123456789.,:;!?()"


def draw_page(number: int) -> np.ndarray:
    rng = random.Random(number)
    side = SIDE * OVERSAMPLING
    background, ink = pick_colors(rng)
    image = Image.new("RGB", (side, side), background)
    if rng.random() < 0.3:
        shade(image, rng)
    draw = ImageDraw.Draw(image)
    paint = [draw_text, draw_shapes, draw_strokes][number % 3]
    paint(draw, rng, side, ink)
    return np.asarray(image.resize((SIDE, SIDE), Image.BOX))


def pick_colors(rng: random.Random) -> tuple:
    kind = rng.random()
    if kind < 0.4:
        return (255, 255, 255), tuple([rng.randrange(60)] * 3)
    if kind < 0.6:
        return tuple(rng.randrange(50) for _ in range(3)), tuple(rng.randrange(190, 256) for _ in range(3))
    return random_color(rng), random_color(rng)


def random_color(rng: random.Random) -> tuple:
    return tuple(rng.randrange(256) for _ in range(3))


def shade(image: Image.Image, rng: random.Random) -> None:
    ramp = Image.linear_gradient("L").rotate(rng.choice([0, 90, 180, 270])).resize(image.size)
    image.paste(Image.new("RGB", image.size, random_color(rng)), mask=ramp)


def draw_text(draw: ImageDraw.ImageDraw, rng: random.Random, side: int, ink: tuple) -> None:
    top = rng.randrange(20)
    while top < side:
        size = rng.choice([18, 20, 22, 24, 28, 32, 40, 56, 80, 120]) * OVERSAMPLING // 2
        font = ImageFont.truetype(f"{FONT_FOLDER}/{rng.choice(FONTS)}", size)
        color = ink if rng.random() < 0.8 else random_color(rng)
        words = [
            "".join(rng.choice(LETTERS) for _ in range(rng.randrange(1, 11))) for _ in range(side // size)
        ]
        draw.text((rng.randrange(40), top), " ".join(words), font=font, fill=color)
        top += int(size * rng.uniform(1.1, 1.6))


def draw_shapes(draw: ImageDraw.ImageDraw, rng: random.Random, side: int, ink: tuple) -> None:
    for _ in range(60):
        x, y, size = rng.randrange(side), rng.randrange(side), int(rng.uniform(0.02, 0.3) * side)
        box = (x - size // 2, y - size // 2, x + size // 2, y + int(size * rng.uniform(0.1, 0.6)))
        outline = ink if rng.random() < 0.6 else None
        width = rng.randrange(1, 10) * OVERSAMPLING // 2 + 1
        kind = rng.randrange(3)
        if kind == 0:
            draw.ellipse(box, fill=random_color(rng), outline=outline, width=width)
        elif kind == 1:
            draw.rectangle(box, fill=random_color(rng), outline=outline, width=width)
        else:
            corners = [(x + rng.randrange(-size, size), y + rng.randrange(-size, size)) for _ in range(3)]
            draw.polygon(corners, fill=random_color(rng), outline=outline)


def draw_strokes(draw: ImageDraw.ImageDraw, rng: random.Random, side: int, ink: tuple) -> None:
    for _ in range(120):
        x, y, angle, turn = rng.randrange(side), rng.randrange(side), rng.uniform(0, 6.3), rng.uniform(-0.2, 0.2)
        points = []
        for _ in range(rng.randrange(4, 40)):
            points.append((x, y))
            x, y = x + 16 * np.cos(angle), y + 16 * np.sin(angle)
            angle += turn
        color = ink if rng.random() < 0.7 else random_color(rng)
        draw.line(points, fill=color, width=rng.choice([2, 2, 3, 4, 6, 10]), joint="curve")
