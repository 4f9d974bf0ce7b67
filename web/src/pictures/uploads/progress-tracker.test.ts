import { expect, onTestFinished, test, vi } from 'vitest';
import { ProgressTracker } from './progress-tracker.ts';

test('reports files every 250 ms and other changes at once', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const tracker = new ProgressTracker();
  tracker.start([{ key: 'a', file: new File(['1234'], 'a.png') }], new Set(), true);
  const listener = vi.fn<() => void>();
  tracker.subscribe(listener);
  for (const sentBytes of [0, 1, 2, 3]) tracker.setFile('a', { state: 'sending', sentBytes });
  expect(tracker.getProgress().sentBytes).toBe(3);
  vi.advanceTimersByTime(249);
  expect(listener).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(listener).toHaveBeenCalledTimes(1);
  tracker.setFile('a', { state: 'sent', sentBytes: 4 });
  tracker.update({ phase: 'starting' });
  expect(listener).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1000);
  expect(listener).toHaveBeenCalledTimes(2);
});
