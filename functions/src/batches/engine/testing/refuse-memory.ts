import { vi } from 'vitest';

/** As in read-picture.ts. */
const MAX_WAIT_MS = 10_000;

/** From now on other pictures take the memory of this instance for as long as one waits for it. Returns what ends that. */
export function refuseMemory(): () => void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const spy = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === MAX_WAIT_MS ? AbortSignal.abort() : timeout(ms)));
  return () => spy.mockRestore();
}
