/** `lists`: what pages poll (e2e/lists-bench). `lists-memory`: the memory of an API instance with many users. */
import { z } from 'zod';
import { withTestPortal } from '@portal/local/test/test-portal';
import { runCommand } from '../test/run-command.ts';
import { SERVERS, startMeasured } from './firestore-servers.ts';
import { printFigure } from './table.ts';

const USERS = 1000;
const GOAL_MEGABYTES = 600;
/** As in production: tests read settings more often. */
const SETTINGS = { CACHE_SECONDS: '2' };

const ReportSchema = z.object({
  peakMegabytes: z.number(),
  historyMegabytes: z.number(),
  estimatedMegabytes: z.number(),
  cachedMegabytes: z.number(),
  maxCachedMegabytes: z.number(),
});

export async function benchLists(): Promise<void> {
  await withTestPortal(
    'lists-bench',
    async (env) => {
      const { exitCode } = await runCommand('node', ['e2e/lists-bench/main.ts'], { live: true, env });
      if (exitCode !== 0) throw new Error('The lists could not be measured.');
    },
    { settings: SETTINGS },
  );
}

export async function benchListsMemory(): Promise<void> {
  if (!SERVERS['embedded']) throw new Error('No Firestore server.');
  const server = await startMeasured(SERVERS['embedded']);
  try {
    const { output, exitCode } = await runCommand(
      'node',
      ['--expose-gc', 'functions/src/batches/api/lists-bench-main.ts', String(USERS)],
      { env: { FIRESTORE_EMULATOR_HOST: server.address, METADATA_SERVER_DETECTION: 'none' } },
    );
    if (exitCode !== 0) throw new Error(`The memory could not be measured: ${output}`);
    const report = ReportSchema.parse(JSON.parse(output));
    const format = (megabytes: number) => `${megabytes.toFixed(1)} MB`;
    printFigure(
      `Memory of ${USERS} users' full histories`,
      `${format(report.peakMegabytes)} at most (goal ${GOAL_MEGABYTES} MB)`,
    );
    printFigure(
      'One full history',
      `${format(report.historyMegabytes)} of heap, estimated ${format(report.estimatedMegabytes)}`,
    );
    printFigure(
      'All that are cached',
      `${format(report.cachedMegabytes)} of heap, estimated at most ${format(report.maxCachedMegabytes)}`,
    );
  } finally {
    await server.stop();
  }
}
