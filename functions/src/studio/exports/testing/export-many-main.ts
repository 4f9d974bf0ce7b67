/**
 * `export-many-main.ts FILE PICTURES`: writes as many ZIPs at once as an instance would, with so many pictures together, and
 * prints the peak of its memory after the first few and after all.
 */
import { createReadStream, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { ADOBE_STOCK } from '@portal/contracts/agencies/profiles/adobe-stock';
import { writeZip } from '../../../batches/archive/write-zip.ts';
import { SIZES } from '../../../platform/config/function-sizes.ts';
import { readExportFile } from '../judge-pictures.ts';

const FEW = 12;
const [path = '', count = ''] = process.argv.slice(2);
const zips = SIZES.archives.concurrency;
const { size } = statSync(path);
const signal = AbortSignal.timeout(300_000);
const readPeak = () => process.resourceUsage().maxRSS * 1024;

let made = 0;
let zipBytes = 0;
let early = 0;
const listEntries = (zip: number) =>
  Array.from({ length: Number(count) / zips }, (_, index) => ({
    name: `${zip}-${index}.jpg`,
    date: new Date(0),
    read: async () => {
      const open = async () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
      const file = { index, name: 'noise.png', bytes: size, date: new Date(0), open };
      const jpeg = await readExportFile({ file, texts: undefined, ownership: {} }, ADOBE_STOCK, signal);
      made += 1;
      if (made === FEW) early = readPeak();
      return jpeg;
    },
  }));

await Promise.all(
  Array.from({ length: zips }, async (_, zip) => {
    for await (const chunk of writeZip(listEntries(zip))) zipBytes += Buffer.from(chunk).length;
  }),
);
process.stdout.write(JSON.stringify({ made, zipBytes, early, peak: readPeak() }));
