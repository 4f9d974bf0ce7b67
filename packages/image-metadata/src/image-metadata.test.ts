import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skipWithoutExiftool } from '@portal/test-programs';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { readMetadata, writeMetadata, type Metadata } from './image-metadata.ts';

const FORMATS = ['jpeg', 'png', 'webp'] as const;
type Format = (typeof FORMATS)[number];

const ALL: Metadata = {
  sourceType: 'trainedAlgorithmicMedia',
  system: 'GPT Image 1',
  prompt: 'A fox & a "hare" <in> the snow',
  credit: 'Studio',
  creatorTool: 'Image Portal',
  created: new Date('2026-11-23T10:00:00.000Z'),
  title: 'Füchse im Schnee – 狐',
  description: 'Two foxes\nin the snow.',
  keywords: ['fox', 'Schneehase', '雪', 'a, b'],
  creator: 'Studio Füchse',
  copyright: '© 2026 Studio Füchse',
};

const draw = (format: Format, width = 40): Promise<Buffer> =>
  sharp({ create: { width, height: 30, channels: 4, background: { r: 200, g: 80, b: 20, alpha: 0.5 } } })
    .composite([
      { input: { create: { width: 8, height: 8, channels: 3, background: '#04f' } }, top: 3, left: 5 },
    ])
    .toFormat(format)
    .toBuffer();

const pixelsOf = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer();

function write(bytes: Buffer, metadata: Metadata): Buffer {
  const written = writeMetadata(bytes, metadata);
  if (!written) throw new Error('The file was not understood.');
  return written;
}

describe.each(FORMATS)('%s', (format) => {
  it('reads what was written, and keeps the pixels', async () => {
    const bytes = await draw(format);
    const written = write(bytes, ALL);
    expect(readMetadata(written)).toEqual({
      sourceType: 'trainedAlgorithmicMedia',
      system: ALL.system,
      isSigned: false,
      title: ALL.title,
      description: ALL.description,
      keywords: ALL.keywords,
    });
    expect((await pixelsOf(written)).equals(await pixelsOf(bytes))).toBe(true);
    expect((await sharp(written).metadata()).xmpAsString).toContain('trainedAlgorithmicMedia');
  });

  it('replaces its own fields only', async () => {
    const first = write(await draw(format), ALL);
    const second = write(first, { title: 'New', keywords: [] });
    expect(readMetadata(second)).toEqual({
      sourceType: 'trainedAlgorithmicMedia',
      system: ALL.system,
      isSigned: false,
      title: 'New',
      description: ALL.description,
      keywords: [],
    });
    // Nothing piles up.
    const third = write(second, { title: 'New', keywords: [] });
    expect(write(third, { title: 'New', keywords: [] }).length).toBe(third.length);
  });

  it('keeps the metadata of others', async () => {
    const bytes = await sharp(await draw(format))
      .withExif({ IFD0: { Artist: 'Ada' } })
      .withXmp(LIGHTROOM)
      .withIccProfile('p3')
      .toBuffer();
    const written = write(bytes, { title: 'New', sourceType: 'algorithmicallyEnhanced' });
    const { exif, icc, xmpAsString = '' } = await sharp(written).metadata();
    expect(exif?.includes('Ada')).toBe(true);
    expect(icc?.length).toBeGreaterThan(100);
    expect(xmpAsString).toContain('<dc:creator><rdf:Seq><rdf:li>Ada</rdf:li></rdf:Seq></dc:creator>');
    expect(xmpAsString).toContain('crs:Exposure2012="+0.35"');
    expect(xmpAsString).not.toContain('Old title');
    expect(readMetadata(written)).toMatchObject({ title: 'New', keywords: ['old'] });
  });

  it('has no metadata at first', async () => {
    expect(readMetadata(await draw(format))).toEqual({
      sourceType: undefined,
      system: undefined,
      isSigned: false,
      title: undefined,
      description: undefined,
      keywords: [],
    });
  });

  it('removes a manifest that would no longer be valid', async () => {
    const signed = sign(format, await draw(format));
    expect(readMetadata(signed)).toMatchObject({
      isSigned: true,
      sourceType: 'compositeWithTrainedAlgorithmicMedia',
    });
    const titled = write(signed, { title: 'Fox' });
    expect(readMetadata(titled)).toMatchObject({
      isSigned: false,
      sourceType: 'compositeWithTrainedAlgorithmicMedia',
      title: 'Fox',
    });
    const written = write(signed, ALL);
    expect(readMetadata(written)).toMatchObject({ isSigned: false, sourceType: 'trainedAlgorithmicMedia' });
    expect(written.includes('c2pa')).toBe(false);
  });

  it('leaves a file alone that it does not understand', async () => {
    const bytes = await draw(format);
    for (const length of [0, 3, 11, 20, 33]) {
      expect(writeMetadata(bytes.subarray(0, length), ALL)).toBeUndefined();
      expect(readMetadata(bytes.subarray(0, length))).toBeUndefined();
    }
  });

  it('has every field and no error for exiftool', async (context) => {
    skipWithoutExiftool(context);
    const found = runExiftool(format, write(await draw(format), ALL));
    expect(found).toMatchObject({
      'XMP:DigitalSourceType': 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
      'XMP:AISystemUsed': ALL.system,
      'XMP:AIPromptInformation': ALL.prompt,
      'XMP:Credit': ALL.credit,
      'XMP:CreatorTool': ALL.creatorTool,
      'XMP:Title': ALL.title,
      'XMP:Description': ALL.description,
      'XMP:Subject': ALL.keywords,
      ...(format === 'jpeg' && {
        'IPTC:ObjectName': ALL.title,
        'IPTC:Caption-Abstract': 'Two foxes in the snow.',
        'IPTC:Keywords': ALL.keywords,
      }),
      'ExifTool:Validate': expect.stringMatching(/^0 0 /),
    });
  });
});

