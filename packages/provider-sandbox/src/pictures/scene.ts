import type { Random } from '../random.ts';
import type { Palette } from './palette.ts';

export interface Canvas {
  /** In units of a thousandth of the height. */
  width: number;
  random: Random;
  palette: Palette;
}

export interface Drawing {
  backdrop: string;
  /** What a transparent picture shows; without it, it shows a round cutout of the backdrop. */
  subject?: string;
}

export type Scene = (canvas: Canvas) => Drawing;
