import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { resetTools, setTool } from '../support/tool-cases.ts';
import { pictureTools } from '../support/picture-tools.ts';
import { digestOf, drawPicture } from '../support/pictures.ts';
import { countCalls, setLatency } from '../support/sandbox.ts';
import { readStarted, sendForm, type NamedPicture } from '../support/send-pictures.ts';

const CONFLICT = {
  status: 409,
  body: { code: 'conflict', error: 'This Idempotency-Key was used for another request.' },
};
const OTHER_FIELDS = { upscale: { scale: '4' }, stylizer: { preset: 'goth' } };
const CHANGES = {
  upscale: { field: 'upscaleEngine', value: 'cloudinary' },
  stylizer: { field: 'stylizerProvider', value: 'google' },
} as const;

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
});
afterAll(resetTools);

describe.each(pictureTools)('$name [D-answers-and-errors-of-the-api.6]', (tool) => {
  const send = (key: string, pictures: readonly NamedPicture[], fields: Record<string, string> = {}) =>
    sendForm(artist, tool.startPath, pictures, { ...tool.fields, ...fields }, { 'idempotency-key': key });

  test('returns the same batch for a repeated form and key, and rejects a different one', async () => {
    const key = randomUUID();
    const countBefore = (await tool.listBatches(artist)).length;
    const first = { name: 'a.png', bytes: await drawPicture() };
    const second = { name: 'b.png', bytes: await drawPicture() };
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(key, [first, second])));
    const [id = '', ...others] = answers.map(readStarted);
    expect(new Set(others)).toEqual(new Set([id]));
    await tool.waitForBatch(artist, id);
    expect(readStarted(await send(key, [first, second]))).toBe(id);
    if (tool.name === 'stylizer')
      expect(await countCalls(digestOf(first.bytes))).toEqual({ received: 1, paid: 1 });

    for (const other of [
      await send(key, [first]),
      await send(key, [second, first]),
      await send(key, [first, { ...second, name: 'c.png' }]),
      await send(key, [first, { ...second, bytes: await drawPicture() }]),
      await send(key, [first, second], OTHER_FIELDS[tool.name]),
    ]) {
      expect(other).toMatchObject(CONFLICT);
    }
    expect(await tool.listBatches(artist)).toHaveLength(countBefore + 1);
  });

  test('returns the same batch after the studio has changed the provider', async () => {
    const key = randomUUID();
    const pictures = [{ name: 'a.png', bytes: await drawPicture() }];
    const id = readStarted(await send(key, pictures));
    const { field, value } = CHANGES[tool.name];
    await setTool(field, value);
    expect(readStarted(await send(key, pictures))).toBe(id);
  });
});
