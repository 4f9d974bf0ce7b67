import { describe, expect, it } from 'vitest';
import { findNewest } from './find-newest.ts';

const HOUR_MS = 60 * 60 * 1000;
const since = new Date('2026-11-23T12:00:00Z');

/** Pages of batches, by the hours that they are younger than `since`. */
function servePages(pages: readonly (readonly (readonly [id: string, hours: number])[])[]) {
  const asked: (string | undefined)[] = [];
  const readPage = async (after: string | undefined) => {
    asked.push(after);
    const number = Number(after ?? 0);
    const batches = (pages[number] ?? []).map(([id, hours], index) => ({
      name: `batch-${number}-${index}`,
      id,
      createdAt: new Date(since.getTime() + hours * HOUR_MS),
    }));
    return {
      kind: 'made' as const,
      made: { batches, next: number + 1 < pages.length ? String(number + 1) : undefined },
    };
  };
  return { asked, readPage };
}

describe('findNewest', () => {
  it('takes the newest of a page, whatever its order', async () => {
    const { readPage } = servePages([
      [
        ['mine', 1],
        ['mine', 3],
        ['mine', 2],
      ],
    ]);
    expect(await findNewest('mine', since, readPage)).toEqual({ kind: 'made', made: 'batch-0-1' });
  });

  it('ends at a page that is older than its creation', async () => {
    const { asked, readPage } = servePages([
      [
        ['a', 1],
        ['b', 0],
      ],
      [
        ['c', -1],
        ['d', -2],
      ],
      [['mine', -3]],
    ]);
    expect(await findNewest('mine', since, readPage)).toEqual({ kind: 'made', made: undefined });
    expect(asked).toEqual([undefined, '1']);
  });

  it('reads on while the list is not newest first', async () => {
    const { readPage } = servePages([
      [
        ['a', -9],
        ['b', -5],
      ],
      [
        ['c', -2],
        ['mine', 1],
      ],
    ]);
    expect(await findNewest('mine', since, readPage)).toEqual({ kind: 'made', made: 'batch-1-1' });
  });

  it('fails rather than saying that there is none on too many pages', async () => {
    const { asked, readPage } = servePages(Array.from({ length: 30 }, () => [['a', 1]] as const));
    expect(await findNewest('mine', since, readPage)).toMatchObject({ kind: 'unavailable' });
    expect(asked).toHaveLength(20);
  });

  it('passes on how a page failed', async () => {
    const failure = { kind: 'rate-limited', detail: '429', retryAfterSeconds: 7 } as const;
    expect(await findNewest('mine', since, async () => failure)).toEqual(failure);
  });
});
