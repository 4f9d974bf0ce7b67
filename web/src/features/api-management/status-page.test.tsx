import { getApiStatus } from '@portal/contracts/api-status';
import {
  createEmptyStatus,
  createProblemStatus,
  createSpend,
  createStats,
  createStatus,
  NOON,
} from '@portal/contracts/examples/api-status';
import { PROVIDER_TITLES, ProviderSchema } from '@portal/contracts/generation-request';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findPanel, queryPanel, readFacts } from '../../testing/read-page.ts';
import { setVisible } from '../../testing/set-visible.ts';
import { formatHour } from './calls/describe-hours.ts';
import { advance, fail, openApiManagement } from './testing/open-api-management.tsx';

const TILES = 'System overview';
const DETAILS = {
  'Active keys': '2 / 2',
  Capacity: '30 concurrent calls',
  'Rate limit': '3,600 calls per minute',
  'Last checked': 'Never',
};
const findDetails = (title: string) => screen.getByLabelText(`Details of ${title} keys`);
const expectRequests = (count: string) =>
  waitFor(() => expect(readFacts(TILES)['Total Requests']).toBe(`${count} 24 failed`));

test('shows a loading state, then no statistics but the key status [P2.41, P2.46, P4.14, P2.43, D-providers.7]', async () => {
  const { server } = openApiManagement();
  const answer = Promise.withResolvers<Response>();
  server.readStatus = () => answer.promise;
  expect(screen.getByText('Loading API status...')).toBeDefined();
  answer.resolve(Response.json({ data: server.status }));
  await screen.findByText('No statistics available');
  expect(screen.queryByText('Loading API status...')).toBeNull();
  for (const name of [
    TILES,
    'Request statistics',
    'Calls in the last 24 hours',
    'Spend by day',
    'Model retirements',
  ])
    expect(queryPanel(name), name).toBeNull();
  for (const provider of ProviderSchema.options) {
    const title = PROVIDER_TITLES[provider];
    const keys = findPanel(`${title} keys`);
    expect(keys.getByText('Healthy')).toBeDefined();
    expect(keys.getByText('2 of 2 keys · 30 at once · 3,600 per minute')).toBeDefined();
    expect(readFacts(`${title} keys`)).toEqual({});
    fireEvent.click(findDetails(title));
    expect(readFacts(`${title} keys`)).toEqual(DETAILS);
    expect(keys.queryByText('Check keys')).toBeNull();
  }
  expect(screen.queryByText(/^Some keys may be|^Critical issues/)).toBeNull();
});

test('the device remembers which keys are expanded', async () => {
  const { unmount } = openApiManagement();
  await screen.findByText('No statistics available');
  for (const title of ['OpenAI', 'Google', 'OpenAI']) fireEvent.click(findDetails(title));
  unmount();
  openApiManagement();
  await screen.findByText('No statistics available');
  expect(readFacts('Google keys')).toEqual(DETAILS);
  expect(readFacts('OpenAI keys')).toEqual({});
  expect(findDetails('OpenAI').getAttribute('aria-expanded')).toBe('false');
});

test('shows each problem of keys [P2.42, P2.43, P4.14, P4.15, P4.16, P4.17, P9.25, D-providers.7]', async () => {
  openApiManagement(createProblemStatus());
  await expectRequests('1,204');
  expect(readFacts(TILES)).toEqual({
    'Total Requests': '1,204 24 failed',
    'Success Rate': '98.0% 1,180 succeeded',
    'Avg Latency': '8,343 ms per call',
    'System Uptime': '98.12% last 24 hours',
  });
  const openai = findPanel('OpenAI keys');
  expect(openai.getByText('Warning')).toBeDefined();
  expect(openai.getByText('Some keys may be experiencing issues or approaching limits.')).toBeDefined();
  expect(readFacts('OpenAI keys')).toMatchObject({
    'Active keys': '1 / 2',
    Paused: expect.stringMatching(/^1 key until \d+:\d\d\s[AP]M$/),
    Capacity: '1 concurrent call',
    'Last checked': '5 min ago',
  });
  expect(openai.queryByText('Check keys')).toBeNull();
  expect(screen.queryByLabelText('Details of OpenAI keys')).toBeNull();

  const google = findPanel('Google keys');
  expect(google.getByText('Error')).toBeDefined();
  expect(google.getByText('Critical issues detected. Some or all keys may be non-functional.')).toBeDefined();
  expect(readFacts('Google keys')).toMatchObject({
    'Active keys': '0 / 3',
    Paused: expect.stringMatching(/^1 key until /),
    'Rejected by provider': '2 keys',
    Capacity: '0 concurrent calls',
  });
  expect(google.getByText('Check keys')).toBeDefined();

  // An unknown status shows as is, without a message.
  expect(findPanel('Stability AI keys').getByText('Paused')).toBeDefined();
  expect(queryPanel('Stability AI keys')?.querySelector('p')).toBeNull();
  expect(findPanel('xAI keys').getByText('Unused')).toBeDefined();
  expect(findPanel('xAI keys').getByText('This provider has no keys.')).toBeDefined();
});

