import { crc32 } from 'node:zlib';

export interface ZipEntry {
  name: string;
  date: Date;
  read: () => Promise<Buffer>;
}

const localSignature = 0x04034b50;
const centralSignature = 0x02014b50;
const endSignature = 0x06054b50;
const storeVersion = 20;
const utf8Names = 0x0800;

/** Writes a ZIP of uncompressed entries, with one of them in memory at a time. */
export async function* writeZip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, date, read } of entries) {
    const content = await read();
    const labelBytes = Buffer.from(name);
    const facts = describe(content, labelBytes, date);
    const header = Buffer.concat([uint32(localSignature), facts, labelBytes]);
    directory.push(
      Buffer.concat([
        uint32(centralSignature),
        uint16(storeVersion),
        facts,
        // Comment length, disk, internal and external attributes.
        Buffer.alloc(2 + 2 + 2 + 4),
        uint32(offset),
        labelBytes,
      ]),
    );
    offset += header.length + content.length;
    yield header;
    yield content;
  }
  const central = Buffer.concat(directory);
  const count = uint16(directory.length);
  yield Buffer.concat([
    central,
    uint32(endSignature),
    Buffer.alloc(4),
    count,
    count,
    uint32(central.length),
    uint32(offset),
    uint16(0),
  ]);
}

/** The fields that a local header and a directory entry share. */
function describe(content: Buffer, name: Buffer, date: Date): Buffer {
  const size = uint32(content.length);
  return Buffer.concat([
    uint16(storeVersion),
    uint16(utf8Names),
    uint16(0),
    // ZIP stores seconds in steps of two, and years since 1980.
    uint16((date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)),
    uint16(((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()),
    uint32(crc32(content)),
    size,
    size,
    uint16(name.length),
    uint16(0),
  ]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
