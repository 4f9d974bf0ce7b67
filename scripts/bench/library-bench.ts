/** `library`: what a page of the Library and a poll cost, with the API's code and a local Firestore. */
import { z } from 'zod';
import { runCommand } from '../test/run-command.ts';
import { SERVERS, startMeasured } from './firestore-servers.ts';
import { printFigure } from './table.ts';

/** 2,000 pictures. */
const PAGES = 1;

const MeasuredSchema = z.object({
  reads: z.number(),
  milliseconds: z.number(),
  bytes: z.number(),
  compressedBytes: z.number(),
});
const ReportSchema = z.object({
  pictures: z.number(),
  page: MeasuredSchema,
  withRunning: MeasuredSchema,
  unchanged: MeasuredSchema,
  changed: z.array(z.number()),
});

export async function benchLibrary(): Promise<void> {
  if (!SERVERS['embedded']) throw new Error('No Firestore server.');
  const server = await startMeasured(SERVERS['embedded']);
  try {
    const { output, exitCode } = await runCommand(
      'node',
      ['functions/src/library/library-bench-main.ts', String(PAGES)],
      { env: { FIRESTORE_EMULATOR_HOST: server.address, METADATA_SERVER_DETECTION: 'none' } },
    );
    if (exitCode !== 0) throw new Error(`The Library could not be measured: ${output}`);
    const { pictures, page, withRunning, unchanged, changed } = ReportSchema.parse(JSON.parse(output));
    printFigure(`A page of 20 batches, of ${pictures} pictures`, describe(page));
    printFigure('The same while one of them runs', describe(withRunning));
    printFigure(
      'A poll with nothing new',
      `${unchanged.reads} read, ${unchanged.milliseconds.toFixed(1)} ms`,
    );
    const polls = changed.map((reads) => `${reads} ${reads === 1 ? 'read' : 'reads'}`);
    printFigure('Polls after images of a running batch', polls.join(', then '));
  } finally {
    await server.stop();
  }
}

const describe = ({ reads, milliseconds, bytes, compressedBytes }: z.infer<typeof MeasuredSchema>): string =>
  `${reads} reads, ${milliseconds.toFixed(0)} ms, ${(bytes / 1000).toFixed(0)} kB (${(compressedBytes / 1000).toFixed(0)} kB compressed)`;
