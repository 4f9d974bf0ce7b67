import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { config } from '../config.ts';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { fetchFile } from '../support/api-files.ts';
import { fetchExport, original, readCheck } from '../support/exports.ts';
import { readPeaks, resetPeaks } from '../support/peak-memory.ts';
import { addressOf, pictureTools } from '../support/picture-tools.ts';
import { digestOf } from '../support/pictures.ts';
import { countCalls, reuseDrawings, setLatency } from '../support/sandbox.ts';
import { makeCorpus } from './corpus.ts';
import { MADE, type HostileFile, type HostileTool } from './hostile-file.ts';
import { LARGE_FILES, makeLargeFiles } from './large-files.ts';
import { describeOutcomes, describePeaks, type Outcomes } from './report.ts';
import { listOutcomes, readOutcomes, startBatch, TOOL_NAMES, type UploadPath } from './upload-paths.ts';

const FORMS = TOOL_NAMES.map((tool): UploadPath => ({ tool, way: 'form' }));
/** What comes in other ways is stored alike: only `npm run test:hostile` sends it to all tools. */
const SOME_OTHERS: UploadPath[] = [
  { tool: 'keyword-generator', way: 'Cloud Storage' },
  { tool: 'upscale', way: 'send to' },
];
const ALL_OTHERS = TOOL_NAMES.flatMap((tool): UploadPath[] => [
  { tool, way: 'Cloud Storage' },
  { tool, way: 'send to' },
]);
/** Without scripts. JSON: a link to a large file. */
const SAFE_TYPE = /^(image\/(png|jpeg|webp|gif|tiff|avif|bmp|heic)|application\/(octet-stream|json))$/;
const AGENCY = 'adobe-stock';
/** The largest files take a minute each on a busy machine. */
const MAX_MS = 1_800_000;
const isWhole = config.hostileFiles === 'all';

const listPossible = (outcome: HostileFile['outcome']): string[] =>
  typeof outcome === 'string' ? [outcome] : Object.values(outcome);

let artist: Account;
let files: HostileFile[];
/** The batches that were started with a form. */
let forms: Record<HostileTool, string>;
beforeAll(async () => {
  await Promise.all([setLatency(0), reuseDrawings(1, { sharesPrompts: true })]);
  artist = await signIn(newEmail());
  files = [...(await makeCorpus()), ...(isWhole ? await makeLargeFiles() : [])];
  const start = (tool: HostileTool) => startBatch({ tool, way: 'form' }, artist, files, '');
  if (isWhole) await resetPeaks();
  forms = {
    upscale: await start('upscale'),
    stylizer: await start('stylizer'),
    'keyword-generator': await start('keyword-generator'),
  };
}, MAX_MS);
afterAll(async () => {
  if (isWhole) process.stdout.write(`Peak memory\n${describePeaks(await readPeaks())}\n`);
  await reuseDrawings(null);
});

test(
  'a bad file fails alone and at once with its reason, whichever way it came [D-uploads.6, D-file-types.3, D-batches.6, D-batches.8]',
  { timeout: MAX_MS },
  async () => {
    const outcomes: Record<string, Outcomes[string]> = {};
    const expected: Record<string, Outcomes[string]> = {};
    for (const path of [...FORMS, ...(isWhole ? ALL_OTHERS : SOME_OTHERS)]) {
      const { tool, way } = path;
      const isForm = way === 'form';
      // An empty file cannot be announced.
      const sent = way === 'Cloud Storage' ? files.filter(({ bytes }) => bytes.length > 0) : files;
      const id = isForm ? forms[tool] : await startBatch(path, artist, sent, forms['keyword-generator']);
      outcomes[`${tool} by ${way}`] = await readOutcomes(tool, artist, id, sent);
      expected[`${tool} by ${way}`] = listOutcomes(tool, sent);
    }
    if (isWhole) process.stdout.write(`${describeOutcomes(outcomes)}\n`);
    expect(outcomes).toEqual(expected);
    const bad = files.filter(({ outcome }) => !listPossible(outcome).includes(MADE));
    expect(bad.length).toBeGreaterThan(20);
    for (const { bytes } of bad) expect(await countCalls(digestOf(bytes))).toEqual({ received: 0, paid: 0 });
  },
);

describe.each(TOOL_NAMES)('%s', { timeout: MAX_MS }, (tool) => {
  test('what was stored is answered as bytes that no browser runs, or not at all [D-uploads.6, D-media.2]', async () => {
    const id = forms[tool];
    await readOutcomes(tool, artist, id, files);
    for (const [index, { name, bytes }] of files.entries()) {
      const path = `/api/${tool}/batches/${id}/originals/${index}`;
      const stored = await fetchFile(artist, path);
      expect({ name, status: stored.status, headers: Object.fromEntries(stored.headers) }).toMatchObject({
        ...{ name, status: 200 },
        headers: {
          'content-type': expect.stringMatching(SAFE_TYPE),
          'x-content-type-options': 'nosniff',
        },
      });
      if (!isWhole) expect(stored.bytes.equals(bytes), name).toBe(true);
      const { status, headers } = await fetchFile(artist, `${path}/thumbnail`);
      expect({ name, status, type: headers.get('content-type') }).toEqual({
        ...{ name, status: expect.toBeOneOf([200, 404]) },
        type: status === 200 ? 'image/webp' : expect.stringContaining('application/json'),
      });
    }
  });
});

test('an agency’s export takes what could be read', { timeout: MAX_MS }, async () => {
  const id = forms['keyword-generator'];
  const outcomes = await readOutcomes('keyword-generator', artist, id, files);
  const pictures = files.flatMap(({ name }, index) => (outcomes[name] === MADE ? original(id, index) : []));
  const checked = (await readCheck(artist, AGENCY, pictures)).pictures;
  expect(checked).toHaveLength(pictures.length);
  if (!isWhole) return;
  const ready = checked.filter(({ isReady }) => isReady);
  expect(ready).toHaveLength(LARGE_FILES);
  const exported = await fetchExport(artist, AGENCY, pictures, { timeout: MAX_MS });
  expect(exported.files.filter(({ name }) => name.endsWith('.jpg'))).toHaveLength(LARGE_FILES);
});

test.each(pictureTools)(
  '$name strips hidden payloads from what it makes [D-uploads.6, D-media.2]',
  { timeout: MAX_MS },
  async (tool) => {
    const id = forms[tool.name];
    await readOutcomes(tool.name, artist, id, files);
    const polyglots = [...files.entries()].filter(([, { tail }]) => tail !== undefined);
    expect(polyglots.length).toBeGreaterThan(3);
    for (const [index, { bytes, tail = '' }] of polyglots) {
      const made = await fetchFile(artist, addressOf(tool.calls.image, id, index));
      expect(made.headers.get('content-type')).toMatch(/^image\/(png|jpeg)$/);
      expect(made.headers.get('x-content-type-options')).toBe('nosniff');
      expect(made.bytes.includes(tail)).toBe(false);
      // The provider did not get the original bytes.
      expect(await countCalls(digestOf(bytes))).toMatchObject({ received: 0 });
    }
  },
);
