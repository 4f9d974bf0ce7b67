/** `vi.waitFor` waits as long as `expect.poll` does in vitest.config.ts: there is no setting for it, and CI machines are slow. */
import { vi } from 'vitest';

const { waitFor } = vi;
// Files that share a process share `vi`, too.
if (waitFor.name !== 'waitLonger')
  vi.waitFor = function waitLonger(callback, options = {}) {
    return waitFor(callback, {
      timeout: 60_000,
      ...(typeof options === 'number' ? { timeout: options } : options),
    });
  };
