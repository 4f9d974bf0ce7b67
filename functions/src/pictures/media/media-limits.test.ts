import { expect, it, vi } from 'vitest';
import { MediaError } from './media-error.ts';
import type { MediaAdmin } from './media-admin.ts';
import { makeMediaLimits } from './media-limits.ts';

const MEGABYTE = 1024 ** 2;
const small = { bytes: 10 * MEGABYTE, width: 5000, height: 5000 };
const LIMITS = {
  image_max_size_bytes: 20 * MEGABYTE,
  image_max_px: 40_000_000,
  asset_max_total_px: 100_000_000,
};

function start(readLimits: () => Promise<typeof LIMITS | undefined> = () => Promise.resolve(LIMITS)) {
  const readUsage = vi.fn<MediaAdmin['readUsage']>(async () => ({
    value: { plan: 'Plus', storage: { usage: 0 }, media_limits: await readLimits() },
    limit: undefined,
  }));
  return { readUsage, findExcess: makeMediaLimits({ readUsage }) };
}

it('asks nothing for an image that every plan takes', async () => {
  const { findExcess, readUsage } = start();
  expect(await findExcess(small)).toBeUndefined();
  expect(readUsage).not.toHaveBeenCalled();
});

it.each([
  [{ ...small, bytes: 20 * MEGABYTE }, undefined],
  [
    { ...small, bytes: 20.5 * MEGABYTE },
    "Cloudinary's Plus plan takes images up to 20 MB. This one has 20.5 MB.",
  ],
  [{ ...small, width: 8000 }, undefined],
  [{ ...small, width: 8001 }, "Cloudinary's Plus plan takes images up to 40 megapixels. This one has 40.0."],
])('compares %o with the limits of the plan', async (size, excess) => {
  expect(await start().findExcess(size)).toBe(excess);
});

it('counts all frames of an image', async () => {
  const { findExcess } = start(() => Promise.resolve({ ...LIMITS, asset_max_total_px: 30_000_000 }));
  expect(await findExcess({ ...small, width: 6400 })).toContain('30 megapixels');
});

it('reads the limits once an hour, and sooner after a failure', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let failures = 1;
  const { findExcess, readUsage } = start(async () => {
    if (failures-- > 0) throw new MediaError('read the usage', 420, 'Rate Limit Exceeded');
    return LIMITS;
  });
  const large = { ...small, bytes: 21 * MEGABYTE };
  expect(await findExcess(large)).toBeUndefined();
  vi.setSystemTime(Date.now() + 5 * 60_000);
  expect(await Promise.all([findExcess(large), findExcess(large)])).not.toContain(undefined);
  vi.setSystemTime(Date.now() + 59 * 60_000);
  await findExcess(large);
  expect(readUsage).toHaveBeenCalledTimes(2);
  vi.setSystemTime(Date.now() + 60_000);
  await findExcess(large);
  expect(readUsage).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});
