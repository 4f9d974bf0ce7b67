import { readMetadata } from '@portal/image-metadata';
import sharp from 'sharp';
import { afterEach, expect, it, vi } from 'vitest';
import { inspectPicture } from './uploads/inspect-picture.ts';
import { inheritMark, markImage, readMark } from './mark-image.ts';

afterEach(() => vi.unstubAllEnvs());

const draw = () =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: '#a52' } })
    .png()
    .toBuffer();
const makeImage = async () => ({ bytes: await draw(), contentType: 'image/png' as const });
const GENERATED = {
  sourceType: 'trainedAlgorithmicMedia',
  system: 'OpenAI gpt-image-1',
  prompt: 'a fox',
} as const;

/** A file that its provider has signed, with an action that says how it was made. */
function sign(png: Buffer, text: string): Buffer {
  const data = Buffer.from(`jumbc2pa${text}`);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const chunk = Buffer.concat([length, Buffer.from('caBX'), data, Buffer.alloc(4)]);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}
const CLAIM = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';

/** Deeper than a parser that calls itself can go. */
const HOSTILE = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="">${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}</rdf:Description></rdf:RDF></x:xmpmeta>`;

function addPacket(png: Buffer, xmp: string): Buffer {
  const data = Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0'), Buffer.from(xmp)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const chunk = Buffer.concat([length, Buffer.from('iTXt'), data, Buffer.alloc(4)]);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

it('writes the mark into the file, the prompt and a credit only if set so [D-ai-mark.1]', async () => {
  const made = await makeImage();
  const marked = await markImage(made, GENERATED);
  const text = (await sharp(marked.bytes).metadata()).xmpAsString ?? '';
  expect(await readMark(marked.bytes)).toEqual({
    sourceType: 'trainedAlgorithmicMedia',
    system: 'OpenAI gpt-image-1',
  });
  expect(text).toMatch(/<xmp:CreatorTool[^>]*>the product</);
  expect(text).not.toMatch(/a fox|Credit/);
  vi.stubEnv('MARK_PROMPT', 'true');
  vi.stubEnv('MARK_CREDIT', 'The Studio');
  const full = (await sharp((await markImage(made, GENERATED)).bytes).metadata()).xmpAsString ?? '';
  expect(full).toMatch(/<Iptc4xmpExt:AIPromptInformation[^>]*>a fox</);
  expect(full).toMatch(/<photoshop:Credit[^>]*>The Studio</);
});

it('leaves a prompt out that does not fit', async () => {
  vi.stubEnv('MARK_PROMPT', 'true');
  const jpeg = await sharp(await draw())
    .jpeg()
    .toBuffer();
  const made = { bytes: jpeg, contentType: 'image/jpeg' as const };
  const { bytes } = await markImage(made, { ...GENERATED, prompt: 'x'.repeat(70_000) });
  expect(await readMark(bytes)).toMatchObject({ sourceType: 'trainedAlgorithmicMedia' });
});

it('replaces a signature, or leaves the file as it is if set so', async () => {
  const signed = { ...(await makeImage()), bytes: sign(await draw(), CLAIM) };
  const marked = await markImage(signed, GENERATED);
  expect(readMetadata(marked.bytes)).toMatchObject({
    isSigned: false,
    sourceType: 'trainedAlgorithmicMedia',
  });
  vi.stubEnv('KEEP_SIGNATURES', 'true');
  expect((await markImage(signed, GENERATED)).bytes).toBe(signed.bytes);
  // A signature that does not say it cannot stand for the mark.
  const silent = { ...signed, bytes: sign(await draw(), 'nothing') };
  expect(await readMark((await markImage(silent, GENERATED)).bytes)).toMatchObject({
    sourceType: 'trainedAlgorithmicMedia',
  });
});

it('keeps an image that it cannot mark, because it was paid for', async () => {
  const made = { bytes: Buffer.from('no picture'), contentType: 'image/png' as const };
  expect(await markImage(made, GENERATED)).toBe(made);
  const hostile = { ...(await makeImage()), bytes: addPacket(await draw(), HOSTILE) };
  expect((await markImage(hostile, GENERATED)).bytes.length).toBeGreaterThan(0);
  expect(await readMark(hostile.bytes)).toEqual({ sourceType: undefined, system: undefined });
});

it('what AI made stays marked, and nothing else becomes so', () => {
  const mark = { sourceType: 'trainedAlgorithmicMedia', system: 'A model' };
  expect(inheritMark(mark)).toEqual(mark);
  for (const sourceType of [undefined, 'digitalCapture', 'algorithmicallyEnhanced'])
    expect(inheritMark({ sourceType, system: 'A camera' })).toBeUndefined();
});

it.each(['png', 'jpeg', 'webp', 'avif', 'tiff'] as const)(
  'reads the mark of an uploaded %s',
  async (format) => {
    const packet =
      (await sharp((await markImage(await makeImage(), GENERATED)).bytes).metadata()).xmpAsString ?? '';
    const bytes = await sharp(await draw())
      .toFormat(format)
      .withXmp(packet)
      .toBuffer();
    const types = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/tiff'] as const;
    const found = await inspectPicture(bytes, { types });
    expect(found).toMatchObject({ picture: { mark: { sourceType: 'trainedAlgorithmicMedia' } } });
    // The tools get the picture without its metadata.
    expect(found.kind === 'picture' && (await sharp(found.picture.bytes).metadata()).xmp).toBeUndefined();
  },
);
