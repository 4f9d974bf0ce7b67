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

/** A ZIP of uncompressed entries, one after the other: only one of them is in memory. */
export async function* writeZip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, date, read } of entries) {
    const content = await read();
    const nameBytes = Buffer.from(name);
    const facts = describe(content, nameBytes, date);
    const header = Buffer.concat([uint32(localSignature), facts, nameBytes]);
    directory.push(
      Buffer.concat([
        uint32(centralSignature),
        uint16(storeVersion),
        facts,
        // Comment length, disk, internal and external attributes.
        Buffer.alloc(2 + 2 + 2 + 4),
        uint32(offset),
        nameBytes,
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

/** What a local header and an entry of the directory have in common. */
function describe(content: Buffer, name: Buffer, date: Date): Buffer {
  const size = uint32(content.length);
  return Buffer.concat([
    uint16(storeVersion),
    uint16(utf8Names),
    uint16(0),
    // The format counts two seconds at a time, and years from 1980 on.
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
