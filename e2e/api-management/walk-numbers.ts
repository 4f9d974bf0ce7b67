/** Reads the page's numbers, and computes the expected ones from the API response. */
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findRegion, findSpend, PROVIDER_TITLES, readFacts, readTable } from './api-management-page.ts';
import { readApiStatus } from '../support/api-status.ts';
import { providerNames } from '../support/generator.ts';
import { download } from '../support/keyword-page.ts';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const toNumber = (text = '0'): number => Number(text.replaceAll(',', ''));

/** Calls and failures per provider and in total, as the page shows them. */
export async function readCounts(page: Page) {
  const rows = await readTable(findRegion(page, 'Request statistics by provider'));
  const tiles = await readFacts(findRegion(page, 'System overview'));
  const counts = providerNames.map((provider) => {
    const [, calls, failed] = rows.find(([title]) => title === PROVIDER_TITLES[provider]) ?? [];
    return { provider, calls: toNumber(calls), failed: toNumber(failed) };
  });
  return { counts, total: toNumber(tiles['Total Requests']) };
}
type Counts = Awaited<ReturnType<typeof readCounts>>;

export const subtract = (after: Counts, before: Counts): Counts => ({
  counts: after.counts.map(({ provider, calls, failed }, index) => ({
    provider,
    calls: calls - (before.counts[index]?.calls ?? 0),
    failed: failed - (before.counts[index]?.failed ?? 0),
  })),
  total: after.total - before.total,
});

/** The tiles and rows expected for the API response. */
export async function describeStatus() {
  const { stats, providers } = await readApiStatus();
  if (!stats) throw new Error('The API returned no statistics.');
  const { totalRequests, successfulRequests, averageLatency } = stats;
  const whole = (value: number | null) => (value === null ? '–' : Math.round(value).toLocaleString('en'));
  return {
    tiles: {
      'Total Requests': whole(totalRequests),
      'Success Rate': `${((100 * successfulRequests) / totalRequests).toFixed(1)}%`,
      'Avg Latency': `${whole(averageLatency)} ms`,
      'System Uptime': expect.stringMatching(/^\d+(\.\d{1,2})?%$/),
    },
    rows: providers.map((each) => [
      PROVIDER_TITLES[each.provider],
      whole(each.calls),
      whole(each.failures.reduce((sum, { count }) => sum + count, 0)),
      whole(each.averageLatency),
      whole(each.p50),
      whole(each.p95),
      // Amounts below a cent have more digits.
      each.cost < 0.01 ? expect.stringMatching(/^\$0\.0/) : dollars.format(each.cost),
    ]),
  };
}

/** The month's dollars, from the CSV of the page of spend. Goes back to API Management. */
export async function readSpend(page: Page) {
  await findSpend(page).getByRole('link').click();
  await page.getByRole('heading', { name: 'Spend', level: 1 }).waitFor();
  const { bytes } = await download(page, () => page.getByRole('button', { name: 'Download CSV' }).click());
  await page.goBack();
  await findSpend(page).waitFor();
  const rows: string[][] = parse(bytes.toString('utf8'), { bom: true, record_delimiter: '\r\n' });
  const of = (kind: string, name: string) =>
    Number(rows.find(([, by, label]) => by === kind && label === name)?.[4] ?? 0);
  return {
    total: of('Total', ''),
    tool: of('Tool', 'Bulk Image Generator'),
    person: (email: string) => of('Person', email),
  };
}
