import { keywordCalls, type KeywordTexts } from '@portal/contracts/keyword-generator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { resetTools, setTool } from '../support/jobs.ts';
import {
  addFaultsOf,
  makeAnswer,
  makePicture,
  makePictures,
  pathOf,
  startKeywords,
  TEXTS,
  waitForBatch,
  waitForBatches,
} from '../support/keywords.ts';
import { clearFaults, countCalls, setLatency } from '../support/sandbox.ts';
import { readSpent } from '../support/spend-documents.ts';

const OPTIONS = { mustNotAppear: '["fox"]', mustAppear: '["wind"]', keywordCount: '20' };
/** Required words follow the model's most relevant ones. */
const KEPT: KeywordTexts = { ...TEXTS, keywords: [...TEXTS.keywords, 'wind'] };

/** Untidy but usable, with the expected result. */
const UNTIDY: Record<string, [said: string, kept: Partial<KeywordTexts>]> = {
  'JSON between fences': [`\`\`\`json\n${makeAnswer()}\n\`\`\``, {}],
  'more than was asked for': [makeAnswer({ mood: 'happy', extension: 'exe', edited: true, index: 9 }), {}],
  '80 keywords': [
    makeAnswer({ keywords: Array.from({ length: 80 }, (_, index) => `kite ${index + 100}`) }),
    {
      keywords: [
        ...Array.from({ length: 5 }, (_, index) => `kite ${index + 100}`),
        'wind',
        ...Array.from({ length: 14 }, (_, index) => `kite ${index + 105}`),
      ],
    },
  ],
  'keywords twice, or nearly': [
    makeAnswer({
      keywords: ['Kite', 'kites', ' KITE ', 'hill', 'green hill', 'hill green', 'summer', 'Wind'],
    }),
    { keywords: ['kite', 'hill', 'green hill', 'summer', 'wind'] },
  ],
  'keywords with punctuation': [
    makeAnswer({ keywords: ['#kite!', '"hill."', 'summer; wind', 'e-bike', '...', '', 'sky, blue'] }),
    { keywords: ['kite', 'hill', 'summer', 'wind', 'e-bike', 'sky', 'blue'] },
  ],
  'HTML inside': [
    makeAnswer({
      seo_image_title: '<b>Red</b> kite <script>alert(1)</script>over a hill',
      seo_description: 'A red &amp; green kite.<br/>&lt;img src=x onerror=alert(1)&gt; It flies.',
      keywords: ['<i>kite</i>', 'hill<br>', '&quot;summer&quot;'],
    }),
    {
      seo_image_title: 'Red kite over a hill',
      seo_description: 'A red & green kite. It flies.',
      keywords: ['kite', 'hill', 'summer', 'wind'],
    },
  ],
  'a forbidden word among the keywords': [
    makeAnswer({ keywords: [...TEXTS.keywords, 'Foxes', 'red fox'] }),
    {},
  ],
  'a title and a description that are too long': [
    makeAnswer({ seo_image_title: 'kite '.repeat(100), seo_description: 'hill '.repeat(400) }),
    {
      seo_image_title: 'kite '.repeat(40).trim(),
      seo_description: 'hill '.repeat(100).trim(),
    },
  ],
  'a category that does not exist': [makeAnswer({ category: 99 }), { category: null }],
  'invalid keywords among others': [
    makeAnswer({ keywords: ['kite', 7, null, ['hill'], 'hill', 'summer'] }),
    {},
  ],
};

/** Unusable, with the reason shown after the last attempt. */
const USELESS: Record<string, [said: string, problem: RegExp]> = {
  'no JSON': ['Here are your keywords: kite, hill', /is not JSON\.$/],
  'a missing field': [makeAnswer({ seo_image_title: undefined }), /"seo_image_title" is missing/],
  'wrong types': [
    makeAnswer({ keywords: 'kite, hill' }),
    /"keywords" is missing, or not of the right type\.$/,
  ],
  'an empty object': ['{}', /"seo_image_title" is missing/],
  nothing: ['', /answer is empty\.$/],
  'empty texts': [makeAnswer({ seo_image_title: ' ', keywords: [] }), /title is empty\.$/],
  'no keywords': [makeAnswer({ keywords: ['...', ''] }), /There are no keywords\.$/],
  '200 kB': [makeAnswer({ seo_description: 'x'.repeat(200_000) }), /is far too long\.$/],
  'another language': [
    makeAnswer({
      seo_image_title: 'Der rote Drache über dem Hügel',
      seo_description: 'Ein roter Drache fliegt über den grünen Hügel und die Wiese ist im Wind.',
      keywords: ['drache', 'hügel', 'wiese'],
    }),
    /is not in English\.$/,
  ],
  'a forbidden word in the title': [
    makeAnswer({ seo_image_title: 'A fox with a kite' }),
    /has "fox", which must not appear\.$/,
  ],
};

let writer: Account;
beforeAll(async () => {
  await setLatency(0);
  writer = await signIn(newEmail());
});
afterAll(clearFaults);

