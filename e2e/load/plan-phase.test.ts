import { expect, test } from 'vitest';
import { planKills, planSubmissions } from './plan-phase.ts';
import { makeRandom } from './random.ts';

const SIZE = { users: 10, batches: 10, phaseMs: 60_000 };
const plan = (seed: string) => planSubmissions('a', SIZE, makeRandom(seed));

test('plans the same for the same seed, with all tools, jobs and half price', () => {
  const submissions = plan('1');
  expect(plan('1')).toEqual(submissions);
  expect(plan('2')).not.toEqual(submissions);
  expect(new Set(submissions.map(({ key }) => key)).size).toBe(100);
  expect(submissions.every(({ atMs }) => atMs >= 0 && atMs < SIZE.phaseMs)).toBe(true);
  const count = (name: string) =>
    submissions.filter(({ work }) => JSON.stringify(work).includes(name)).length;
  expect(['keywords', 'stylize', 'upscale', 'job', 'isHalfPrice', 'xai'].map(count)).toEqual([
    20, 20, 16, 2, 2, 10,
  ]);
});

test('kills each process once in each share of the time', () => {
  const kills = planKills(['api', 'cleanup'], { kills: 3, phaseMs: 30_000 }, makeRandom('1'));
  expect(kills).toHaveLength(6);
  for (const [index, { process, fromMs, untilMs }] of kills.entries()) {
    const share = index % 3;
    expect(process).toBe(index < 3 ? 'api' : 'cleanup');
    expect(fromMs).toBeGreaterThanOrEqual(share * 9000);
    expect(fromMs).toBeLessThan(untilMs);
    expect(untilMs).toBe((share + 1) * 9000);
  }
});
