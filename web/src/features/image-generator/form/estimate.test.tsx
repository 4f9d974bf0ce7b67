import { getGeminiStats } from '@portal/contracts/image-generator';
import { getPricing, type PricingEntry } from '@portal/contracts/pricing';
import { environmentManager, focusManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readDraft } from '../../../client/browser-storage.ts';
import { readToast, toast } from '../../../client/toast/toast-store.ts';
import { NO_PRICES } from '../../../tools/generation/estimate.ts';
import { FormValuesSchema } from '../../../tools/generation/form-values.ts';
import {
  choose,
  createStats,
  fill,
  findChoice,
  findGroup,
  findPrompt,
  findQuantity,
  findSubmit,
  isStart,
  openGenerator,
  openOptions,
} from '../testing/open-generator.tsx';

// Queries do not poll on a server, which Node looks like.
beforeEach(() => environmentManager.setIsServer(() => false));

/** The label, the total and the calculation. */
const readEstimate = () =>
  [...screen.getByLabelText('Estimated cost').querySelectorAll('span')].map((part) => part.textContent);
const expectEstimate = (total: string, sum: unknown) =>
  expect(readEstimate()).toEqual(['Estimated cost', total, sum]);

/** Once the page has what it needs to know. */
async function open(served?: Parameters<typeof openGenerator>[0]) {
  const opened = openGenerator(served);
  await waitFor(() => expect(opened.requests.some(({ path }) => path === getPricing.path)).toBe(true));
  return opened;
}

test('estimates what the form would cost [T1.7, T2.1.3, T9.1.1, T9.1.2]', async () => {
  await open();
  await waitFor(() => expectEstimate('$0.17', '1 image × $0.17, high quality · 10 for $1.67'));
  expect(findSubmit().textContent).toMatch(/^Generate 1 image/);
  fill(findQuantity(), '3');
  expectEstimate('$0.50', '3 images, about $0.17 each, high quality');
  choose('Quality', 'Medium');
  expectEstimate('$0.13', '3 images, about $0.04 each');
  fill(findQuantity(), '100');
  expectEstimate('$4.20', '100 images, about $0.04 each');
  choose('Provider', 'Gemini');
  expectEstimate('–', 'Choose a model to see the cost');
});

test('has a default price for each model [T9.1.4, T9.1.5, T9.1.6, T9.1.7, T9.1.8, T9.1.9, T9.1.10, T9.1.11, T9.1.12, T9.1.13, D-providers.11]', async () => {
  await open();
  const expectPrice = (dollars: number) =>
    expectEstimate(`$${(dollars * 100).toFixed(2)}`, expect.stringMatching(/^100 images/));
  fill(findQuantity(), '100');
  for (const [quality, square, oblong] of [
    ['Low', 0.011, 0.016],
    ['Medium', 0.042, 0.063],
    ['High', 0.167, 0.25],
  ] as const) {
    choose('Quality', quality);
    for (const ratio of ['2:3', '3:2', '1:1']) {
      choose('Aspect ratio', ratio);
      expectPrice(ratio === '1:1' ? square : oblong);
    }
  }
  choose('Provider', 'Gemini');
  choose('Model', 'Imagen 3');
  expectPrice(0.03);
  choose('Model', 'Imagen 4');
  expectPrice(0.04);
  choose('Version', 'Ultra');
  expectPrice(0.06);
  choose('Provider', 'Stable Diffusion');
  choose('Version', 'Medium');
  expectPrice(0.035);
  choose('Version', 'Large');
  expectPrice(0.065);
  choose('Provider', 'Grok');
  expectPrice(0.07);
});

/** The studio's own prices. */
const MODELS: PricingEntry[] = [
  { provider: 'google', model: 'imagen3', price: 0 },
  { provider: 'google', model: 'imagen4', price: 0.5 },
  { provider: 'google', model: 'imagen4', version: 'ultra', price: 1 },
  { provider: 'xai', model: 'grok-2-image', price: 0 },
];
const HOUR_MS = 3_600_000;

test('has the prices of the studio within an hour [T4.2.7, T9.0.10, T9.1.3, P9.20, D-providers.12]', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let models: PricingEntry[] = [];
  const { requests } = openGenerator({
    answer: ({ path }) => (path === getPricing.path ? Response.json({ ...NO_PRICES, models }) : undefined),
  });
  const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const countRequests = () => requests.filter(({ path }) => path === getPricing.path).length;
  await advance(0);
  models = MODELS;
  await advance(HOUR_MS - 1);
  expect(countRequests()).toBe(1);
  await advance(1);
  expect(countRequests()).toBe(2);
  fill(findQuantity(), '4');
  choose('Provider', 'Gemini');
  choose('Model', 'Imagen 3');
  // Only Gemini is free at a price of 0.
  expectEstimate('Free', '4 images');
  choose('Model', 'Imagen 4');
  expectEstimate('$2.00', '4 images × $0.50');
  choose('Version', 'Ultra');
  expectEstimate('$4.00', '4 images × $1.00');
  choose('Provider', 'Grok');
  expectEstimate('$0.00', '4 images × $0.00');
});

/** Label and hint of each. */
const readSizes = () => [...findGroup('Size').querySelectorAll('label')].map((label) => label.textContent);