/** The cells of each row, except for notes. */
const readTable = (name: string) =>
  [...screen.getByLabelText(name).querySelectorAll('tbody tr:not([data-note])')].map(({ children }) =>
    [...children].map(({ textContent }) => textContent),
  );

const QUEUES = {
  'Images with OpenAI': '1,204 tasks, oldest 5 min',
  'Images with Google': '1 task, oldest 12 s',
  Upscaling: 'Unknown',
};

test('shows failures, outages, queues and retirements [P2.44, P2.45, P9.26]', async () => {
  openApiManagement(createProblemStatus());
  await expectRequests('1,204');
  const table = within(screen.getByLabelText('Request statistics by provider'));
  expect(readTable('Request statistics by provider')).toEqual([
    ['OpenAI', '1,180', '4', '8,343', '7,400', '19,200', '$12.64'],
    ['Google', '20', '20', '212', '210', '214', '$0.00'],
    ['Stability AI', '4', '0', '8,343', '7,400', '19,200', '$0.0040'],
    ['xAI', '0', '0', '–', '–', '–', '$0.00'],
  ]);
  expect(table.getByText('Rate limited: 3 calls · Timed out: 1 call')).toBeDefined();
  expect(table.getByText('Key rejected: 20 calls')).toBeDefined();
  expect(readFacts('Health status')).toEqual({
    Database: 'Operational',
    'Uploaded files': 'Operational',
    'Media service': 'Unreachable',
    Queues: 'Unreachable',
    Accounts: 'Operational',
    ...QUEUES,
  });
  expect(readFacts('Queues')).toEqual(QUEUES);
  expect(findPanel('Queues').queryByText(/empty/)).toBeNull();
  const retirements = findPanel('Model retirements').getAllByRole('note');
  expect(retirements.map(({ textContent }) => textContent)).toEqual([
    'Google retired imagen3 (imagen-3.0-generate-002) on November 10, 2026. Calls may fail.',
    'OpenAI retires gpt-image-1 (gpt-image-1) on December 1, 2026, in 10 days.',
  ]);
});

const clock = (hoursAgo: number) => formatHour(new Date(NOON.getTime() - hoursAgo * 3_600_000).toISOString());

test('a chart of calls has a summary, numbers of each hour and a table [P9.26]', async () => {
  openApiManagement(createProblemStatus());
  await expectRequests('1,204');
  const panel = findPanel('Calls in the last 24 hours');
  const chart = panel.getByRole('img');
  expect(chart.getAttribute('aria-label')).toBe(
    `1,204 calls in the last 24 hours, 24 failed; peak at ${clock(2)} with 950`,
  );
  const legend = [...panel.getByLabelText(/^Bar segments/).children].map(({ textContent }) => textContent);
  expect(legend).toEqual(['OpenAI', 'Google', 'Stability AI', 'xAI', 'Failed']);
  fireEvent.pointerMove(chart, { clientX: Number(chart.getAttribute('width')) - 4 });
  expect((await screen.findByRole('tooltip')).textContent).toBe(`${clock(0)}: OpenAI 10, Failed 20`);
  fireEvent.pointerLeave(chart, { pointerType: 'mouse' });
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());

  fireEvent.click(panel.getByText('Show as table'));
  const rows = readTable('Calls by hour and provider');
  expect(rows).toHaveLength(24);
  expect(rows.at(-1)).toEqual([clock(0), '10', '0', '0', '0', '20']);
  expect(rows.at(-3)).toEqual([clock(2), '946', '0', '0', '0', '4']);
  expect(rows.at(-6)).toEqual([clock(5), '10', '0', '4', '0', '0']);
  fireEvent.click(panel.getByText('Show as chart'));
  expect(panel.getByRole('img')).toBeDefined();
});

