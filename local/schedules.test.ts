import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Reporter } from './reporter.ts';
import { runScheduled, startSchedules } from './schedules.ts';

/** A fake Functions emulator: lists the functions and accepts calls. */
function makeEmulator(schedules: Record<string, string>) {
  const calls: { path: string; headers: IncomingHttpHeaders }[] = [];
  const triggers = Object.entries(schedules).map(([name, schedule]) => ({
    name,
    region: 'us-central1',
    schedule: { schedule, timeZone: null },
  }));
  const plain = { name: 'api', region: 'us-central1' };
  const server = createServer((request, response) => {
    if (request.url === '/backends') {
      response.end(JSON.stringify({ backends: [{ functionTriggers: [plain, ...triggers] }] }));
      return;
    }
    calls.push({ path: request.url ?? '', headers: request.headers });
    response.writeHead(request.url?.includes('broken') ? 500 : 200).end('what it said');
  });
  return { calls, server };
}

function collect() {
  const done: string[] = [];
  const failed: string[] = [];
  const reporter: Reporter = {
    done: (message) => done.push(message),
    failed: (message) => failed.push(message),
  };
  return { done, failed, reporter };
}

describe('schedules', () => {
  const { calls, server } = makeEmulator({
    cleanup: '0 2 * * *',
    pulse: 'every 5 minutes',
    broken: '*/5 * * * *',
    strange: 'whenever',
  });
  let functionsUrl = '';

  beforeEach(async () => {
    calls.length = 0;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    functionsUrl = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : '';
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    server.close();
  });

  it.each([
    // At 1:59:59 local time, and at 1:59:59 UTC; the long night has the local time twice.
    ['2026-03-29T00:59:59Z', false],
    ['2026-03-29T01:59:59Z', true],
    ['2026-10-24T23:59:59Z', false],
    ['2026-10-25T00:59:59Z', false],
    ['2026-10-25T01:59:59Z', true],
  ])('one second after %s in Berlin, the cleanup runs: %s [P9.22]', async (time, isDue) => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    vi.setSystemTime(time);
    const { done, failed, reporter } = collect();
    const started = startSchedules({ functionsUrl, projectId: 'demo-x' }, reporter);
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    // All due functions have been called.
    await vi.waitFor(() => expect(failed).toHaveLength(2));
    await vi.waitFor(() => expect(done).toHaveLength(isDue ? 2 : 1));
    started.stop();
    vi.unstubAllEnvs();
    const cleanups = calls.filter(({ path }) => path === '/demo-x/us-central1/cleanup-0');
    expect(cleanups.map(({ headers }) => headers['x-cloudscheduler-scheduletime'])).toEqual(
      isDue ? [new Date(Date.parse(time) + 1000).toISOString()] : [],
    );
  });

  it('calls a function as Cloud Scheduler does', async () => {
    await runScheduled(
      { functionsUrl, projectId: 'demo-x' },
      { name: 'cleanup', region: 'us-central1' },
      new Date('2026-03-01T02:00:00Z'),
    );
    expect(calls).toMatchObject([
      {
        path: '/demo-x/us-central1/cleanup-0',
        headers: { 'x-cloudscheduler-scheduletime': '2026-03-01T02:00:00.000Z' },
      },
    ]);
  });

  it('runs every due function each minute, even if others fail', async () => {
    vi.setSystemTime('2026-03-01T01:58:30Z');
    const { done, failed, reporter } = collect();
    const schedules = startSchedules({ functionsUrl, projectId: 'demo-x' }, reporter);
    await vi.advanceTimersByTimeAsync(30_000); // 01:59: only the warning about the unsupported schedule
    vi.useRealTimers();
    await vi.waitFor(() => expect(failed).toHaveLength(1));
    expect(failed[0]).toContain('"whenever"');
    expect(calls).toEqual([]);
    schedules.stop();

    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'Date'],
      now: new Date('2026-03-01T01:59:59Z'),
    });
    const second = startSchedules({ functionsUrl, projectId: 'demo-x' }, reporter);
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(done).toHaveLength(2));
    await vi.waitFor(() => expect(failed.join()).toContain('broken answered 500: what it said'));
    expect(calls.map(({ path }) => path).sort()).toEqual(
      ['broken', 'cleanup', 'pulse'].map((name) => `/demo-x/us-central1/${name}-0`),
    );
    second.stop();
  });
});