test('shows the price of each size, sends the chosen one and remembers it', async () => {
  const { requests } = await open({
    answer: (request) =>
      isStart(request) ? Response.json({ success: true, batchId: 'started' }, { status: 202 }) : undefined,
  });
  const submit = async () => {
    const before = requests.filter(isStart).length;
    fireEvent.click(findSubmit());
    await waitFor(() => expect(requests.filter(isStart)).toHaveLength(before + 1));
    await waitFor(() => expect(findSubmit().disabled).toBe(false));
    return requests.findLast(isStart)?.body;
  };
  fill(findPrompt(), 'a red fox');
  choose('Quality', 'Low');
  choose('Background', 'Opaque');
  choose('Output format', 'JPEG');
  openOptions();
  expect(readSizes()).toEqual(['Standard1 MP · $0.01', '2K4.2 MP · $0.03', '4K8.3 MP · $0.06']);
  screen.getByText(/^1024 × 1024 px$/);
  choose('Size', '4K');
  expect(readEstimate().at(-1)).toBe('1 image × $0.06');
  choose('Aspect ratio', '3:2');
  screen.getByText(/^3504 × 2336 px$/);
  expect(readEstimate().at(-1)).toBe('1 image × $0.06');
  expect(await submit()).toMatchObject({ size: '4K' });

  choose('Provider', 'Stable Diffusion');
  expect(screen.queryByLabelText('Size')).toBeNull();
  choose('Provider', 'ChatGPT');
  expect(findChoice('Size', '4K').checked).toBe(true);
  choose('Size', 'Standard');
  expect(await submit()).not.toHaveProperty('size');
  choose('Provider', 'Grok');
  choose('Provider', 'ChatGPT');
  expect(findChoice('Size', 'Standard').checked).toBe(true);
});

test('half price is shown only for providers that offer it, and chosen for one batch', async () => {
  const { requests } = openGenerator({
    answer: (request) =>
      isStart(request) ? Response.json({ success: true, batchId: 'started' }, { status: 202 }) : undefined,
  });
  const isShown = () => screen.queryByLabelText('Ready') !== null;
  expect(isShown()).toBe(false);
  openOptions();
  choose('Ready', 'Within 24 hours');
  choose('Provider', 'Stable Diffusion');
  expect(isShown()).toBe(false);
  expect(screen.queryByText('More options')).toBeNull();
  choose('Provider', 'ChatGPT');
  expect(findChoice('Ready', 'Within 24 hours').checked).toBe(true);
  choose('Provider', 'Grok');
  expect(isShown()).toBe(false);
  fill(findPrompt(), 'a fox of now');
  fireEvent.click(findSubmit());
  await waitFor(() => expect(requests.some(isStart)).toBe(true));
  expect(requests.find(isStart)?.body).not.toHaveProperty('isHalfPrice');
  choose('Provider', 'Gemini');
  await waitFor(() => expect(findChoice('Ready', 'Now').checked).toBe(true));
});

test('half price is not kept for the next batch if its answer comes after the page was left', async () => {
  const { promise: sent, resolve: answer } = Promise.withResolvers<Response>();
  const { requests, unmount } = openGenerator({
    answer: (request) => (isStart(request) ? sent : undefined),
  });
  fill(findPrompt(), 'a fox of tomorrow');
  for (const [field, option] of [
    ['Quality', 'Low'],
    ['Background', 'Opaque'],
    ['Output format', 'PNG'],
  ] as const)
    choose(field, option);
  openOptions();
  choose('Ready', 'Within 24 hours');
  fireEvent.click(findSubmit());
  await waitFor(() => expect(requests.some(isStart)).toBe(true));
  const readHalfPrice = () => readDraft('portal:generation-draft:ada', FormValuesSchema)?.isHalfPrice;
  expect(readHalfPrice()).toBe(true);
  unmount();
  answer(Response.json({ success: true, batchId: 'started' }, { status: 202 }));
  await waitFor(() => expect(readHalfPrice()).toBe(false));
});

test('only logs unreadable usage; shows it; blocks Google at the limit [P8.17, T1.8, T2.1.4, T4.3.10, T8.2.11, D-providers.8, D-providers.9]', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  toast('Before');
  let answer = () => new Response('{}', { status: 500 });
  openGenerator({ answer: ({ path }) => (path === getGeminiStats.path ? answer() : undefined) });
  const refetch = () => act(() => focusManager.setFocused(true));
  onTestFinished(() => focusManager.setFocused(undefined));
  const findPanel = () => screen.queryByRole('group', { name: 'Gemini usage' });
  choose('Provider', 'Gemini');
  await waitFor(() =>
    expect(logged.mock.calls.map(([error]) => String(error))).toContainEqual(
      expect.stringContaining('500: '),
    ),
  );
  choose('Model', 'Imagen 3');
  expect(findPanel()).toBeNull();
  expect(readToast()?.title).toBe('Before');
  expect(findSubmit().disabled).toBe(false);

  answer = () => Response.json({ stats: createStats(490) });
  refetch();
  const panel = within(await screen.findByRole('group', { name: 'Gemini usage' }));
  panel.getByText('490 of 500 used today');
  panel.getByText('10 left');
  expect(panel.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('98');
  expect(findPanel()?.textContent).toMatch(/Resets .+ \(Nov 2\d, 2026, \d+:00 [AP]M\)/);
  fill(findQuantity(), '12');
  panel.getByText('Only 10 images left today. Lower the quantity.');
  choose('Provider', 'Grok');
  expect(findPanel()).toBeNull();

  answer = () => Response.json({ stats: createStats(500) });
  choose('Provider', 'Gemini');
  await screen.findByText(/^Daily Gemini limit reached\. It resets /);
  expect(findSubmit().disabled).toBe(true);
  choose('Provider', 'Stable Diffusion');
  expect(findSubmit().disabled).toBe(false);
});
