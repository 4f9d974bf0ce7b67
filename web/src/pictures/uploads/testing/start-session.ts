import { upscaleImages } from '@portal/contracts/upscale';
import { afterEach, beforeEach, vi } from 'vitest';
import { UploadSession, type UploadRequest } from '../upload-session.ts';
import { createFile } from './create-file.ts';
import { createTransport } from './fake-transport.ts';

/** Tests run in Node. */
declare function setImmediate(callback: (value: unknown) => void): void;

export const MB = 1024 * 1024;
const NOW = new Date('2026-11-21T08:05:00');
/** The batch name at NOW, in the time zone of the tests. */
export const NAME = '11/21/26, 8:05 AM';

export const createRequest = (
  count: number,
  size: number,
  overrides: Partial<UploadRequest> = {},
): UploadRequest => ({
  files: Array.from({ length: count }, (_, index) => ({
    key: `key-${index}`,
    file: createFile(`${index}.jpg`, { size }),
  })),
  call: upscaleImages,
  options: { scale: 2 },
  ...overrides,
});
export const createSmall = () => createRequest(3, MB);
export const createLarge = (count = 6) => createRequest(count, 8 * MB);

export function startSession(request: UploadRequest) {
  const server = createTransport();
  const session = new UploadSession('upscale', server.transport);
  const end = session.send(request).catch((error: unknown) => error);
  return {
    ...server,
    session,
    end,
    states: () => request.files.map(({ key }) => session.getFile(key)?.state),
  };
}

/** Runs pending promises. Files are read outside the fake clock. */
export const flushPromises = async () => {
  await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(0);
};
export const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

export async function finishAll(puts: readonly { finish: () => void }[]): Promise<void> {
  for (const put of puts) {
    put.finish();
    await flushPromises();
  }
}

/** Lets the first file use up its attempts. */
export async function failFirst(server: ReturnType<typeof startSession>): Promise<void> {
  for (let tries = 0; tries < 4; tries++) {
    await flushPromises();
    for (const put of server.puts) if (put.name === '0.jpg') put.fail();
    await pass(4);
  }
}

/** Fakes the clock for each test of a file. */
export function useFakeClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({
      now: NOW,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    });
    // Retries come after whole seconds.
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(() => void vi.useRealTimers());
}
