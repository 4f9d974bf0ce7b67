import type { Locator } from 'playwright-core';

interface Point {
  x: number;
  y: number;
}

export async function findCenter(target: Locator): Promise<Point> {
  const box = await target.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** In pixels, from its center. */
export async function measureDistance(target: Locator, { x, y }: Point): Promise<number> {
  const center = await findCenter(target);
  return Math.hypot(center.x - x, center.y - y);
}