it('cuts IPTC texts at a character, and XMP texts not at all', async () => {
  const family = '👨‍👩‍👧';
  const title = `${'a'.repeat(60)}${family}`;
  const written = write(await draw('jpeg'), { title, keywords: ['ü'.repeat(40)] });
  expect(readMetadata(written)?.title).toBe(title);
  const block = written.subarray(written.indexOf('Photoshop 3.0'));
  expect(block.includes(`\x02\x05\0\x3c${'a'.repeat(60)}`)).toBe(true);
  expect(block.includes('👨')).toBe(false);
  expect(block.includes(Buffer.concat([Buffer.from([2, 0x19, 0, 64]), Buffer.from('ü'.repeat(32))]))).toBe(
    true,
  );
});

it('writes nothing into a JPEG that has no room for it', async () => {
  expect(writeMetadata(await draw('jpeg'), { prompt: 'x'.repeat(70_000) })).toBeUndefined();
});

const LIGHTROOM = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 7.0">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" crs:Exposure2012="+0.35">
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Old title</rdf:li></rdf:Alt></dc:title>
   <dc:creator><rdf:Seq><rdf:li>Ada</rdf:li></rdf:Seq></dc:creator>
   <dc:subject><rdf:Bag><rdf:li>old</rdf:li></rdf:Bag></dc:subject>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;

/** Adds a manifest where C2PA puts one. Its content does not matter here. */
function sign(format: Format, bytes: Buffer): Buffer {
  const claim = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia\0';
  const box = Buffer.from(`JP\0\x01\0\0\0\x01\0\0\0\x14jumbc2pa${claim}`, 'latin1');
  if (format === 'jpeg') {
    const head = Buffer.from([0xff, 0xeb, 0, box.length + 2]);
    return Buffer.concat([bytes.subarray(0, 2), head, box, bytes.subarray(2)]);
  }
  if (format === 'png') {
    const end = 33;
    const chunk = Buffer.concat([
      Buffer.from([0, 0, 0, box.length]),
      Buffer.from('caBX'),
      box,
      Buffer.alloc(4),
    ]);
    return Buffer.concat([bytes.subarray(0, end), chunk, bytes.subarray(end)]);
  }
  const chunk = Buffer.concat([Buffer.from('C2PA'), Buffer.from([box.length, 0, 0, 0]), box]);
  const signed = Buffer.concat([bytes, chunk]);
  signed.writeUInt32LE(signed.length - 8, 4);
  return signed;
}

function runExiftool(format: Format, bytes: Buffer): Record<string, unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'image-metadata-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, `picture.${format}`);
  writeFileSync(file, bytes);
  const { stdout } = spawnSync('exiftool', ['-json', '-G', '-n', '-validate', '-all', file], {
    encoding: 'utf8',
  });
  return z.array(z.record(z.string(), z.unknown())).parse(JSON.parse(stdout))[0] ?? {};
}