const listBars = (chart: Element) => [...chart.querySelectorAll('rect')];

test('a chart draws only what is not zero, and cuts an hour that would hide the others', async () => {
  openApiManagement(createProblemStatus());
  await expectRequests('1,204');
  const chart = findPanel('Calls in the last 24 hours').getByRole('img');
  const bars = listBars(chart);
  // OpenAI in every hour, and its failed calls in one; Stability AI in one; the failed calls of Google in the last one.
  expect(bars).toHaveLength(24 + 1 + 1 + 1);
  expect(within(chart).getByText('950')).toBeDefined();
  const heights = bars.map((bar) => Number(bar.getAttribute('height')));
  const usual = heights[0] ?? 0;
  expect(Math.max(...heights)).toBeLessThan(usual * 4);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(2);
});

test('arrow keys read a chart hour by hour', async () => {
  const { user } = openApiManagement(createProblemStatus());
  await expectRequests('1,204');
  const hours = findPanel('Calls in the last 24 hours').getByRole('slider', { name: 'Hour' });
  expect(hours.getAttribute('aria-valuetext')).toBe(`${clock(0)}: OpenAI 10, Failed 20`);
  act(() => hours.focus());
  await screen.findByText(`${clock(0)}: OpenAI 10, Failed 20`);
  fireEvent.change(hours, { target: { value: 21 } });
  await screen.findByText(`${clock(2)}: OpenAI 946, Failed 4`);
  expect(hours.getAttribute('aria-valuetext')).toBe(`${clock(2)}: OpenAI 946, Failed 4`);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});

test('spend by day is a chart and a table beside the calls, and fails alone', async () => {
  const { server, user } = openApiManagement(createProblemStatus());
  const { readSpend } = server;
  server.readSpend = () => fail(403);
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('Spend by day could not be loaded')).toBeDefined();
  server.readSpend = readSpend;
  await user.click(alert.getByText('Try again'));
  const chart = await screen.findByRole('img', {
    name: '$84.21 in November 2026; most on Nov 3 with $60.20',
  });
  expect(listBars(chart)).toHaveLength(2);
  expect(within(chart).getByText('$50.00')).toBeDefined();
  const panel = findPanel('Spend by day');
  const days = panel.getByRole('slider', { name: 'Day' });
  expect(days.getAttribute('aria-valuetext')).toBe('Nov 20: $24.01');
  fireEvent.change(days, { target: { value: 29 } });
  expect(days.getAttribute('aria-valuetext')).toBe('Nov 30: no spend');
  fireEvent.click(panel.getByText('Show as table'));
  const rows = readTable('Spend of each day').filter(([, spend]) => spend !== '$0.00');
  expect(rows).toEqual([
    ['Nov 3', '$60.20'],
    ['Nov 20', '$24.01'],
  ]);

  server.readSpend = (month) => Response.json(createSpend({ month, byDay: [] }));
  await advance(60_000);
  fireEvent.click(panel.getByText('Show as chart'));
  expect(listBars(await panel.findByRole('img', { name: 'No spend in November 2026' }))).toEqual([]);
});

test('reads the status every 5 s while visible, and marks outdated numbers [P2.47, P7.6, P9.19]', async () => {
  const { server, countReads } = openApiManagement(
    createStatus({ stats: createStats({ totalRequests: 100 }) }),
  );
  const { readStatus } = server;
  const show = (totalRequests: number) =>
    Object.assign(server, { status: createStatus({ stats: createStats({ totalRequests }) }) });
  const note = /^Refresh failed\. These numbers are from \d+:\d+\s[AP]M\. Retrying\.$/;
  const countStatus = () => countReads(getApiStatus.path);
  await expectRequests('100');
  show(101);
  await advance(4500);
  expect(countStatus()).toBe(1);
  await advance(500);
  await expectRequests('101');
  expect(countStatus()).toBe(2);
  expect(screen.queryByText(note)).toBeNull();

  server.readStatus = () => fail(503);
  await advance(5000);
  await screen.findByText(note);
  await expectRequests('101');
  expect(screen.queryByRole('alert')).toBeNull();
  server.readStatus = readStatus;
  show(102);
  await advance(5000);
  await expectRequests('102');
  expect(screen.queryByText(note)).toBeNull();
  expect(countStatus()).toBe(4);

  setVisible(false);
  await advance(30_000);
  expect(countStatus()).toBe(4);
  show(103);
  setVisible(true);
  await expectRequests('103');
});

