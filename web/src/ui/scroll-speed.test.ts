import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { measureScroll, waitForSlowScroll } from './scroll-speed.ts';

let top = 0;
/** Scrolls the page in frames of 16 ms. */
function scroll({ pixels, frames = 10 }: { pixels: number; frames?: number }): void {
  for (let frame = 0; frame < frames; frame += 1) {
    vi.advanceTimersByTime(16);
    top += pixels / frames;
    measureScroll(top);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  measureScroll(top);
  vi.advanceTimersByTime(1000);
});

test('calls back at once on a page that does not scroll, or at reading speed', () => {
  const run = vi.fn<() => void>();
  waitForSlowScroll(run);
  expect(run).toHaveBeenCalledTimes(1);
  scroll({ pixels: 150 });
  waitForSlowScroll(run);
  expect(run).toHaveBeenCalledTimes(2);
});

test('waits while the page scrolls fast, in either direction', () => {
  const run = vi.fn<() => void>();
  scroll({ pixels: 1000 });
  waitForSlowScroll(run);
  scroll({ pixels: -1000, frames: 20 });
  vi.advanceTimersByTime(99);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(1);
});

test('never calls back once canceled', () => {
  const run = vi.fn<() => void>();
  scroll({ pixels: 1000 });
  const cancel = waitForSlowScroll(run);
  cancel();
  vi.advanceTimersByTime(1000);
  expect(run).not.toHaveBeenCalled();
});