/** One image per case, all in one batch. */
async function runAll(provider: 'openai' | 'google', said: readonly string[], times?: number) {
  const pictures = await makePictures(...said.map((_, index) => `case ${index}`));
  for (const [index, picture] of pictures.entries()) {
    const text = said[index] ?? '';
    await addFaultsOf([picture], { kind: 'says', text }, { provider, ...(times !== undefined && { times }) });
  }
  // Their responses to the repair call.
  await addFaultsOf(pictures, { kind: 'says', text: makeAnswer() }, { provider });
  const batch = await waitForBatch(writer, await startKeywords(writer, pictures, OPTIONS));
  const calls = await Promise.all(pictures.map(({ name }) => countCalls(name)));
  return { batch, calls };
}

describe.each([
  // Responses are handled alike for all providers.
  { provider: 'google', most: 3 },
  // The default: no setting needed.
  { provider: 'openai', most: Infinity },
] as const)('$provider', ({ provider, most }) => {
  if (provider === 'google') {
    beforeAll(() => setTool('keywordProvider', provider));
    afterAll(resetTools);
  }

  test.concurrent('cleans up an untidy response without another call [D-providers.15, D-media.12]', async () => {
    const cases = Object.entries(UNTIDY).slice(0, most);
    const { batch, calls } = await runAll(
      provider,
      cases.map(([, [said]]) => said),
    );
    for (const [index, [name, [, kept]]] of cases.entries()) {
      const { seo_image_title, seo_description, keywords, category } = batch.results[index] ?? {};
      expect({ name, seo_image_title, seo_description, keywords, category, ...calls[index] }).toEqual({
        name,
        ...KEPT,
        ...kept,
        received: 1,
        paid: 1,
      });
    }
  });

  test.concurrent('repairs an unusable response once, in the same attempt [D-providers.15]', async () => {
    const cases = Object.entries(USELESS).slice(0, most);
    const { batch, calls } = await runAll(
      provider,
      cases.map(([, [said]]) => said),
      1,
    );
    expect(batch).toMatchObject({ status: 'completed', completedCount: cases.length, failedItems: [] });
    for (const [index, [name]] of cases.entries()) {
      expect({ name, ...batch.results[index], ...calls[index] }).toMatchObject({
        name,
        ...KEPT,
        received: 2,
        paid: 2,
      });
    }
  });

  test.concurrent('fails with a reason after 3 attempts with unusable responses [T4.1.9, T9.0.19, T3.6.3, T8.4.4, D-providers.15]', async () => {
    const cases = Object.entries(USELESS).slice(0, most);
    const { batch, calls } = await runAll(
      provider,
      cases.map(([, [said]]) => said),
    );
    expect(batch).toMatchObject({ status: 'failed', completedCount: 0, progress: 100 });
    for (const [index, [name, [, problem]]] of cases.entries()) {
      const { error, attempts } = batch.failedItems[index] ?? {};
      expect({ name, attempts, ...calls[index] }).toEqual({ name, attempts: 3, received: 6, paid: 6 });
      expect(error).toMatch(/^The answer could not be used: /);
      expect(error).toMatch(problem);
    }
  });
});

test('charges every response: one, two with a repair, six on failure', async () => {
  const good = makeAnswer();
  // Of the same length, so that it costs the same.
  const useless = good.replace('{', '[');
  const before = await readSpent();
  const start = async (...said: readonly [text: string, times?: number][]) => {
    const picture = await makePicture('costs');
    for (const [text, times] of said)
      await addFaultsOf([picture], { kind: 'says', text }, times === undefined ? {} : { times });
    return startKeywords(writer, [picture]);
  };
  const ids = [await start([good]), await start([useless, 1], [good]), await start([useless])];
  const batches = await waitForBatches(writer, ids);
  const [one = 0, two = 0, six = 0] = batches.map(({ cost }) => cost);
  expect(one).toBeGreaterThan(0);
  expect(two).toBeGreaterThanOrEqual(2 * one);
  expect(two).toBeLessThan(3 * one);
  expect(six).toBeCloseTo(3 * two, 4);
  expect((await readSpent()) - before).toBeCloseTo(one + two + six, 6);
});

test('retries only failed images, in a new batch [T4.1.9, T9.0.19]', async () => {
  const pictures = await makePictures('good', 'never good');
  const [good, useless] = pictures;
  if (!good || !useless) throw new Error('Expected two.');
  await addFaultsOf([useless], { kind: 'says', text: 'No.' });
  const id = await startKeywords(writer, pictures);
  expect(await waitForBatch(writer, id)).toMatchObject({
    status: 'completed',
    completedCount: 1,
    failedItems: [{ index: 1, fileName: useless.name, attempts: 3 }],
  });
  await clearFaults();
  const { body } = await callApi('POST', `${pathOf(id)}/retry`, { as: writer, body: {} });
  const again = await waitForBatch(writer, keywordCalls.retry.response.parse(body).batchId);
  expect(again).toMatchObject({ status: 'completed', images: [useless.name], failedItems: [] });
  expect(await countCalls(good.name)).toEqual({ received: 1, paid: 1 });
  expect(await countCalls(useless.name)).toEqual({ received: 7, paid: 7 });
});
