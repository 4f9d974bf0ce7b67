import type { Scene } from './scene.ts';
import { backdrop, circle, ellipse, line, path, polygon, rectangle, repeat, ridge } from './shapes.ts';

export const drawFlowers: Scene = ({ width, random, palette }) => {
  const colors = [palette.main, palette.accent, palette.second] as const;
  const subject = repeat(random.integer(5, 7), (index) => {
    const x = width * (0.16 + 0.68 * random.next());
    const [y, size] = [random.between(220, 620), random.between(55, 105)];
    const color = random.pick(colors);
    const stem = line(
      `M${x} ${y}Q${x + random.between(-60, 60)} ${y + 200} ${width / 2 + (index - 3) * 40} 1000`,
      'hsl(130, 30%, 36%)',
      10,
    );
    const leaf = ellipse(
      x + 34,
      y + 210,
      46,
      17,
      'hsl(125, 32%, 44%)',
      `transform="rotate(-30 ${x} ${y + 210})"`,
    );
    const petals = repeat(6, (petal) =>
      ellipse(
        x,
        y - size * 0.62,
        size * 0.36,
        size * 0.6,
        color,
        `transform="rotate(${petal * 60} ${x} ${y})"`,
      ),
    );
    return stem + leaf + petals + circle(x, y, size * 0.32, palette.light);
  });
  return { backdrop: backdrop(width, palette.sky), subject };
};

export const drawStillLife: Scene = ({ width, random, palette }) => {
  const [x, belly, tall] = [
    width * random.between(0.4, 0.6),
    random.between(95, 135),
    random.between(270, 360),
  ];
  const foot = 820;
  const branches = repeat(5, (index) => {
    const [tipX, tipY] = [
      x + (index - 2) * 95 + random.between(-25, 25),
      foot - tall - random.between(150, 300),
    ];
    const stem = line(`M${x} ${foot - tall}Q${x} ${tipY + 80} ${tipX} ${tipY}`, 'hsl(130, 28%, 32%)', 7);
    return (
      stem +
      repeat(4, (leaf) => {
        const share = 0.4 + leaf * 0.2;
        const [leafX, leafY] = [x + (tipX - x) * share ** 1.6, foot - tall + (tipY - foot + tall) * share];
        return ellipse(
          leafX,
          leafY,
          38,
          15,
          `hsl(${115 + leaf * 10}, 32%, ${38 + leaf * 5}%)`,
          `transform="rotate(${leaf % 2 === 0 ? 35 : -40} ${leafX} ${leafY})"`,
        );
      })
    );
  });
  const vase = path(
    `M${x - 45} ${foot - tall}Q${x - 25} ${foot - tall * 0.8} ${x - belly} ${foot - tall * 0.4}T${x - 60} ${foot}H${x + 60}Q${x + belly * 1.4} ${foot - tall * 0.1} ${x + belly} ${foot - tall * 0.4}T${x + 45} ${foot - tall}Z`,
    palette.main,
  );
  const fruits = repeat(random.integer(2, 4), (index) => {
    const [fruitX, radius] = [
      x + (index % 2 === 0 ? 1 : -1) * (190 + 70 * Math.floor(index / 2)),
      random.between(52, 78),
    ];
    const color = random.pick([palette.accent, palette.second]);
    return (
      ellipse(fruitX, foot + 50, radius * 1.1, 14, palette.ink, 'fill-opacity="0.25"') +
      circle(fruitX, foot + 48 - radius, radius, color) +
      circle(fruitX - radius * 0.3, foot + 30 - radius * 1.1, radius * 0.22, palette.light, 0.5)
    );
  });
  const table = rectangle(0, 740, width, 260, palette.land(0.5));
  return {
    backdrop: backdrop(width, [palette.sky[1], palette.sky[0]]) + table,
    subject: ellipse(x, foot, 150, 22, palette.ink, 'fill-opacity="0.25"') + branches + vase + fruits,
  };
};

export const drawIsometric: Scene = ({ width, random, palette }) => {
  const [side, count] = [95, 4];
  const subject = repeat(count * count, (index) => {
    const [row, column] = [Math.floor(index / count), index % count];
    const tall = random.integer(1, 5) * 45;
    const [x, y] = [width / 2 + (column - row) * side, 560 + (column + row) * side * 0.55 - side * 1.6];
    const half = side * 0.55;
    const top = polygon(
      [x, y - tall - half, x + side, y - tall, x, y - tall + half, x - side, y - tall],
      random.pick([palette.light, palette.accent, palette.second]),
    );
    const left = polygon([x - side, y - tall, x, y - tall + half, x, y + half, x - side, y], palette.main);
    return (
      left + polygon([x + side, y - tall, x, y - tall + half, x, y + half, x + side, y], palette.ink) + top
    );
  });
  return { backdrop: backdrop(width, palette.sky), subject };
};

export const drawGeometric: Scene = ({ width, random, palette }) => {
  const cell = 1_000 / random.integer(4, 6);
  const colors = [
    palette.main,
    palette.main,
    palette.second,
    palette.accent,
    palette.ink,
    palette.light,
  ] as const;
  const columns = Math.ceil(width / cell);
  const cells = repeat(columns * Math.round(1_000 / cell), (index) => {
    const [x, y] = [(index % columns) * cell, Math.floor(index / columns) * cell];
    const [ground, figure] = [random.pick(colors), random.pick(colors)];
    const figures = [
      circle(x + cell / 2, y + cell / 2, cell * 0.36, figure),
      path(`M${x} ${y}h${cell}A${cell} ${cell} 0 0 1 ${x} ${y + cell}Z`, figure),
      polygon([x, y + cell, x + cell, y + cell, x + cell, y], figure),
      rectangle(x, y, cell / 2, cell, figure),
    ] as const;
    return rectangle(x, y, cell + 1, cell + 1, ground) + random.pick(figures);
  });
  return { backdrop: cells };
};

export const drawAbstract: Scene = ({ width, random, palette }) => {
  const colors = [palette.main, palette.second, palette.accent, palette.light, palette.main, palette.ink];
  const bands = repeat(colors.length, (index) =>
    ridge(random, width, 260 + index * 150, 220, 260 + 60 * index, colors[index] ?? palette.main),
  );
  return {
    backdrop:
      backdrop(width, palette.sky) +
      circle(width * random.between(0.3, 0.7), 260, 120, palette.accent, 0.8) +
      bands,
  };
};

export const drawSpace: Scene = ({ width, random, palette }) => {
  const [x, y, radius] = [width / 2, random.between(420, 580), random.between(210, 270)];
  const stars = repeat(90, () =>
    circle(width * random.next(), 1_000 * random.next(), random.between(1, 4), palette.light, 0.8),
  );
  const bands = repeat(4, (band) => {
    const above = 0.66 - band * 0.4;
    return ellipse(x, y - radius * above, radius * Math.sqrt(1 - above ** 2), radius * 0.08, palette.second);
  });
  const halfRing = (sweep: 0 | 1) =>
    line(
      `M${x - radius * 1.7} ${y}A${radius * 1.7} ${radius * 0.4} 0 0 ${sweep} ${x + radius * 1.7} ${y}`,
      palette.accent,
      22,
    );
  const planet = circle(x, y, radius, palette.main) + bands;
  return {
    backdrop: backdrop(width, ['hsl(250, 45%, 7%)', 'hsl(265, 40%, 17%)']) + stars,
    subject: halfRing(1) + planet + halfRing(0) + circle(width * 0.2, 200, 46, palette.light),
  };
};
