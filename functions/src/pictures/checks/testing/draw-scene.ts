import sharp, { type Sharp } from 'sharp';

export const WIDTH = 480;
export const HEIGHT = 360;

/** A sharp picture without flaws: a sky, hills, houses with windows. `extra`: more SVG on top. */
export function drawScene(extra = ''): Sharp {
  const windows = Array.from({ length: 60 }, (_, index) => {
    const [x, y] = [60 + (index % 12) * 32, 210 + Math.floor(index / 12) * 26];
    return `<rect x="${x}" y="${y}" width="${11 + (index % 3)}" height="14" fill="hsl(${40 + index * 4}, 60%, ${45 + (index % 5) * 8}%)"/>`;
  }).join('');
  return render(
    `<linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#5d86c4"/><stop offset="1" stop-color="#e6ddcf"/></linearGradient>` +
      `<rect width="${WIDTH}" height="200" fill="url(#s)"/><path d="M0 200 q120 -110 240 -20 t240 -30 V360 H0Z" fill="#7c8b6a"/>` +
      `<rect x="40" y="190" width="400" height="160" fill="#6b5648"/>${windows}${extra}`,
  );
}

export const render = (content: string, width = WIDTH, height = HEIGHT): Sharp =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
    ),
  ).removeAlpha();

/** So that what was done to it is in its pixels. */
export const settle = async (image: Sharp): Promise<Sharp> => sharp(await image.png().toBuffer());

/** Calls back with each byte, red, green and blue by turns. */
export async function changeBytes(
  image: Sharp,
  change: (value: number, index: number) => number,
): Promise<Sharp> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const changed = Buffer.from(
    data.map((value, index) => Math.max(0, Math.min(255, Math.round(change(value, index))))),
  );
  const { width, height, channels } = info;
  return sharp(changed, { raw: { width, height, channels } });
}
