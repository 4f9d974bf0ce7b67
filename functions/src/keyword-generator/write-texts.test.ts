import { KeywordOptionsSchema } from '@portal/contracts/keyword-generator';
import { expect, it } from 'vitest';
import type { NoKey } from '../providers/key-pool.ts';
import type { ProviderAnswer, ProviderFailure } from '../providers/provider-answer.ts';
import type { Order } from './write-order.ts';
import { writeTexts } from './write-texts.ts';

const texts = {
  seo_image_title: 'Red boat',
  seo_description: 'A red boat.',
  keywords: ['boat'],
  category: 20,
};
const usage = { textInputTokens: 700, imageInputTokens: 0, outputTokens: 300 };
const says = (made: string): ProviderAnswer<string> => ({ kind: 'made', made, usage });
const GOOD = says(JSON.stringify(texts));
const TIMED_OUT: ProviderFailure = { kind: 'timed-out', detail: 'late' };
const NO_KEY: NoKey = { kind: 'no-key', retryAt: undefined };

/** Writes with a model that answers so, one after the other. */
async function write(...answers: (ProviderAnswer<string> | NoKey)[]) {
  const orders: Order[] = [];
  const written = await writeTexts(
    async (order) => {
      const answer = answers[orders.length];
      orders.push(order);
      if (!answer) throw new Error('Nobody expected another call.');
      return answer;
    },
    KeywordOptionsSchema.parse({}),
    'boat.jpg',
  );
  return { written, requests: orders.map(({ request }) => request) };
}

it('[D-providers.15] takes the first answer that can be used', async () => {
  const { written, requests } = await write(GOOD);
  expect(written).toEqual({ kind: 'good', texts, usages: [usage] });
  expect(requests).toHaveLength(1);
});

it('[D-providers.15] has an answer of no use mended once, and counts both', async () => {
  const { written, requests } = await write(says('Sorry, here it is.'), GOOD);
  expect(written).toEqual({ kind: 'good', texts, usages: [usage, usage] });
  expect(requests[1]).toContain('The answer is not JSON.');
  expect(requests[1]).toContain('Sorry, here it is.');
});

it('[D-providers.15] gives up when the second is of no use either', async () => {
  const { written, requests } = await write(says(''), says('{}'));
  expect(written).toMatchObject({
    kind: 'bad',
    problem: expect.stringContaining('seo_image_title'),
    usages: [usage, usage],
  });
  expect(requests).toHaveLength(2);
});

it.each([[TIMED_OUT], [NO_KEY]])('ends with %o, and what was paid until then', async (ending) => {
  expect((await write(ending)).written).toEqual({ ...ending, usages: [] });
  expect((await write(says('no JSON'), ending)).written).toEqual({ ...ending, usages: [usage] });
});
