import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { watchNearness } from './use-near-viewport.ts';

type Report = (entries: object[]) => void;
const { promise: observing, resolve: setReport } = Promise.withResolvers<Report>();

beforeEach(() => {
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly observe = vi.fn<() => void>();
      readonly unobserve = vi.fn<() => void>();
      constructor(report: Report) {
        setReport(report);
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
});

/** Elements 100 pixels high in a viewport from 0 to 800, watched 400 pixels beyond its edges. */
function createEntry(name: string, top: number, isIntersecting: boolean, seen: string[]) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only its identity is used
  const target = { name } as unknown as Element;
  watchNearness(target, (isNear) => seen.push(`${name} ${isNear ? 'is near' : 'left'}`));
  return {
    target,
    isIntersecting,
    boundingClientRect: { top, bottom: top + 100 },
    rootBounds: { top: -400, bottom: 1200 },
  };
}

test('reports elements that left first, then others by distance from the middle of the viewport', async () => {
  const seen: string[] = [];
  const entries = [
    createEntry('above', -300, true, seen),
    createEntry('top', 100, true, seen),
    createEntry('below', 950, true, seen),
    createEntry('middle', 350, true, seen),
    createEntry('past', -600, false, seen),
  ];
  const report = await observing;
  report(entries);
  expect(seen).toEqual(['past left', 'middle is near', 'top is near', 'below is near', 'above is near']);
});