test('empty queues share one line', async () => {
  const [first, second, third] = createStatus().queues;
  if (!first || !second || !third) throw new Error('Expected three queues.');
  const { server } = openApiManagement(createStatus());
  expect((await screen.findByText('All queues are empty.')).parentElement?.textContent).toBe(
    'All queues are empty.',
  );
  server.status = createStatus({ queues: [first, { ...second, tasks: 3 }, third] });
  await advance(5000);
  await screen.findByText('2 other queues are empty.');
  expect(readFacts('Queues')).toEqual({ 'Images with Google': '3 tasks' });
});

test('lists which checks people mark as not a problem, if there are any', async () => {
  const { server } = openApiManagement(createStatus());
  await screen.findByText('All queues are empty.');
  expect(queryPanel('Checks marked as not a problem')).toBeNull();
  const dismissals = [
    { kind: 'text' as const, count: 12 },
    { kind: 'soft' as const, count: 1 },
  ];
  server.status = createStatus({ dismissals });
  await advance(5000);
  await screen.findByText('12 pictures');
  expect(readFacts('Checks marked as not a problem')).toEqual({
    'May show text': '12 pictures',
    Soft: '1 picture',
  });
});

test('the specified parts come first, and spend is one line with a link', async () => {
  const { server } = openApiManagement(createStatus());
  await screen.findByText('$84.21 of $120.50 this month');
  await screen.findByText('No batches are running.');
  const panels = [...document.querySelectorAll('section')].map(
    (panel) => panel.getAttribute('aria-label') ?? panel.querySelector('h2')?.textContent,
  );
  expect(panels).toEqual([
    TILES,
    'API keys',
    ...ProviderSchema.options.map((provider) => `${PROVIDER_TITLES[provider]} keys`),
    'Calls in the last 24 hours',
    'Spend by day',
    'Request statistics',
    'Health status',
    'Queues',
    'Running now',
    'Spend',
  ]);
  const spend = findPanel('Spend');
  expect(spend.getByRole('link').getAttribute('href')).toBe('/admin/spend');
  expect(spend.queryByText('Budget used up')).toBeNull();
  server.readSpend = (month) => Response.json(createSpend({ month, budget: 84 }));
  await advance(60_000);
  await spend.findByText('Budget used up');
});

test('replacing keys is explained on the card of a provider', async () => {
  const { user } = openApiManagement(createProblemStatus());
  await expectRequests('1,204');
  await user.click(screen.getByLabelText('Replace keys for Google'));
  const dialog = within(screen.getByRole('dialog', { name: 'Replace Google keys' }));
  expect(dialog.getAllByRole('listitem')).toHaveLength(3);
  expect(dialog.getByText(/functions:secrets:set PROVIDER_KEYS/)).toBeDefined();
  await user.click(dialog.getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('status and spend fail and load again independently [P7.6]', async () => {
  const { user, server, countReads } = openApiManagement(createEmptyStatus());
  const { readStatus, readSpend } = server;
  server.readStatus = () => fail(500);
  server.readSpend = () => fail(403);
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('The API status could not be loaded')).toBeDefined();
  expect(alert.getByText('Server temporarily unavailable. Please try again later.')).toBeDefined();
  await findPanel('Spend').findByText('Could not be loaded');
  expect(screen.queryByText('No statistics available')).toBeNull();
  server.readStatus = readStatus;
  const before = countReads(getApiStatus.path);
  await user.click(alert.getByText('Try again'));
  expect(countReads(getApiStatus.path)).toBe(before + 1);
  await screen.findByText('No statistics available');
  expect(screen.queryByRole('alert')).toBeNull();
  server.readSpend = readSpend;
  await advance(60_000);
  await findPanel('Spend').findByText('$84.21 of $120.50 this month');
});
