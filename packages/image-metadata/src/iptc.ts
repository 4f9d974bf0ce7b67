/** IPTC-IIM, the older format of titles and keywords in JPEG files, in Photoshop's image resources. */
import { createHash } from 'node:crypto';
import { ensure } from './container.ts';

const SIGNATURE = '8BIM';
const IIM_RESOURCE = 0x0404;
/** An MD5 sum of the IIM data. Readers trust the IIM data over XMP if it is wrong. */
const DIGEST_RESOURCE = 0x0425;

/** Record and number. */
const CHARACTER_SET = 0x015a;
const VERSION = 0x0200;
const TITLE = 0x0205;
const KEYWORD = 0x0219;
const CREATOR = 0x0250;
const COPYRIGHT = 0x0274;
const CAPTION = 0x0278;
const UTF_8 = Buffer.from('\x1b%G', 'latin1');

/** Bytes of one value. https://www.iptc.org/std/IIM/4.2/specification/IIMV4.2.pdf */
const MAX_BYTES = { [TITLE]: 64, [KEYWORD]: 64, [CREATOR]: 32, [COPYRIGHT]: 128, [CAPTION]: 2000 } as const;

export interface IptcTexts {
  title?: string | undefined;
  description?: string | undefined;
  keywords?: readonly string[] | undefined;
  creator?: string | undefined;
  copyright?: string | undefined;
}

interface Resource {
  id: number;
  /** From the signature to the padding. */
  bytes: Buffer;
  data: Buffer;
}

interface DataSet {
  /** Record and number. */
  tag: number;
  data: Buffer;
}

/** The resources with these texts instead of their own ones. Texts that are missing stay. */
export function updateIptc(resources: Buffer | undefined, texts: IptcTexts): Buffer {
  const all = splitResources(resources ?? Buffer.alloc(0));
  const present = toUtf8(
    all.filter(({ id }) => id === IIM_RESOURCE).flatMap(({ data }) => splitDataSets(data)),
  );
  const { title, description, keywords, creator, copyright } = texts;
  const wanted = new Map<number, readonly string[]>();
  if (title !== undefined) wanted.set(TITLE, [title]);
  if (keywords !== undefined) wanted.set(KEYWORD, keywords);
  if (description !== undefined) wanted.set(CAPTION, [description]);
  if (creator !== undefined) wanted.set(CREATOR, [creator]);
  if (copyright !== undefined) wanted.set(COPYRIGHT, [copyright]);
  const added = [...wanted].flatMap(([tag, values]) => makeDataSets(tag, values));
  const kept = present.filter(({ tag }) => !wanted.has(tag) && tag !== CHARACTER_SET && tag !== VERSION);
  const sorted = [
    { tag: CHARACTER_SET, data: UTF_8 },
    { tag: VERSION, data: Buffer.from([0, 4]) },
    // Values of the same data set keep their order.
    ...[...kept, ...added].toSorted((one, other) => one.tag - other.tag),
  ];
  const iim = Buffer.concat(sorted.map(joinDataSet));
  return Buffer.concat([
    ...all.filter(({ id }) => id !== IIM_RESOURCE && id !== DIGEST_RESOURCE).map(({ bytes }) => bytes),
    makeResource(IIM_RESOURCE, iim),
    makeResource(DIGEST_RESOURCE, createHash('md5').update(iim).digest()),
  ]);
}

/** At most as many bytes of UTF-8, cut between characters as people see them. */
function cutBytes(text: string, maxBytes: number): string {
  let bytes = 0;
  let end = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) break;
    end = index + segment.length;
  }
  return text.slice(0, end).trimEnd();
}

const graphemes = new Intl.Segmenter('en');

function makeDataSets(tag: number, values: readonly string[]): DataSet[] {
  const maxBytes = Object.entries(MAX_BYTES).find(([each]) => Number(each) === tag)?.[1] ?? 0;
  return values
    .map((value) => cutBytes(cleanText(value), maxBytes))
    .filter((value) => value !== '')
    .map((value) => ({ tag, data: Buffer.from(value) }));
}

/** A title is one line. */
const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();

function splitResources(bytes: Buffer): Resource[] {
  const resources: Resource[] = [];
  let position = 0;
  while (position < bytes.length) {
    ensure(position + 12 <= bytes.length, 'An image resource is cut.');
    ensure(bytes.toString('latin1', position, position + 4) === SIGNATURE, 'An image resource is unknown.');
    const nameBytes = 1 + bytes.readUInt8(position + 6);
    const lengthAt = position + 6 + nameBytes + (nameBytes % 2);
    ensure(lengthAt + 4 <= bytes.length, 'An image resource is cut.');
    const length = bytes.readUInt32BE(lengthAt);
    const end = lengthAt + 4 + length;
    ensure(end <= bytes.length, 'An image resource is cut.');
    resources.push({
      id: bytes.readUInt16BE(position + 4),
      bytes: pad(bytes.subarray(position, end)),
      data: bytes.subarray(lengthAt + 4, end),
    });
    // Some writers leave out the padding of the last one.
    position = end + (length % 2);
  }
  return resources;
}

function makeResource(id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.write(SIGNATURE, 'latin1');
  head.writeUInt16BE(id, 4);
  head.writeUInt32BE(data.length, 8);
  return pad(Buffer.concat([head, data]));
}

const pad = (bytes: Buffer): Buffer =>
  bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)]);

function splitDataSets(bytes: Buffer): DataSet[] {
  const sets: DataSet[] = [];
  let position = 0;
  // Padding may follow.
  while (bytes[position] === 0x1c) {
    ensure(position + 5 <= bytes.length, 'A data set is cut.');
    const length = bytes.readUInt16BE(position + 3);
    ensure(length < 0x8000, 'A data set is too long.');
    const end = position + 5 + length;
    ensure(end <= bytes.length, 'A data set is cut.');
    sets.push({ tag: bytes.readUInt16BE(position + 1), data: bytes.subarray(position + 5, end) });
    position = end;
  }
  return sets;
}

function joinDataSet({ tag, data }: DataSet): Buffer {
  const head = Buffer.from([0x1c, 0, 0, 0, 0]);
  head.writeUInt16BE(tag, 1);
  head.writeUInt16BE(data.length, 3);
  return Buffer.concat([head, data]);
}

/** Without a character set, texts are Latin-1. Texts are in record 2. */
function toUtf8(sets: readonly DataSet[]): readonly DataSet[] {
  const isUtf8 = sets.some(({ tag, data }) => tag === CHARACTER_SET && data.equals(UTF_8));
  if (isUtf8) return sets;
  return sets.map(({ tag, data }) => ({
    tag,
    data: tag >> 8 === 2 && tag !== VERSION ? Buffer.from(data.toString('latin1')) : data,
  }));
}
