/** What exiftool reads in the files of each download path of each tool. */
import { ArchiveSchema } from '@portal/contracts/batches';
import { generatorCalls } from '@portal/contracts/image-generator';
import { downloadKeywordZip, keywordCalls } from '@portal/contracts/keyword-generator';
import { zipPictures } from '@portal/contracts/library';
import type { Source } from '@portal/contracts/source';
import { skipWithoutExiftool } from '@portal/test-programs';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { downloadOf, fetchFile, pathOf } from '../support/api-files.ts';
import { callApi } from '../support/api.ts';
import { readTags } from '../support/exiftool.ts';
import * as generator from '../support/generator.ts';
import { resetTools, setTool } from '../support/tool-cases.ts';
import * as keywords from '../support/keywords.ts';
import { addressOf, listImages, startWith, stylizer, upscaler } from '../support/picture-tools.ts';
import { digestPixels, drawPicture } from '../support/pictures.ts';
import { readZip } from '../support/read-zip.ts';
import { setLatency } from '../support/sandbox.ts';

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
});
afterAll(resetTools);

const fetchBytes = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
const pictures = async (zip: Buffer) =>
  (await readZip(zip)).filter(({ name }) => !name.endsWith('.csv')).map(({ bytes }) => bytes);

/** A ZIP that is built first. */
async function fetchArchive(ask: () => ReturnType<typeof callApi>): Promise<Buffer> {
  const read = async () => ArchiveSchema.parse((await ask()).body);
  let archive = await read();
  await expect.poll(async () => (archive = await read()).status).toBe('ready');
  if (archive.status !== 'ready') throw new Error('It was.');
  return fetchBytes(archive.url);
}

const fetchSelection = (from: Source) =>
  fetchArchive(() => callApi('POST', zipPictures.path, { as: artist, body: { pictures: [from] } }));

/** The first image from each place where it can be downloaded. */
async function downloadEverywhere(id: string, image: string, zip: string, folderLink: string | null) {
  const places = {
    'single image': (await fetchFile(artist, image)).bytes,
    'batch ZIP': (await pictures((await fetchFile(artist, zip)).bytes))[0],
    'folder link': (await pictures(await fetchBytes(folderLink ?? '')))[0],
    'Library selection': (await pictures(await fetchSelection({ batchId: id, index: 0, kind: 'result' })))[0],
  };
  return Object.entries(places).map(([place, bytes = Buffer.alloc(0)]) => ({ place, bytes }));
}

/** The same tags and pixels everywhere, and no signature that the mark has broken. */
async function expectMark(files: Awaited<ReturnType<typeof downloadEverywhere>>, sourceType: string) {
  const tags = readTags(files.map(({ bytes }) => bytes));
  expect(files.map(({ place }, index) => ({ place, ...tags[index] }))).toEqual(
    files.map(({ place }) => expect.objectContaining({ place, sourceType, isValid: true, isSigned: false })),
  );
  expect(new Set(await Promise.all(files.map(({ bytes }) => digestPixels(bytes)))).size).toBe(1);
}

describe('exiftool reads', () => {
  beforeEach(skipWithoutExiftool);

  test('the mark of a generated image, from each place [D-ai-mark.1]', async () => {
    const id = await generator.startBatch(artist, generator.makeRequest('openai'));
    const { folderLink } = await generator.waitForBatch(artist, id);
    const { body } = await callApi('GET', `${pathOf(id)}/images`, { as: artist });
    const [image] = generatorCalls.images.response.parse(body).images;
    const files = await downloadEverywhere(id, image?.webUrl ?? '', downloadOf(id), folderLink);
    await expectMark(files, 'trainedAlgorithmicMedia');
  });

  test.each([
    ['an image enlarged by the media service', upscaler, 'cloudinary', 'algorithmicallyEnhanced'],
    ['an image enlarged on the device', upscaler, 'on-device', 'algorithmicallyEnhanced'],
    ['a stylized image', stylizer, 'on-device', 'compositeWithTrainedAlgorithmicMedia'],
  ] as const)('the mark of %s, from each place [D-ai-mark.1]', async (_, tool, engine, sourceType) => {
    await setTool('upscaleEngine', engine);
    const id = await startWith(tool, artist, [{ name: 'photograph.png', bytes: await drawPicture() }]);
    const { folderLink } = await tool.waitForBatch(artist, id);
    const [image] = await listImages(tool, artist, id);
    const zip = addressOf(tool.calls.download, id);
    await expectMark(await downloadEverywhere(id, image?.webUrl ?? '', zip, folderLink), sourceType);
  });

  test.each([
    ['small', 0],
    // Its ZIP is built in Cloud Storage first.
    ['large', 2600],
  ] as const)('the texts of a %s JPEG from each ZIP [D-ai-mark.4]', async (_, side) => {
    const bytes = side === 0 ? await drawPicture({ format: 'jpeg' }) : await drawNoise(side);
    const name = keywords.newName('a boat', 'jpeg');
    const id = await keywords.startKeywords(artist, [{ name, bytes, type: 'image/jpeg' }]);
    const [texts] = (await keywords.waitForBatch(artist, id)).results;
    const paths = [
      addressOf(keywordCalls.download, id),
      ...['seo', 'short'].map((naming) => addressOf(downloadKeywordZip, id).replace('{naming}', naming)),
    ];
    const zips = [await fetchSelection({ batchId: id, index: 0, kind: 'original' })];
    // One after the other: a batch has one large ZIP, that of the last naming.
    for (const path of paths)
      zips.push(side === 0 ? (await fetchFile(artist, path)).bytes : await fetchLarge(path));
    const files = (await Promise.all(zips.map(pictures))).flat();
    expect(files).toHaveLength(4);
    const { seo_image_title: title, seo_description: description, keywords: words } = texts ?? {};
    const iptc = { title: title?.slice(0, 64), keywords: words };
    // An upload is no work of AI.
    const expected = { title, description, keywords: words, iptc, sourceType: undefined, isValid: true };
    expect(readTags(files)).toEqual(files.map(() => expect.objectContaining(expected)));
    expect(new Set(await Promise.all([bytes, ...files].map(digestPixels))).size).toBe(1);
  });
});

const fetchLarge = (path: string) => fetchArchive(() => callApi('GET', path, { as: artist }));

/** As large as a photograph: about 10 MB. */
function drawNoise(side: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: side, height: side, channels: 3, background: '#000', noise } })
    .jpeg({ quality: 97, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
