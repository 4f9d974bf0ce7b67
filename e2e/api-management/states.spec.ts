import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  answerWithStatus,
  API_PAGE,
  findCheck,
  findKeyDetails,
  findKeys,
  findRegion,
  readFacts,
  readTable,
  STATUS_CALL,
} from './api-management-page.ts';
import { withPage } from '../support/browser.ts';
import { providerNames } from '../support/generator.ts';
import { createEmptyStatus, createProblemStatus, NOON } from './mock-status.ts';
import { hold } from '../support/routes.ts';

const asAdmin = { as: 'admin', path: API_PAGE } as const;

test('shows a loading state, then no statistics but the key status [P2.41, P2.46, P4.14, P2.43, D-providers.7]', () => {
  const status = hold(STATUS_CALL);
  return withPage(
    async (page) => {
      const loading = page.getByText('Loading API status...', { exact: true });
      await loading.waitFor();
      status.release();
      await page.getByText('No statistics available', { exact: true }).waitFor();
      expect(await loading.count()).toBe(0);
      for (const region of ['System overview', 'Request statistics', 'Calls in the last 24 hours'])
        expect({ region, count: await findRegion(page, region).count() }).toEqual({ region, count: 0 });
      for (const provider of providerNames) {
        const keys = findKeys(page, provider);
        await keys.getByText('Healthy', { exact: true }).waitFor();
        await keys.getByText('2 of 2 keys usable', { exact: true }).waitFor();
        expect(await readFacts(keys)).toEqual({});
        await findKeyDetails(page, provider).press('Enter');
        expect(await readFacts(keys)).toEqual({
          'Active keys': '2 / 2',
          Capacity: '30 concurrent calls',
          'Rate limit': '3,600 calls per minute',
          'Last checked': 'Never',
        });
        expect(await findCheck(page, provider).count()).toBe(0);
      }
      await page.getByText(/^Some keys may be|^Critical issues/).waitFor({ state: 'detached' });
      expect(await findRegion(page, 'Model retirements').count()).toBe(0);

      // The device remembers what is expanded.
      await findKeyDetails(page, 'openai').click();
      await page.reload();
      await findKeys(page, 'google').getByText('2 / 2', { exact: true }).waitFor();
      expect(await readFacts(findKeys(page, 'openai'))).toEqual({});
      expect(await findKeyDetails(page, 'openai').getAttribute('aria-expanded')).toBe('false');
    },
    {
      ...asAdmin,
      arrange: async (page) => {
        await answerWithStatus(page, createEmptyStatus());
        await status.arrange(page);
      },
    },
  );
});

