import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { pause } from './pause.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

test('waits as long as it should', async () => {
  const ended = vi.fn<() => void>();
  void pause(500, new AbortController().signal).then(ended);
  await vi.advanceTimersByTimeAsync(499);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
});

test('gives up at once, and leaves no timer', async () => {
  const leave = new AbortController();
  const paused = pause(500, leave.signal);
  leave.abort(new Error('Left'));
  await expect(paused).rejects.toThrow('Left');
  expect(vi.getTimerCount()).toBe(0);
});

test('does not listen to the signal any longer than it waits', async () => {
  const { signal } = new AbortController();
  const remove = vi.spyOn(signal, 'removeEventListener');
  const paused = pause(500, signal);
  await vi.advanceTimersByTimeAsync(500);
  await paused;
  expect(remove).toHaveBeenCalledExactlyOnceWith('abort', expect.any(Function));
});
