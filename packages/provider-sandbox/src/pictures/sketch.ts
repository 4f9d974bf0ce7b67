import { toHex, type Colour } from './colour.ts';
import type { Palette } from './palette.ts';
import type { Random } from '../random.ts';

export type Point = readonly [x: number, y: number];
type Stop = readonly [offset: number, colour: Colour, opacity?: number];

const round = (value: number) => Math.round(value * 10) / 10;

/** What a scene draws on: shapes, in the order they are added, and the gradients they use. */
export class Sketch {
  readonly width: number;
  readonly height: number;
  /** A thousandth of the shorter edge. */
  readonly unit: number;
  readonly random: Random;
  readonly palette: Palette;
  readonly #definitions: string[] = [];
  #shapes: string[] = [];
  #backdrop: string[] = [];

  constructor(width: number, height: number, random: Random, palette: Palette) {
    this.width = width;
    this.height = height;
    this.unit = Math.min(width, height) / 1_000;
    this.random = random;
    this.palette = palette;
  }

  /** What was drawn until now stands behind the subject: a cut-out leaves it away. */
  endBackdrop(): void {
    this.#backdrop = this.#shapes;
    this.#shapes = [];
  }

  /** A fill that changes along a line: 90 degrees is from the top to the bottom. */
  gradient(stops: readonly Stop[], degrees = 90): string {
    const angle = (degrees * Math.PI) / 180;
    const [x, y] = [Math.cos(angle) / 2, Math.sin(angle) / 2];
    return this.#define(
      'linearGradient',
      `x1="${0.5 - x}" y1="${0.5 - y}" x2="${0.5 + x}" y2="${0.5 + y}"`,
      stops,
    );
  }

  /** A fill from the middle outwards; `at` moves its bright spot, in shares of the shape. */
  glow(stops: readonly Stop[], at: Point = [0.5, 0.5]): string {
    return this.#define(
      'radialGradient',
      `cx="${at[0]}" cy="${at[1]}" r="${0.5 + Math.abs(at[0] - 0.5)}"`,
      stops,
    );
  }

  background(fill: string): void {
    this.rectangle(0, 0, this.width, this.height, fill);
  }

  rectangle(x: number, y: number, width: number, height: number, fill: string | Colour, rest = ''): void {
    this.#add(
      `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" ${paint(fill)} ${rest}/>`,
    );
  }

  circle(x: number, y: number, radius: number, fill: string | Colour, rest = ''): void {
    this.#add(`<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" ${paint(fill)} ${rest}/>`);
  }

  ellipse(x: number, y: number, across: number, down: number, fill: string | Colour, rest = ''): void {
    this.#add(
      `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(across)}" ry="${round(down)}" ${paint(fill)} ${rest}/>`,
    );
  }

  polygon(points: readonly Point[], fill: string | Colour, rest = ''): void {
    const text = points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ');
    this.#add(`<polygon points="${text}" ${paint(fill)} ${rest}/>`);
  }

  /** `d` of a path, numbers as they are. */
  path(d: string, fill: string | Colour, rest = ''): void {
    this.#add(`<path d="${d}" ${paint(fill)} ${rest}/>`);
  }

  line(d: string, stroke: Colour, width: number, rest = ''): void {
    this.#add(
      `<path d="${d}" fill="none" stroke="${toHex(stroke)}" stroke-width="${round(width)}" stroke-linecap="round" ${rest}/>`,
    );
  }

  /** Everything from a curve downwards, with enough beyond the edges to be turned. */
  below(heightAt: (x: number) => number, fill: string | Colour, rest = ''): void {
    const steps = 100;
    const points = Array.from({ length: steps + 1 }, (_, index): Point => {
      const x = this.width * ((2 * index) / steps - 0.5);
      return [x, heightAt(x)];
    });
    const [left, right, bottom] = [-this.width / 2, this.width * 1.5, this.height * 1.5];
    this.polygon([...points, [right, bottom], [left, bottom]], fill, rest);
  }

  /** An edge of a few waves, as hills, clouds and water have it. */
  waves(middle: number, height: number, length: number): (x: number) => number {
    const waves = [1, 0.5, 0.23].map((share) => ({
      height: height * share,
      length: length * share * this.random.between(0.8, 1.2),
      start: this.random.between(0, 2 * Math.PI),
    }));
    return (x) =>
      middle +
      waves.reduce(
        (sum, wave) => sum + wave.height * Math.sin(wave.start + (2 * Math.PI * x) / wave.length),
        0,
      );
  }

  toSvg(transparent: boolean): string {
    const { width, height } = this;
    const centre = `cx="${width / 2}" cy="${height / 2}"`;
    const hasSubject = this.#backdrop.length > 0;
    const shapes = (transparent && hasSubject ? this.#shapes : [...this.#backdrop, ...this.#shapes]).join('');
    // A scene that is all backdrop becomes a round sticker.
    const clip =
      transparent && !hasSubject
        ? `<clipPath id="cut"><circle ${centre} r="${450 * this.unit}"/></clipPath>`
        : '';
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${this.#definitions.join('')}${clip}</defs><g${clip === '' ? '' : ' clip-path="url(#cut)"'}>${shapes}</g></svg>`;
  }

  #define(kind: string, place: string, stops: readonly Stop[]): string {
    const id = `f${this.#definitions.length}`;
    const marks = stops
      .map(
        ([offset, colour, opacity = 1]) =>
          `<stop offset="${offset}" stop-color="${toHex(colour)}" stop-opacity="${opacity}"/>`,
      )
      .join('');
    this.#definitions.push(`<${kind} id="${id}" ${place}>${marks}</${kind}>`);
    return `url(#${id})`;
  }

  #add(shape: string): void {
    this.#shapes.push(shape);
  }
}

function paint(fill: string | Colour): string {
  return `fill="${typeof fill === 'string' ? fill : toHex(fill)}"`;
}
