import { KeywordOptionsSchema } from '@portal/contracts/keyword-generator';
import { expect, it } from 'vitest';
import type { NoKey, PricedAnswer } from '../../providers/key-pool.ts';
import { toMicros } from '../../spend/micros.ts';
import { readAnswer } from '../keyword-generator/read-answer.ts';
import { writePrompt } from '../keyword-generator/write-prompt.ts';
import { askModel, type Prompt } from './ask-model.ts';

const texts = {
  seo_image_title: 'Red boat',
  seo_description: 'A red boat.',
  keywords: ['boat'],
  category: 20,
};
const cost = toMicros(0.002);
const says = (made: string): PricedAnswer<string> => ({ kind: 'made', made, cost });
const GOOD = says(JSON.stringify(texts));
const TIMED_OUT: PricedAnswer<string> = { kind: 'timed-out', detail: 'late', cost: toMicros(0.05) };
const NO_KEY: NoKey = { kind: 'no-key', retryAt: undefined };

/** Writes texts with a model that gives these answers in order. */
const write = (...answers: (PricedAnswer<string> | NoKey)[]) => writeWhile(true, answers);

async function writeWhile(canRepair: boolean, answers: readonly (PricedAnswer<string> | NoKey)[]) {
  const prompts: Prompt[] = [];
  const options = KeywordOptionsSchema.parse({});
  const written = await askModel(
    async (prompt) => {
      const answer = answers[prompts.length];
      prompts.push(prompt);
      if (!answer) throw new Error('Unexpected call.');
      return answer;
    },
    writePrompt(options, 'boat.jpg'),
    (text) => readAnswer(text, options),
    async () => canRepair,
  );
  return { written, requests: prompts.map(({ request }) => request) };
}

it('accepts the first usable answer [D-providers.15]', async () => {
  const { written, requests } = await write(GOOD);
  expect(written).toEqual({ kind: 'good', content: { texts, issues: [] }, costs: [cost] });
  expect(requests).toHaveLength(1);
});

it('does not pay for a repair because of brands', async () => {
  const brands = says(JSON.stringify({ ...texts, keywords: ['Nike', 'nike shoes', '4K'] }));
  const { written, requests } = await write(brands);
  expect(written).toMatchObject({ kind: 'good', costs: [cost] });
  expect(requests).toHaveLength(1);
});

it('repairs an unusable answer once, and counts both calls [D-providers.15]', async () => {
  const { written, requests } = await write(says('Sorry, here it is.'), GOOD);
  expect(written).toEqual({ kind: 'good', content: { texts, issues: [] }, costs: [cost, cost] });
  expect(requests[1]).toContain('The answer is not JSON.');
  expect(requests[1]).toContain('Sorry, here it is.');
});

it('does not repair an answer for an item that another worker has', async () => {
  const { written, requests } = await writeWhile(false, [says('no JSON'), GOOD]);
  expect(written).toMatchObject({ kind: 'bad', costs: [cost] });
  expect(requests).toHaveLength(1);
});

it('gives up after a second unusable answer [D-providers.15]', async () => {
  const { written, requests } = await write(says(''), says('{}'));
  expect(written).toMatchObject({
    kind: 'bad',
    problem: expect.stringContaining('seo_image_title'),
    costs: [cost, cost],
  });
  expect(requests).toHaveLength(2);
});

it('counts a lost call and the one before it', async () => {
  expect((await write(TIMED_OUT)).written).toMatchObject({ kind: 'timed-out', costs: [TIMED_OUT.cost] });
  const { written } = await write(says('no JSON'), TIMED_OUT);
  expect(written).toMatchObject({ kind: 'timed-out', costs: [cost, TIMED_OUT.cost] });
});

it('counts no call without a usable key', async () => {
  expect((await write(NO_KEY)).written).toEqual({ ...NO_KEY, costs: [] });
  expect((await write(says('no JSON'), NO_KEY)).written).toEqual({ ...NO_KEY, costs: [cost] });
});
