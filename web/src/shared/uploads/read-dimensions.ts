/** How large a picture is as it will be seen, from the first bytes of its file: nothing is decoded. */

export interface Dimensions {
  width: number;
  height: number;
}

const WINDOW = 64 * 1024;
/** A file of endless small parts is no picture. */
const MOST_PARTS = 2000;

/** Undefined of what is no JPEG, PNG, WebP or GIF, or is cut off. */
export async function readDimensions(file: Blob): Promise<Dimensions | undefined> {
  try {
    const bytes = new ByteReader(file);
    const start = await bytes.read(0, 12);
    const is = (offset: number, text: string) => readText(start, offset, text.length) === text;
    if (start.getUint16(0) === 0xff_d8) return await readJpeg(bytes);
    if (start.getUint32(0) === 0x89_50_4e_47) return await readPng(bytes);
    if (is(0, 'GIF8')) return await readGif(bytes);
    if (is(0, 'RIFF') && is(8, 'WEBP')) return await readWebp(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Reads a file by windows, so that a few bytes here and there do not take the whole of it. */
class ByteReader {
  readonly #file: Blob;
  #start = 0;
  #window = new ArrayBuffer(0);

  constructor(file: Blob) {
    this.#file = file;
  }

  get size(): number {
    return this.#file.size;
  }

  /** Throws a RangeError where the file ends before. */
  async read(offset: number, length: number): Promise<DataView> {
    if (offset < this.#start || offset + length > this.#start + this.#window.byteLength) {
      this.#window = await this.#file.slice(offset, offset + Math.max(length, WINDOW)).arrayBuffer();
      this.#start = offset;
    }
    return new DataView(this.#window, offset - this.#start, length);
  }
}

const readText = (view: DataView, offset: number, length: number): string =>
  String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + offset, length));

/** Segments up to the frame's own; the orientation stands before it. */
async function readJpeg(bytes: ByteReader): Promise<Dimensions | undefined> {
  let offset = 2;
  let isTurned = false;
  for (let parts = 0; parts < MOST_PARTS; parts++) {
    const head = await bytes.read(offset, 4);
    const marker = head.getUint8(1);
    if (head.getUint8(0) !== 0xff) return undefined;
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    const length = head.getUint16(2);
    if (isFrame(marker)) {
      const frame = await bytes.read(offset + 5, 4);
      return turn({ width: frame.getUint16(2), height: frame.getUint16(0) }, isTurned);
    }
    if (marker === 0xe1 && length >= 16) {
      const segment = await bytes.read(offset + 4, length - 2);
      if (readText(segment, 0, 6) === 'Exif\0\0') isTurned = isTurnedByExif(segment, 6);
    }
    offset += 2 + length;
  }
  return undefined;
}

/** SOF0 to SOF15, but not DHT, JPG and DAC, which lie among them. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The size stands in the first chunk, the orientation in one before the pixels. */
async function readPng(bytes: ByteReader): Promise<Dimensions> {
  const head = await bytes.read(16, 8);
  const size = { width: head.getUint32(0), height: head.getUint32(4) };
  let offset = 8;
  for (let parts = 0; parts < MOST_PARTS && offset + 8 <= bytes.size; parts++) {
    const chunk = await bytes.read(offset, 8);
    const length = chunk.getUint32(0);
    const type = readText(chunk, 4, 4);
    if (type === 'IDAT') break;
    if (type === 'eXIf') return turn(size, isTurnedByExif(await bytes.read(offset + 8, length), 0));
    offset += 12 + length;
  }
  return size;
}

async function readGif(bytes: ByteReader): Promise<Dimensions> {
  const head = await bytes.read(6, 4);
  return { width: head.getUint16(0, true), height: head.getUint16(2, true) };
}

async function readWebp(bytes: ByteReader): Promise<Dimensions | undefined> {
  const head = await bytes.read(12, 18);
  const kind = readText(head, 0, 4);
  if (kind === 'VP8 ')
    return { width: head.getUint16(14, true) & 0x3f_ff, height: head.getUint16(16, true) & 0x3f_ff };
  if (kind === 'VP8L') {
    const packed = head.getUint32(9, true);
    return { width: (packed & 0x3f_ff) + 1, height: ((packed >>> 14) & 0x3f_ff) + 1 };
  }
  if (kind !== 'VP8X') return undefined;
  const readUint24 = (offset: number) => head.getUint16(offset, true) | (head.getUint8(offset + 2) << 16);
  const size = { width: readUint24(12) + 1, height: readUint24(15) + 1 };
  const hasExif = (head.getUint8(8) & 0x08) !== 0;
  return hasExif ? turn(size, await isTurnedWebp(bytes)) : size;
}

/** Its orientation stands at the end. */
async function isTurnedWebp(bytes: ByteReader): Promise<boolean> {
  let offset = 12;
  for (let parts = 0; parts < MOST_PARTS && offset + 8 <= bytes.size; parts++) {
    const chunk = await bytes.read(offset, 8);
    const length = chunk.getUint32(4, true);
    if (readText(chunk, 0, 4) === 'EXIF') {
      const segment = await bytes.read(offset + 8, length);
      return isTurnedByExif(segment, length > 6 && readText(segment, 0, 6) === 'Exif\0\0' ? 6 : 0);
    }
    offset += 8 + length + (length % 2);
  }
  return false;
}

const turn = ({ width, height }: Dimensions, isTurned: boolean): Dimensions =>
  isTurned ? { width: height, height: width } : { width, height };

/** Whether the orientation of an EXIF block, of which a TIFF header is the first part, puts the picture on its side. */
function isTurnedByExif(view: DataView, start: number): boolean {
  if (view.byteLength < start + 8) return false;
  const isLittle = view.getUint16(start) === 0x49_49;
  const directory = start + view.getUint32(start + 4, isLittle);
  if (directory + 2 > view.byteLength) return false;
  const count = view.getUint16(directory, isLittle);
  for (let index = 0; index < count; index++) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > view.byteLength) return false;
    if (view.getUint16(entry, isLittle) === 0x01_12) return view.getUint16(entry + 8, isLittle) >= 5;
  }
  return false;
}
