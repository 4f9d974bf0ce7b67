/** Drawn pictures without a flaw, among them those that look like one: white backgrounds, black skies, blurred backgrounds, sunsets. */
import type { Random } from '@portal/provider-sandbox/random';

export interface Drawing {
  svg: string;
  /** Drawn sharp over the rest, which is blurred. */
  subject?: string;
  blur?: number;
}

interface Canvas {
  width: number;
  height: number;
  random: Random;
}

type Draw = (canvas: Canvas) => Drawing;

const hsl = (hue: number, saturation: number, lightness: number) =>
  `hsl(${Math.round(hue + 720) % 360}, ${Math.round(saturation)}%, ${Math.round(lightness)}%)`;

const repeat = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

const fill = ({ width, height }: Canvas, color: string) =>
  `<rect width="${width}" height="${height}" fill="${color}"/>`;

const blend = (id: string, stops: readonly string[], direction = 'x1="0" y1="0" x2="0" y2="1"') =>
  `<linearGradient id="${id}" ${direction}>${stops
    .map((color, index) => `<stop offset="${index / (stops.length - 1)}" stop-color="${color}"/>`)
    .join('')}</linearGradient>`;

const drawGradient: Draw = (canvas) => {
  const { width, height, random } = canvas;
  const hue = random.integer(0, 359);
  const colors = [
    hsl(hue, 60, random.between(15, 35)),
    hsl(hue + random.between(20, 80), 65, 55),
    hsl(hue + random.between(60, 140), 55, random.between(70, 88)),
  ];
  const direction = random.pick(['x1="0" y1="0" x2="0" y2="1"', 'x1="0" y1="0" x2="1" y2="0.7"']);
  const waves = repeat(random.integer(1, 3), (index) => {
    const y = height * (0.45 + 0.17 * index);
    const [rise, fall] = [random.between(-0.3, 0.3) * height, random.between(-0.3, 0.3) * height];
    return `<path d="M0 ${y} C${width * 0.3} ${y + rise} ${width * 0.7} ${y + fall} ${width} ${y} V${height} H0Z" fill="url(#b)" fill-opacity="0.55"/>`;
  });
  const definitions = blend('a', colors, direction) + blend('b', colors.toReversed(), direction);
  return { svg: `<defs>${definitions}</defs>${fill(canvas, 'url(#a)')}${waves}` };
};

/** Bottles, balls and boxes in the middle of nothing: the background is pure. */
const drawObject =
  (background: string, shadow: string): Draw =>
  (canvas) => {
    const { width, height, random } = canvas;
    const hue = random.integer(0, 359);
    const size = Math.min(width, height) * random.between(0.24, 0.4);
    const [x, y] = [width * random.between(0.4, 0.6), height * random.between(0.45, 0.55)];
    const light = `<radialGradient id="o" cx="0.35" cy="0.3" r="0.8"><stop offset="0" stop-color="${hsl(hue, 70, 82)}"/><stop offset="1" stop-color="${hsl(hue + 15, 65, 28)}"/></radialGradient>`;
    const shapes = [
      `<circle cx="${x}" cy="${y}" r="${size}" fill="url(#o)"/>`,
      `<rect x="${x - size * 0.8}" y="${y - size}" width="${size * 1.6}" height="${size * 2}" rx="${size * 0.1}" fill="url(#o)"/>`,
      `<path d="M${x - size * 0.2} ${y - size} h${size * 0.4} v${size * 0.5} q${size * 0.4} ${size * 0.2} ${size * 0.4} ${size * 0.6} v${size} h${-size * 1.2} v${-size} q0 ${-size * 0.4} ${size * 0.4} ${-size * 0.6}Z" fill="url(#o)"/>`,
    ] as const;
    const marks = repeat(random.integer(2, 5), (index) => {
      const at = y - size * 0.2 + index * size * 0.22;
      return `<rect x="${x - size * 0.4}" y="${at}" width="${size * random.between(0.3, 0.8)}" height="${size * 0.07}" fill="${hsl(hue + 180, 50, random.between(30, 80))}"/>`;
    });
    const ground = `<ellipse cx="${x}" cy="${y + size * 1.1}" rx="${size * 1.1}" ry="${size * 0.18}" fill="${shadow}" filter="url(#s)"/>`;
    return {
      svg: `<defs>${light}<filter id="s" x="-50%" y="-100%" width="200%" height="300%"><feGaussianBlur stdDeviation="${size * 0.08}"/></filter></defs>${fill(canvas, background)}${random.chance(0.6) ? ground : ''}${random.pick(shapes)}${marks}`,
    };
  };

