/** Measures what pages poll (e2e/lists-bench), and the memory of an API instance with many users. */
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
});

export async function benchLists(): Promise<void> {
  await withTestPortal(
    'lists-bench',
    async (env) => {
      const { exitCode } = await runCommand('node', ['e2e/lists-bench/main.ts'], { live: true, env });
      if (exitCode !== 0) throw new Error('The lists could not be measured.');
    },
    SETTINGS,
  );
  await benchMemory();
}

async function benchMemory(): Promise<void> {
  if (!SERVERS['embedded']) throw new Error('No Firestore server.');
  const server = await startMeasured(SERVERS['embedded']);
  try {
    const { output } = await runCommand(
      'node',
      ['--expose-gc', 'functions/src/batches/api/lists-bench-main.ts', String(USERS)],
      { env: { FIRESTORE_EMULATOR_HOST: server.address, METADATA_SERVER_DETECTION: 'none' } },
    );
    const { peakMegabytes, historyMegabytes, estimatedMegabytes } = ReportSchema.parse(JSON.parse(output));
    printFigure(
      `Memory of ${USERS} users' full histories`,
      `${peakMegabytes.toFixed(0)} MB at most (goal ${GOAL_MEGABYTES} MB); one takes ${historyMegabytes.toFixed(1)} MB (estimated ${estimatedMegabytes.toFixed(1)} MB), 200 of them ${(200 * historyMegabytes).toFixed(0)} MB`,
    );
  } finally {
    await server.stop();
  }
}
