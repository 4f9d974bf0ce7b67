import type { PricingEntry } from '@portal/contracts/pricing';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { choose, eventually, findQuantity, GENERATOR_PAGE } from '../support/generator-page.ts';
import { answerWith } from '../support/routes.ts';

const HOUR_MS = 3_600_000;
const HALF_PAST = new Date('2026-11-21T08:30:00Z');
const PRICING_CALL = '/api/pricing';
const asArtist = { as: 'artist', path: GENERATOR_PAGE } as const;

/** The label, the total and the calculation. */
const readEstimate = (page: Page): Promise<string[]> =>
  page.getByRole('status', { name: 'Estimated cost' }).locator('span').allInnerTexts();

const expectEstimate = (page: Page, total: string, sum: string) =>
  eventually(() => readEstimate(page)).toEqual(['Estimated cost', total, sum]);

/** The studio's own prices. */
const MODELS: PricingEntry[] = [
  { provider: 'google', model: 'imagen3', price: 0 },
  { provider: 'google', model: 'imagen4', price: 0.5 },
  { provider: 'google', model: 'imagen4', version: 'ultra', price: 1 },
  { provider: 'xai', model: 'grok-2-image', price: 0 },
];

test('estimates with default prices; an hour later with those of the studio [T1.7, T2.1.3, T4.2.7, T9.0.10, T9.1.1, T9.1.2, T9.1.3, T9.1.4, T9.1.5, T9.1.6, T9.1.7, T9.1.8, T9.1.9, T9.1.10, T9.1.11, T9.1.12, T9.1.13, P9.20, D-providers.11, D-providers.12]', () => {
  let requests = 0;
  return withPage(
    async (page) => {
      await expectEstimate(page, '$0.17', '1 image × $0.167, high quality · 10 for $1.67');
      expect(requests).toBe(1);
      const readAt = await page.evaluate(() => Date.now());
      await matchButton(page);
      await useDefaultPrices(page);

      await answerWith(page, PRICING_CALL, { json: { models: MODELS } });
      const refetched = page.waitForResponse(`**${PRICING_CALL}`);
      await page.clock.pauseAt(HALF_PAST.getTime() + HOUR_MS - 1);
      expect(requests).toBe(1);
      // The interval starts once the prices are rendered, which can take a moment on a busy machine.
      await page.clock.runFor(readAt - HALF_PAST.getTime() + 5_000);
      await refetched;
      await page.clock.resume();
      await useStudioPrices(page);
    },
    {
      ...asArtist,
      arrange: async (page) => {
        await page.clock.install({ time: HALF_PAST });
        page.on('request', (request) => {
          if (request.url().endsWith(PRICING_CALL)) requests += 1;
        });
      },
    },
  );
});

/** Also shows 10 images in high quality. */
async function matchButton(page: Page) {
  await page.getByRole('button', { name: /^Generate 1 image/ }).waitFor();
  await findQuantity(page).fill('3');
  await expectEstimate(page, '$0.50', '3 images × $0.167, high quality');
  await choose(page, 'Quality', 'Medium');
  await expectEstimate(page, '$0.13', '3 images × $0.042');
  await page.getByRole('slider', { name: 'Quantity' }).press('End');
  await expectEstimate(page, '$4.20', '100 images × $0.042');
  await choose(page, 'Provider', 'Gemini');
  await expectEstimate(page, '–', 'Choose a model to see the cost');
}

async function useDefaultPrices(page: Page) {
  const isPriced = async (dollars: number) =>
    expectEstimate(page, `$${(dollars * 100).toFixed(2)}`, expect.stringMatching(`× \\$${dollars}`));
  await choose(page, 'Provider', 'ChatGPT');
  for (const [quality, square, oblong] of [
    ['Low', 0.011, 0.016],
    ['Medium', 0.042, 0.063],
    ['High', 0.167, 0.25],
  ] as const) {
    await choose(page, 'Quality', quality);
    for (const ratio of ['2:3', '3:2', '1:1']) {
      await choose(page, 'Aspect ratio', ratio);
      await isPriced(ratio === '1:1' ? square : oblong);
    }
  }
  await choose(page, 'Provider', 'Gemini');
  await choose(page, 'Model', 'Imagen 3');
  await isPriced(0.03);
  await choose(page, 'Model', 'Imagen 4');
  await isPriced(0.04);
  await choose(page, 'Version', 'Ultra');
  await isPriced(0.06);
  await choose(page, 'Provider', 'Stable Diffusion');
  await choose(page, 'Version', 'Medium');
  await isPriced(0.035);
  await choose(page, 'Version', 'Large');
  await isPriced(0.065);
  await choose(page, 'Provider', 'Grok');
  await isPriced(0.07);
}

/** Only Gemini is free at a price of 0. */
async function useStudioPrices(page: Page) {
  await findQuantity(page).fill('4');
  await choose(page, 'Provider', 'Gemini');
  await choose(page, 'Model', 'Imagen 3');
  await expectEstimate(page, 'Free', '4 images');
  await choose(page, 'Model', 'Imagen 4');
  await expectEstimate(page, '$2.00', '4 images × $0.50');
  await choose(page, 'Version', 'Ultra');
  await expectEstimate(page, '$4.00', '4 images × $1.00');
  await choose(page, 'Provider', 'Grok');
  await expectEstimate(page, '$0.00', '4 images × $0.00');
}
