import { UpscaleBatchSchema, upscaleCalls } from '@portal/contracts/upscale';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { readItems, watchBatches } from '../support/batches.ts';
import { cloudinaryCase, setTool } from '../support/tool-cases.ts';
import { listAssets } from '../support/media-service.ts';
import { addressOf, startWith, upscaler } from '../support/picture-tools.ts';
import { drawPicture } from '../support/pictures.ts';
import { addFaults, clearFaults, setLatency } from '../support/sandbox.ts';
import { fetchFile } from '../support/api-files.ts';

const WIDTH = 60;
const HEIGHT = 40;
const { waitForBatches } = watchBatches(upscaleCalls.list.path, UpscaleBatchSchema);

let artist: Account;
let bytes: Buffer;
beforeAll(async () => {
  await setLatency(0);
  [artist, bytes] = await Promise.all([signIn(newEmail()), drawPicture({ width: WIDTH, height: HEIGHT })]);
  await setTool('upscaleEngine', 'cloudinary');
});
afterEach(clearFaults);
afterAll(() => setTool('upscaleEngine', 'on-device'));

const start = (fields: Record<string, string> = {}, picture = bytes) =>
  startWith(upscaler, artist, [{ name: 'scene.png', bytes: picture }], fields);
const readResult = async (id: string) => {
  const file = await fetchFile(artist, addressOf(upscaleCalls.image, id));
  return { bytes: file.bytes, facts: await sharp(file.bytes).metadata() };
};

test('upscales 2x or 4x in the media service, enhances on request, keeps no original', async () => {
  const ids = await Promise.all([start(), start({ scale: '4' }), start({ enhance: 'true' })]);
  const batches = await waitForBatches(artist, ids);
  for (const [index, scale] of [2, 4, 2].entries()) {
    const size = { width: WIDTH * scale, height: HEIGHT * scale };
    expect(batches[index]).toMatchObject({
      engine: 'cloudinary',
      status: 'completed',
      cost: 0,
      results: [size],
    });
    expect((await readResult(ids[index] ?? '')).facts).toMatchObject({ format: 'png', ...size });
    const assets = await listAssets(ids[index] ?? '', 'upscale');
    expect(assets.map(({ public_id }) => public_id)).toEqual([`portal/upscale/${ids[index]}/001`]);
  }
  const [plain, , enhanced] = await Promise.all(ids.map(readResult));
  expect(enhanced && plain?.bytes.equals(enhanced.bytes)).toBe(false);
});

test.each([
  ['storing', 'upload'],
  ['deriving', 'delivery'],
] as const)('a fault of the service while %s heals by itself [D-batches.5]', async (name, operation) => {
  const { start: startJob } = await cloudinaryCase.prepare(name);
  await addFaults({
    provider: 'cloudinary',
    match: { operation, promptIncludes: '/upscale/' },
    times: 1,
    fault: { kind: 'server-error', status: 500 },
  });
  const id = await startJob(artist);
  const [batch] = await cloudinaryCase.waitForBatches(artist, [id]);
  expect(batch).toMatchObject({ status: 'completed', done: 1 });
  expect(await readItems(id)).toMatchObject([{ state: 'done', attempts: 2 }]);
});

test('fails an item after three failed attempts, with a reason [D-batches.5, D-batches.8]', async () => {
  const { start: startJob } = await cloudinaryCase.prepare('never');
  await addFaults({
    provider: 'cloudinary',
    match: { operation: 'delivery', promptIncludes: '/upscale/' },
    fault: { kind: 'server-error', status: 503 },
  });
  const [batch] = await cloudinaryCase.waitForBatches(artist, [await startJob(artist)]);
  expect(batch).toMatchObject({
    status: 'failed',
    failures: [{ attempts: 3, reason: expect.stringMatching(/internal error/) }],
  });
});

test('fails an image that is too large for the service at once, with that reason', async () => {
  const large = await sharp({ create: { width: 2600, height: 1700, channels: 3, background: '#357' } })
    .png()
    .toBuffer();
  const id = await start({}, large);
  expect(await waitForBatches(artist, [id])).toMatchObject([
    { status: 'failed', failures: [{ attempts: 1, reason: expect.stringMatching(/too large|megapixels/) }] },
  ]);
  expect(await listAssets(id, 'upscale')).toEqual([]);
});

test('keeps the engine that the batch started with', async () => {
  const id = await start();
  await setTool('upscaleEngine', 'on-device');
  const other = await start();
  expect(await waitForBatches(artist, [id, other])).toMatchObject([
    { engine: 'cloudinary', status: 'completed' },
    { engine: 'on-device', status: 'completed' },
  ]);
});