const drawNight: Draw = (canvas) => {
  const { width, height, random } = canvas;
  const hue = random.integer(210, 270);
  const sky = blend('a', [hsl(hue, 50, random.between(2, 6)), hsl(hue + 30, 45, random.between(16, 26))]);
  const stars = repeat(random.integer(60, 140), () => {
    const [x, y] = [width * random.next(), height * 0.6 * random.next()];
    return `<circle cx="${x}" cy="${y}" r="${random.between(0.6, 2)}" fill="#fff" fill-opacity="${random.between(0.4, 1)}"/>`;
  });
  const moon = `<circle cx="${width * random.between(0.2, 0.8)}" cy="${height * 0.2}" r="${height * 0.06}" fill="#f4f0dc"/>`;
  let windows = '';
  const houses = repeat(random.integer(7, 12), (index) => {
    const across = width / 9;
    const [left, top] = [index * across - random.between(0, across / 3), height * random.between(0.45, 0.75)];
    for (let row = top + 14; row < height - 20; row += 26)
      for (let column = left + 12; column < left + across - 14; column += 22)
        if (random.chance(0.45))
          windows += `<rect x="${column}" y="${row}" width="9" height="13" fill="${hsl(random.between(36, 52), 85, random.between(55, 80))}"/>`;
    return `<rect x="${left}" y="${top}" width="${across}" height="${height}" fill="${hsl(hue, 30, random.between(5, 12))}"/>`;
  });
  return { svg: `<defs>${sky}</defs>${fill(canvas, 'url(#a)')}${stars}${moon}${houses}${windows}` };
};

/** Pure white and flat colors, right up to each other. */
const drawIcon: Draw = (canvas) => {
  const { width, height, random } = canvas;
  const hue = random.integer(0, 359);
  const [x, y, size] = [width / 2, height / 2, Math.min(width, height) * 0.32];
  const parts = repeat(random.integer(3, 7), (index) => {
    const color = random.pick(['#ffffff', '#000000', hsl(hue + index * 50, 75, 55), hsl(hue, 60, 35)]);
    const [left, top] = [x + size * random.between(-0.8, 0.6), y + size * random.between(-0.8, 0.6)];
    const edge = size * random.between(0.25, 0.7);
    return random.chance(0.5)
      ? `<circle cx="${left}" cy="${top}" r="${edge / 2}" fill="${color}"/>`
      : `<rect x="${left - edge / 2}" y="${top - edge / 2}" width="${edge}" height="${edge}" rx="${edge * random.between(0, 0.3)}" fill="${color}"/>`;
  });
  const plate = `<circle cx="${x}" cy="${y}" r="${size}" fill="${hsl(hue, 70, 60)}"/>`;
  const background = random.pick(['#ffffff', hsl(hue + 180, 40, 92), hsl(hue + 120, 50, 45)]);
  return { svg: fill(canvas, background) + plate + parts };
};

/** Sharp in front of a blurred background. */
const drawPortrait: Draw = (canvas) => {
  const { width, height, random } = canvas;
  const skin = random.between(18, 32);
  const [x, y, size] = [width * random.between(0.4, 0.6), height * 0.45, height * random.between(0.2, 0.26)];
  const lights = repeat(random.integer(14, 26), () => {
    const color = hsl(random.integer(0, 359), random.between(30, 70), random.between(35, 75));
    return `<circle cx="${width * random.next()}" cy="${height * random.next()}" r="${random.between(20, 90)}" fill="${color}" fill-opacity="0.7"/>`;
  });
  const hair = hsl(random.between(15, 45), 45, random.between(12, 40));
  const strands = repeat(60, () => {
    const side = random.between(-1, 1);
    return `<path d="M${x + side * size * 0.3} ${y - size * 1.05} q${side * size} ${size * 0.2} ${side * size * random.between(0.7, 0.9)} ${size * random.between(0.7, 1.4)}" stroke="${hair}" stroke-width="${random.between(1, 3)}" fill="none"/>`;
  });
  const eye = (at: number) =>
    `<ellipse cx="${at}" cy="${y - size * 0.1}" rx="${size * 0.14}" ry="${size * 0.08}" fill="#f4f1ea"/><circle cx="${at}" cy="${y - size * 0.1}" r="${size * 0.07}" fill="#3b2a1c"/>`;
  const subject =
    `<defs><radialGradient id="f" cx="0.4" cy="0.35" r="0.8"><stop offset="0" stop-color="${hsl(skin, 50, 76)}"/><stop offset="1" stop-color="${hsl(skin, 42, 44)}"/></radialGradient></defs>` +
    `<path d="M${x - size * 1.6} ${height} q${size * 0.2} ${-size * 1.2} ${size * 1.6} ${-size * 1.2} q${size * 1.4} 0 ${size * 1.6} ${size * 1.2}Z" fill="${hsl(random.integer(0, 359), 45, 40)}"/>` +
    `<ellipse cx="${x}" cy="${y}" rx="${size * 0.78}" ry="${size}" fill="url(#f)"/>${strands}${eye(x - size * 0.3)}${eye(x + size * 0.3)}` +
    `<path d="M${x - size * 0.25} ${y + size * 0.45} q${size * 0.25} ${size * 0.15} ${size * 0.5} 0" stroke="#8a3b3b" stroke-width="6" fill="none"/>`;
  return {
    svg: fill(canvas, hsl(random.integer(0, 359), 30, random.between(35, 65))) + lights,
    subject,
    blur: random.between(9, 18),
  };
};

