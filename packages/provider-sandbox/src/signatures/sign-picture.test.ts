import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { skipWithoutExiftool } from '@portal/test-programs';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { generateWithOpenAi, generateWithXai, openSandbox, readImages } from '../testing.ts';
import { signPicture } from './sign-picture.ts';

const FORMATS = ['png', 'jpeg', 'webp'] as const;
const hash = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const draw = (format: (typeof FORMATS)[number]) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#a52' } })
    .toFormat(format)
    .toBuffer();
const decode = (bytes: Buffer) => sharp(bytes).raw().toBuffer();

describe.each(FORMATS)('a signed %s', (format) => {
  it('has the same pixels, and a hash of all but its manifest', async () => {
    const bytes = await draw(format);
    const signed = signPicture(bytes, format);
    expect(await decode(signed)).toEqual(await decode(bytes));
    expect(signed.includes('http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia')).toBe(
      true,
    );
    const length = signed.length - bytes.length;
    const start = { png: 33, jpeg: 2, webp: bytes.length }[format];
    expect(signed.includes(hash(signed.subarray(0, start), signed.subarray(start + length)))).toBe(true);
  });
});

describe('for exiftool', () => {
  beforeEach(skipWithoutExiftool);

  it.each(['png', 'jpeg'] as const)('a signed %s is valid', async (format) => {
    const signed = signPicture(await draw(format), format);
    const { stdout } = spawnSync('exiftool', ['-validate', '-G3', '-a', '-jumbf:all', '-'], {
      input: signed,
    });
    const lines = stdout.toString();
    expect(lines).toMatch(/Validate +: OK/);
    expect(lines).toMatch(/Actions Digital Source Type +: \S+trainedAlgorithmicMedia/);
    expect(lines).toMatch(/JUMD Label +: c2pa\.signature/);
    expect(lines).toMatch(/Claim generator +: provider-sandbox/i);
  });
});

it('OpenAI signs its images, xAI does not', async () => {
  const { url } = await openSandbox();
  const [signed] = await readImages(await generateWithOpenAi(url));
  const [unsigned] = await readImages(await generateWithXai(url));
  expect([signed?.includes('c2pa.hash.data'), unsigned?.includes('c2pa')]).toEqual([true, false]);
});
