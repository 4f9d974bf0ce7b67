/**
 * The records around the files of a ZIP, for files that are stored as they are and whose CRC-32 follows them. Those of ZIP64 are
 * added where a number does not fit. Names are those of https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, section 4.3.
 */

export interface ZipFile {
  /** Encoded in UTF-8. */
  name: Buffer;
  bytes: number;
  date: Date;
  /** Where its local header starts. */
  offset: number;
}

const MAX_UINT16 = 0xffff;
const MAX_UINT32 = 0xffffffff;
const VERSION = 20;
const ZIP64_VERSION = 45;
/** Bit 3: a data descriptor follows the file. Bit 11: the name is UTF-8. */
const FLAGS = 0x0808;
const STORED = 0;

const uint16 = (value: number): Buffer => Buffer.from([value & 0xff, value >>> 8]);

function uint32(value: number): Buffer {
  const field = Buffer.alloc(4);
  field.writeUInt32LE(value);
  return field;
}

function uint64(value: number): Buffer {
  const field = Buffer.alloc(8);
  field.writeBigUInt64LE(BigInt(value));
  return field;
}

/** Unless they fit, the ZIP64 fields have the values. */
const capped16 = (value: number) => uint16(Math.min(value, MAX_UINT16));
const capped32 = (value: number) => uint32(Math.min(value, MAX_UINT32));
const isLarge = (value: number) => value >= MAX_UINT32;

function dosDateTime(date: Date): Buffer {
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return Buffer.concat([uint16(time), uint16(day)]);
}

const zip64Field = (values: readonly number[]): Buffer =>
  values.length === 0
    ? Buffer.alloc(0)
    : Buffer.concat([uint16(1), uint16(8 * values.length), ...values.map(uint64)]);

/** What the local header and the central directory say alike. */
const describe = ({ name, bytes, date }: ZipFile, crc: number, extra: Buffer): Buffer =>
  Buffer.concat([
    uint16(extra.length > 0 ? ZIP64_VERSION : VERSION),
    uint16(FLAGS),
    uint16(STORED),
    dosDateTime(date),
    uint32(crc),
    capped32(bytes),
    capped32(bytes),
    uint16(name.length),
    uint16(extra.length),
  ]);

/**
 * Has the size, although bit 3 allows to leave it out: programs that read a ZIP from its start find the end of a stored file by it.
 */
export function localHeader(file: ZipFile): Buffer {
  const extra = zip64Field(isLarge(file.bytes) ? [file.bytes, file.bytes] : []);
  return Buffer.concat([uint32(0x04034b50), describe(file, 0, extra), file.name, extra]);
}

export function dataDescriptor({ bytes }: ZipFile, crc: number): Buffer {
  const size = isLarge(bytes) ? uint64(bytes) : uint32(bytes);
  return Buffer.concat([uint32(0x08074b50), uint32(crc), size, size]);
}

export function directoryHeader(file: ZipFile, crc: number): Buffer {
  const { name, bytes, offset } = file;
  const extra = zip64Field([...(isLarge(bytes) ? [bytes, bytes] : []), ...(isLarge(offset) ? [offset] : [])]);
  return Buffer.concat([
    uint32(0x02014b50),
    uint16(ZIP64_VERSION),
    describe(file, crc, extra),
    // Comment, disk, and attributes.
    Buffer.alloc(10),
    capped32(offset),
    name,
    extra,
  ]);
}

/** `bytes` and `offset` are those of the central directory. */
export function endOfDirectory(files: number, bytes: number, offset: number): Buffer {
  const needsZip64 = files >= MAX_UINT16 || isLarge(bytes) || isLarge(offset);
  return Buffer.concat([
    ...(needsZip64 ? [endOfZip64Directory(files, bytes, offset)] : []),
    uint32(0x06054b50),
    // This disk, and that of the directory.
    Buffer.alloc(4),
    capped16(files),
    capped16(files),
    capped32(bytes),
    capped32(offset),
    // Comment.
    uint16(0),
  ]);
}

const endOfZip64Directory = (files: number, bytes: number, offset: number): Buffer =>
  Buffer.concat([
    uint32(0x06064b50),
    // Bytes that follow in this record.
    uint64(44),
    uint16(ZIP64_VERSION),
    uint16(ZIP64_VERSION),
    Buffer.alloc(8),
    uint64(files),
    uint64(files),
    uint64(bytes),
    uint64(offset),
    // Where this record starts.
    uint32(0x07064b50),
    uint32(0),
    uint64(offset + bytes),
    uint32(1),
  ]);
