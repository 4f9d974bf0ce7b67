import { estimateUpscaleSeconds, UPSCALES_AT_ONCE } from '@portal/contracts/upscale-time';
import { expect, it } from 'vitest';
import { findRateLimits } from '../../platform/queues/queues.ts';
import { upscaleTool } from './upscale-tool.ts';

const MAX_SECONDS = 20 * 60;

it('works on as many pictures at once as the estimate assumes', () => {
  const queue = upscaleTool.queueOf({ scale: 2, enhance: false, quality: 'best', engine: 'on-device' });
  expect(findRateLimits(queue).maxConcurrentDispatches).toBe(UPSCALES_AT_ONCE);
});

it('doubles 100 pictures of 12 megapixels within 20 minutes if fast', () => {
  const pictures = Array.from({ length: 100 }, () => ({ width: 4000, height: 3000 }));
  expect(estimateUpscaleSeconds(pictures, 2, 'fast')).toBeLessThan(MAX_SECONDS);
});
