/** Reads an image's displayed dimensions from its headers, without decoding it. */

export interface Dimensions {
  width: number;
  height: number;
}

const WINDOW = 64 * 1024;
/** A file with more segments is not a real image. */
const MAX_PARTS = 2000;

/** Undefined if the file is truncated or not a JPEG, PNG, WebP or GIF. */
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

/** Reads a file in windows, so that scattered reads do not load all of it. */
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

  /** Throws a RangeError past the end of the file. */
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

/** Scans segments up to the frame header. The orientation comes before it. */
async function readJpeg(bytes: ByteReader): Promise<Dimensions | undefined> {
  let offset = 2;
  let isRotated = false;
  for (let parts = 0; parts < MAX_PARTS; parts++) {
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
      return rotate({ width: frame.getUint16(2), height: frame.getUint16(0) }, isRotated);
    }
    if (marker === 0xe1 && length >= 16) {
      const segment = await bytes.read(offset + 4, length - 2);
      if (readText(segment, 0, 6) === 'Exif\0\0') isRotated = isRotatedByExif(segment, 6);
    }
    offset += 2 + length;
  }
  return undefined;
}

/** SOF0 to SOF15, except DHT, JPG and DAC in the same range. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The size is in the first chunk, the orientation in a chunk before the pixels. */
async function readPng(bytes: ByteReader): Promise<Dimensions> {
  const head = await bytes.read(16, 8);
  const size = { width: head.getUint32(0), height: head.getUint32(4) };
  let offset = 8;
  for (let parts = 0; parts < MAX_PARTS && offset + 8 <= bytes.size; parts++) {
    const chunk = await bytes.read(offset, 8);
    const length = chunk.getUint32(0);
    const type = readText(chunk, 4, 4);
    if (type === 'IDAT') break;
    if (type === 'eXIf') return rotate(size, isRotatedByExif(await bytes.read(offset + 8, length), 0));
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
  return hasExif ? rotate(size, await isRotatedWebp(bytes)) : size;
}

/** The orientation is at the end of the file. */
async function isRotatedWebp(bytes: ByteReader): Promise<boolean> {
  let offset = 12;
  for (let parts = 0; parts < MAX_PARTS && offset + 8 <= bytes.size; parts++) {
    const chunk = await bytes.read(offset, 8);
    const length = chunk.getUint32(4, true);
    if (readText(chunk, 0, 4) === 'EXIF') {
      const segment = await bytes.read(offset + 8, length);
      return isRotatedByExif(segment, length > 6 && readText(segment, 0, 6) === 'Exif\0\0' ? 6 : 0);
    }
    offset += 8 + length + (length % 2);
  }
  return false;
}

const rotate = ({ width, height }: Dimensions, isRotated: boolean): Dimensions =>
  isRotated ? { width: height, height: width } : { width, height };

/** Whether the EXIF orientation rotates the image by 90 degrees. The block starts with a TIFF header. */
function isRotatedByExif(view: DataView, start: number): boolean {
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
