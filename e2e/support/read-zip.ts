import JSZip from 'jszip';

const LOCAL_HEADER = 'PK\x03\x04';
const END_OF_DIRECTORY = 'PK\x05\x06';
const STORED = 0;

interface ZippedFile {
  name: string;
  /** In UTC. */
  date: Date;
  bytes: Buffer;
}

/** Lists the entries of a ZIP in order; throws on a wrong checksum or compressed entries. */
export async function readZip(zip: Buffer): Promise<ZippedFile[]> {
  const text = zip.toString('latin1');
  if (!text.startsWith(LOCAL_HEADER)) throw new Error('Not a ZIP.');
  checkStored(zip, text.lastIndexOf(END_OF_DIRECTORY));
  const { files } = await JSZip.loadAsync(zip, { checkCRC32: true });
  return Promise.all(
    Object.values(files).map(async (file) => ({
      name: file.name,
      date: file.date,
      bytes: await file.async('nodebuffer'),
    })),
  );
}

function checkStored(zip: Buffer, end: number): void {
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  for (let entry = 0; entry < count; entry += 1) {
    const method = zip.readUInt16LE(at + 10);
    if (method !== STORED) throw new Error(`Entry ${entry} is compressed by method ${method}.`);
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
}
