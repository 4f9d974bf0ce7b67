import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { openSandbox } from '../testing.ts';

const STATISTICS = {
  'queue:demo-portal-us-central1-makeWithXai': {
    numberOfTasks: 2,
    tasksCount: 12,
    oldestCreateTime: '2026-11-21T17:00:00.000Z',
  },
  'queue:demo-portal-us-central1-cleanupPages': { numberOfTasks: 0, tasksCount: 0, oldestCreateTime: null },
  'queue:demo-other-us-central1-makeWithXai': { numberOfTasks: 0, tasksCount: 1, oldestCreateTime: null },
};
const PATH = '/v2beta3/projects/demo-portal/locations/us-central1/queues';
const authorization = 'Bearer anything';

/** A sandbox with a Cloud Tasks emulator that has these queues. */
async function openQueues() {
  const emulator = createServer((_request, response) => response.end(JSON.stringify(STATISTICS)));
  await new Promise<void>((resolve) => emulator.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void emulator.close());
  const address = emulator.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const { url } = await openSandbox({ tasksUrl: `http://127.0.0.1:${address.port}` });
  return async (path: string, headers: Record<string, string> = { authorization }) => {
    const answer = await fetch(url + path, { headers });
    const body: unknown = await answer.json();
    return { status: answer.status, body };
  };
}

it('lists the queues of a project, with statistics if the mask has them', async () => {
  const ask = await openQueues();
  expect(await ask(`${PATH}?readMask=name,stats&$alt=json%3Benum-encoding=int`)).toEqual({
    status: 200,
    body: {
      queues: [
        {
          name: 'projects/demo-portal/locations/us-central1/queues/makeWithXai',
          stats: { tasksCount: '12', oldestEstimatedArrivalTime: '2026-11-21T17:00:00.000Z' },
        },
        {
          name: 'projects/demo-portal/locations/us-central1/queues/cleanupPages',
          stats: { tasksCount: '0' },
        },
      ],
    },
  });
  expect(await ask(PATH)).toMatchObject({
    status: 200,
    body: { queues: [{ name: expect.any(String) }, {}] },
  });
  expect(JSON.stringify(await ask(PATH))).not.toContain('stats');
});

it('rejects what the service rejects', async () => {
  const ask = await openQueues();
  expect(await ask(PATH, {})).toMatchObject({ status: 401, body: { error: { status: 'UNAUTHENTICATED' } } });
  expect(await ask(`${PATH}?readMask=length`)).toMatchObject({ status: 400 });
  expect(await ask(`${PATH}?mask=stats`)).toMatchObject({ status: 400 });
  expect(await ask('/v2beta3/projects/demo-portal/queues')).toMatchObject({ status: 404 });
});

it('is unavailable without a Cloud Tasks emulator', async () => {
  const { url } = await openSandbox();
  const answer = await fetch(url + PATH, { headers: { authorization } });
  expect(answer.status).toBe(503);
});
