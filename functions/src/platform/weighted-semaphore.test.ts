import { describe, expect, it } from 'vitest';
import { AcquireAborted, makeWeightedSemaphore } from './weighted-semaphore.ts';

/** Starts work that ends on request, and notes the order of starts. */
function makeWorks(total: number) {
  const run = makeWeightedSemaphore(total);
  const started: string[] = [];
  const start = (name: string, weight: number, options?: Parameters<typeof run>[2]) => {
    const { promise: released, resolve: end } = Promise.withResolvers<void>();
    const ended = run(
      weight,
      async () => {
        started.push(name);
        await released;
        return name;
      },
      options,
    );
    return { end, ended };
  };
  return { run, started, start };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a weighted semaphore', () => {
  it('runs only what fits, in order of arrival', async () => {
    const { started, start } = makeWorks(10);
    const first = start('first', 6);
    const large = start('large', 8);
    start('small', 1);
    await settle();
    expect(started).toEqual(['first']);
    first.end();
    await settle();
    expect(started).toEqual(['first', 'large', 'small']);
    large.end();
    expect(await large.ended).toBe('large');
  });

  it('runs what is larger than the total alone', async () => {
    const { started, start } = makeWorks(10);
    const small = start('small', 1);
    const huge = start('huge', 1000);
    const next = start('next', 1);
    await settle();
    expect(started).toEqual(['small']);
    small.end();
    await settle();
    expect(started).toEqual(['small', 'huge']);
    huge.end();
    next.end();
    expect(await next.ended).toBe('next');
  });

  it('lets urgent work go first', async () => {
    const { started, start } = makeWorks(10);
    const first = start('first', 10);
    start('second', 10);
    start('urgent', 10, { isUrgent: true });
    first.end();
    await settle();
    expect(started).toEqual(['first', 'urgent']);
  });

  it('releases the weight when the work fails', async () => {
    const { run } = makeWorks(10);
    await expect(run(10, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await run(10, () => Promise.resolve('next'))).toBe('next');
  });

  it('ends a wait when its signal aborts, and starts what waited behind it', async () => {
    const { started, start } = makeWorks(10);
    const impatient = new AbortController();
    start('first', 6);
    const { ended } = start('impatient', 8, { signal: impatient.signal });
    start('small', 1);
    await settle();
    impatient.abort();
    await expect(ended).rejects.toBeInstanceOf(AcquireAborted);
    await settle();
    expect(started).toEqual(['first', 'small']);
    await expect(start('late', 1, { signal: impatient.signal }).ended).rejects.toBeInstanceOf(AcquireAborted);
  });
});
