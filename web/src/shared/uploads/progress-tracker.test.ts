import { expect, onTestFinished, test, vi } from 'vitest';
import { ProgressTracker } from './progress-tracker.ts';

test('reports sent bytes every 100 ms and other changes at once', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const tracker = new ProgressTracker();
  tracker.start([{ key: 'a', file: new File(['1234'], 'a.png') }], new Set(), true);
  const listener = vi.fn<() => void>();
  tracker.subscribe(listener);
  tracker.setFile('a', { state: 'sending', sentBytes: 0 });
  expect(listener).toHaveBeenCalledTimes(1);
  for (const sentBytes of [1, 2, 3]) tracker.setFile('a', { state: 'sending', sentBytes });
  expect(tracker.getProgress().sentBytes).toBe(3);
  vi.advanceTimersByTime(99);
  expect(listener).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(listener).toHaveBeenCalledTimes(2);
  tracker.setFile('a', { state: 'sending', sentBytes: 4 });
  tracker.setFile('a', { state: 'sent', sentBytes: 4 });
  expect(listener).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(1000);
  expect(listener).toHaveBeenCalledTimes(3);
});
