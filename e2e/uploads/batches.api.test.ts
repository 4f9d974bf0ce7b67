import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { StylizerBatchSchema } from '@portal/contracts/stylizer';
import { UpscaleBatchSchema } from '@portal/contracts/upscale';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { pictureTools } from '../support/picture-tools.ts';
import { drawPicture } from '../support/pictures.ts';
import { setLatency } from '../support/sandbox.ts';
import { putUploads, readStarted, sendForm, startByJson } from '../support/send-pictures.ts';

const THREE_DAYS_MS = 72 * 3_600_000;
const STRICT = {
  upscale: z.strictObject({
    ...UpscaleBatchSchema.shape,
    results: z.array(z.strictObject(UpscaleBatchSchema.shape.results.element.shape)),
  }),
  stylizer: z.strictObject({
    ...StylizerBatchSchema.shape,
    results: z.array(z.strictObject(StylizerBatchSchema.shape.results.element.shape)),
  }),
};
const ZONE = 'Pacific/Kiritimati';
const nameIn = (timeZone: string, time: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(time);

let picture: { name: string; bytes: Buffer };
beforeAll(async () => {
  await setLatency(0);
  picture = { name: 'a.png', bytes: await drawPicture() };
});

describe.each(pictureTools)('$name', (tool) => {
  const readList = async (as: Account) => (await callApi('GET', tool.calls.list.path, { as })).body;

  test('lists the caller’s batches of three days, newest first, as the contract says [D-one-studio.4, T3.5.1, T3.5.2, T3.7.3, T7.2.1, T7.2.2, T7.2.3, T7.4.2, T7.4.3, D-uploads.4, D-answers-and-errors-of-the-api.5]', async () => {
    const artist = await signIn(newEmail());
    expect(await readList(artist)).toEqual({ batches: [] });
    const answer = await sendForm(artist, tool.startPath, [picture], tool.fields);
    expect(answer).toMatchObject({ status: 202, body: { success: true, batchId: expect.any(String) } });
    const byForm = readStarted(answer);
    const byJson = await startByJson(artist, tool.startPath, await putUploads(artist, [picture]), {
      ...tool.fields,
      batchName: 'By JSON',
    });
    const [second, first] = await tool.waitForBatches(artist, [byJson, byForm]);
    const { batches } = z.object({ batches: z.array(STRICT[tool.name]) }).parse(await readList(artist));
    expect(batches.map(({ id }) => id)).toEqual([byJson, byForm]);
    expect(second?.name).toBe('By JSON');
    expect(first).toMatchObject({ status: 'completed', done: 1, failures: [], runningItems: [] });
    expect(Date.parse(first?.expiresAt ?? '') - Date.parse(first?.createdAt ?? '')).toBe(THREE_DAYS_MS);
  });

  test('names an unnamed batch by the caller’s local time in a short US format [T3.7.5]', async () => {
    const artist = await signIn(newEmail());
    const before = Date.now();
    const send = (zone: string, fields = {}) =>
      sendForm(artist, tool.startPath, [picture], { ...tool.fields, ...fields }, { 'x-time-zone': zone });
    await send(ZONE);
    await send('Nowhere/At all');
    await send(ZONE, { batchName: '  Foxes  ' });
    await send(ZONE, { batchName: '' });
    const names = (await tool.listBatches(artist)).map(({ name }) => name).toReversed();
    const times = [before, Date.now()];
    const inZone = times.map((time) => nameIn(ZONE, time));
    expect(names).toEqual([
      expect.toBeOneOf(inZone),
      expect.toBeOneOf(times.map((time) => nameIn('UTC', time))),
      'Foxes',
      expect.toBeOneOf(inZone),
    ]);
    expect(names[0]).toMatch(/^\d{1,2}\/\d{1,2}\/\d\d, \d{1,2}:\d\d\s[AP]M$/);
  });
});
