import { generatorCalls } from '@portal/contracts/image-generator';
import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { makePrompt, makeRequest, startBatch } from '../support/generator.ts';
import {
  BATCHES_CALL,
  eventually,
  findHistory,
  GENERATOR_PAGE,
  waitForText,
} from '../support/generator-page.ts';
import { addFaults, clearFaults, releaseCalls } from '../support/sandbox.ts';

/** Once the page has the list, it asks for changes. */
const POLLED = new Set([BATCHES_CALL, generatorCalls.changes.path]);

test('an unchanged poll is answered with 304 [D-answers-and-errors-of-the-api.7, D-answers-and-errors-of-the-api.8]', async () => {
  const artist = await signIn(newEmail());
  const prompt = makePrompt('held for the polls');
  await addFaults({ provider: 'xai', match: { promptIncludes: prompt }, fault: { kind: 'hold' } });
  await startBatch(artist, makeRequest('xai', { prompt }));
  try {
    await withPage(
      async (page) => {
        const statuses: number[] = [];
        const session = await page.context().newCDPSession(page);
        const polls = new Set<string>();
        session.on('Network.requestWillBeSent', ({ requestId, request }) => {
          if (POLLED.has(new URL(request.url).pathname)) polls.add(requestId);
        });
        session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
          if (polls.has(requestId)) statuses.push(statusCode);
        });
        await session.send('Network.enable');
        await waitForText(findHistory(page), '0/1 completed');
        await eventually(() => statuses.slice(-3)).toEqual([304, 304, 304]);
        await clearFaults();
        await releaseCalls();
        await waitForText(findHistory(page), '1/1 completed');
        expect(statuses.at(-1)).toBe(200);
      },
      { as: artist, path: GENERATOR_PAGE },
    );
  } finally {
    await clearFaults();
    await releaseCalls();
  }
});
