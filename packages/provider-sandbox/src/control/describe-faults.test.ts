import { beforeEach, describe, expect, it } from 'vitest';
import { addFaults, askGoogle, askOpenAi, generateWithOpenAi, openSandbox, readCalls } from '../testing.ts';

describe.each([
  ['openai', askOpenAi],
  ['google', askGoogle],
])('faults of a description by %s', (provider, ask) => {
  let url: string;
  beforeEach(async () => {
    ({ url } = await openSandbox());
  });

  it.each([
    ['plain text', 'I see a red square.'],
    ['an empty text', ''],
    ['another language', '{"title":"赤い四角"}'],
    ['HTML', '<script>alert(1)</script>'],
    ['200 kB', 'x'.repeat(200_000)],
  ])('answers %s with the scripted text and charges', async (_, text) => {
    await addFaults(url, [{ provider, match: { operation: 'describe' }, fault: { kind: 'says', text } }]);
    const response = await ask(url);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(`"text":${JSON.stringify(text)}`);
    const { providers, calls } = await readCalls(url);
    expect(providers[provider]).toEqual({ received: 1, answered: 1, paid: 1 });
    expect(calls).toMatchObject([{ status: 200, paid: 1 }]);
  });

  it('matches by file name', async () => {
    const match = { promptIncludes: 'broken' };
    await addFaults(url, [{ provider, match, fault: { kind: 'says', text: 'no' } }]);
    expect(await (await ask(url, { text: 'File name: "broken.jpg"' })).text()).toContain('"text":"no"');
    expect(await (await ask(url, { text: 'File name: whole.jpg' })).text()).toContain('Whole - ');
  });

  it.each([
    [{ kind: 'rate-limit', retryAfterSeconds: 2 }, 429],
    [{ kind: 'server-error', status: 503 }, 503],
  ])('%j answers %i and charges nothing', async (fault, status) => {
    await addFaults(url, [{ provider, fault }]);
    expect((await ask(url)).status).toBe(status);
    expect((await readCalls(url)).providers[provider]?.paid).toBe(0);
  });

  it('truncates a charged answer', async () => {
    await addFaults(url, [{ provider, fault: { kind: 'truncate' } }]);
    await expect((await ask(url)).json()).rejects.toThrow(SyntaxError);
    expect((await readCalls(url)).providers[provider]?.paid).toBe(1);
  });
});

it('does not replace images by text', async () => {
  const { url } = await openSandbox();
  await addFaults(url, [{ provider: 'openai', fault: { kind: 'says', text: 'no' } }]);
  expect(await (await generateWithOpenAi(url)).text()).toContain('b64_json');
});
