import type { Locator } from 'playwright-core';

export async function findCenter(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