test('shows each problem: keys, statuses, failures, outages, retirements [P2.42, P2.43, P2.44, P2.45, P4.14, P4.15, P4.16, P4.17, P9.25, P9.26, D-providers.7]', () =>
  withPage(
    async (page) => {
      const tiles = findRegion(page, 'System overview');
      await tiles.waitFor();
      expect(await readFacts(tiles)).toEqual({
        'Total Requests': '1,204',
        'Success Rate': '98.0%',
        'Avg Latency': '8,343 ms',
        'System Uptime': '98.12%',
      });

      const openai = findKeys(page, 'openai');
      await openai.getByText('Warning', { exact: true }).waitFor();
      await openai
        .getByText('Some keys may be experiencing issues or approaching limits.', { exact: true })
        .waitFor();
      expect(await readFacts(openai)).toMatchObject({
        'Active keys': '1 / 2',
        Paused: expect.stringMatching(/^1 key until \d+:\d\d\s[AP]M$/),
        Capacity: '1 concurrent call',
        'Last checked': '5 min. ago',
      });
      expect(await findCheck(page, 'openai').count()).toBe(0);
      expect(await findKeyDetails(page, 'openai').count()).toBe(0);

      const google = findKeys(page, 'google');
      await google.getByText('Error', { exact: true }).waitFor();
      await google
        .getByText('Critical issues detected. Some or all keys may be non-functional.', { exact: true })
        .waitFor();
      expect(await readFacts(google)).toMatchObject({
        'Active keys': '0 / 3',
        Paused: expect.stringMatching(/^1 key until /),
        'Rejected by provider': '2 keys',
        Capacity: '0 concurrent calls',
      });
      await findCheck(page, 'google').waitFor();

      // An unknown status shows as is, without a message or a color.
      const stability = findKeys(page, 'stability');
      const word = stability.getByText('Paused', { exact: true });
      const readColor = (node: Element) => getComputedStyle(node).color;
      expect(await word.evaluate(readColor)).toBe(await stability.locator('dt').first().evaluate(readColor));
      expect(await stability.locator('p').count()).toBe(0);
      const xai = findKeys(page, 'xai');
      await xai.getByText('Unused', { exact: true }).waitFor();
      await xai.getByText('This provider has no keys.', { exact: true }).waitFor();

      const table = findRegion(page, 'Request statistics by provider');
      expect(await readTable(table)).toEqual([
        ['OpenAI', '1,180', '4', '8,343', '7,400', '19,200', '$12.64'],
        ['Google', '20', '20', '212', '210', '214', '$0.00'],
        ['Stability AI', '4', '0', '8,343', '7,400', '19,200', '$0.004'],
        ['xAI', '0', '0', '–', '–', '–', '$0.00'],
      ]);
      await table.getByText('Rate limited: 3 calls · Timed out: 1 call', { exact: true }).waitFor();
      await table.getByText('Key rejected: 20 calls', { exact: true }).waitFor();

      expect(await readFacts(findRegion(page, 'Health status'))).toEqual({
        Database: 'Operational',
        'Uploaded files': 'Operational',
        'Media service': 'Unreachable',
        Queues: 'Unreachable',
        Accounts: 'Operational',
      });
      expect(await readFacts(findRegion(page, 'Queues'))).toEqual({
        'Images with OpenAI': '1,204 tasks, oldest 6 min',
        'Images with Google': '1 task, oldest 12 s',
        Upscaling: 'Unknown',
      });
      expect(await findRegion(page, 'Model retirements').getByRole('note').allInnerTexts()).toEqual([
        'Google retired imagen3 (imagen-3.0-generate-002) on November 10, 2026. Calls may fail.',
        'OpenAI retires gpt-image-1 (gpt-image-1) on December 1, 2026, in 10 days.',
      ]);

      await checkChart(page);
    },
    {
      ...asAdmin,
      arrange: async (page) => {
        await page.clock.setFixedTime(NOON);
        await answerWithStatus(page, createProblemStatus());
      },
    },
  ));

/** A summary, a tooltip per hour and a table. */
async function checkChart(page: Page): Promise<void> {
  const panel = findRegion(page, 'Calls in the last 24 hours');
  const chart = panel.getByRole('img');
  const clock = (hoursAgo: number) =>
    page.evaluate(
      (time) =>
        new Date(time).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
      NOON.getTime() - hoursAgo * 3_600_000,
    );
  await chart.waitFor();
  expect(await chart.getAttribute('aria-label')).toBe(
    `1,204 calls in the last 24 hours, 24 failed; peak at ${await clock(2)} with 950`,
  );
  expect(
    await panel
      .getByRole('list', { name: /^Bar segments/ })
      .getByRole('listitem')
      .allInnerTexts(),
  ).toEqual(['OpenAI', 'Google', 'Stability AI', 'xAI', 'Failed']);
  const { width = 0 } = (await chart.boundingBox()) ?? {};
  await chart.hover({ position: { x: width - 4, y: 60 } });
  await panel.getByText(`${await clock(0)}: OpenAI 10, Failed 20`, { exact: true }).waitFor();

  await panel.getByRole('button', { name: 'Show as table' }).click();
  const rows = await readTable(findRegion(page, 'Calls by hour and provider'));
  expect(rows).toHaveLength(24);
  expect(rows.at(-1)).toEqual([await clock(0), '10', '0', '0', '0', '20']);
  expect(rows.at(-3)).toEqual([await clock(2), '946', '0', '0', '0', '4']);
  expect(rows.at(-6)).toEqual([await clock(5), '10', '0', '4', '0', '0']);
  await panel.getByRole('button', { name: 'Show as chart' }).click();
  await chart.waitFor();
}