const drawTexture: Draw = (canvas) => {
  const { width, height, random } = canvas;
  const [red, green, blue] = [random.between(0.3, 0.9), random.between(0.3, 0.9), random.between(0.3, 0.9)];
  const [across, down] = random.pick([
    [0.012, 0.14],
    [0.03, 0.03],
    [0.06, 0.06],
  ]);
  const contrast = random.between(0.8, 1.6);
  const mixed = `${contrast * red} 0 0 0 ${red * 0.15} ${contrast * green} 0 0 0 ${green * 0.15} ${contrast * blue} 0 0 0 ${blue * 0.15} 0 0 0 0 1`;
  return {
    svg: `<filter id="t" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="${across} ${down}" numOctaves="7" seed="${random.integer(1, 9999)}"/><feColorMatrix values="${mixed}"/></filter><rect width="${width}" height="${height}" filter="url(#t)"/>`,
  };
};

const drawBricks: Draw = (canvas) => {
  const { width, height, random } = canvas;
  const hue = random.integer(5, 40);
  const [across, down] = [random.integer(70, 130), random.integer(28, 48)];
  const rise = random.between(6, down - 6);
  const bricks = repeat(Math.ceil(height / down) + 1, (row) =>
    repeat(Math.ceil(width / across) + 1, (column) => {
      const left = (column - (row % 2) / 2) * across;
      const color = hsl(hue + random.between(-8, 8), random.between(25, 50), random.between(32, 58));
      return `<rect x="${left + 3}" y="${row * down - rise}" width="${across - 6}" height="${down - 6}" fill="${color}"/>`;
    }),
  );
  return { svg: fill(canvas, hsl(hue, 8, random.between(60, 80))) + bricks };
};

/** Everything is warm, and that is the point. */
const drawSunset: Draw = (canvas) => {
  const { width, height, random } = canvas;
  const horizon = height * random.between(0.5, 0.72);
  const sky = blend('a', [
    hsl(random.between(255, 300), 40, random.between(18, 32)),
    hsl(random.between(335, 355), 60, 48),
    hsl(random.between(14, 28), 88, 56),
    hsl(random.between(38, 48), 92, 70),
  ]);
  const x = width * random.between(0.25, 0.75);
  const glow = `<radialGradient id="g"><stop offset="0" stop-color="#fff3c8" stop-opacity="0.9"/><stop offset="1" stop-color="#ffb347" stop-opacity="0"/></radialGradient>`;
  const sea = blend('w', [hsl(18, 70, 52), hsl(275, 32, 16)]);
  const glints = repeat(random.integer(20, 40), () => {
    const y = horizon + (height - horizon) * random.next();
    return `<rect x="${x + random.between(-120, 120)}" y="${y}" width="${random.between(10, 70)}" height="2" fill="#ffd58a" fill-opacity="0.7"/>`;
  });
  const land = repeat(2, (index) => {
    const top = horizon - height * random.between(0.03, 0.14);
    return `<path d="M${index * width * 0.55} ${horizon} q${width * 0.2} ${(top - horizon) * 2} ${width * 0.45} 0Z" fill="${hsl(280, 28, 16 + index * 4)}"/>`;
  });
  return {
    svg: `<defs>${sky}${glow}${sea}</defs><rect width="${width}" height="${horizon}" fill="url(#a)"/><rect y="${horizon}" width="${width}" height="${height - horizon}" fill="url(#w)"/><circle cx="${x}" cy="${horizon}" r="${height * 0.35}" fill="url(#g)"/><circle cx="${x}" cy="${horizon - height * 0.06}" r="${height * 0.05}" fill="#fff0c0"/>${land}${glints}`,
  };
};

export const DRAWINGS: Readonly<Record<string, Draw>> = {
  gradient: drawGradient,
  'object on white': drawObject('#ffffff', '#9a9a9a'),
  'object on black': drawObject('#000000', '#202020'),
  night: drawNight,
  icon: drawIcon,
  portrait: drawPortrait,
  texture: drawTexture,
  bricks: drawBricks,
  sunset: drawSunset,
};
