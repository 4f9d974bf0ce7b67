/** Measures the memory of an API instance that reads full histories of many people. */
import { startEmulator } from '@portal/firestore-emulator/testing/start-emulator';
import { z } from 'zod';
import { runCommand } from '../test/run-command.ts';
import { printFigure } from './print-figure.ts';

const USERS = 1000;

export async function benchListsMemory(): Promise<void> {
  const server = await startEmulator();
  try {
    const { output, exitCode } = await runCommand(
      'node',
      ['functions/src/batches/api/lists-bench-main.ts', String(USERS)],
      { env: { FIRESTORE_EMULATOR_HOST: server.address, METADATA_SERVER_DETECTION: 'none' } },
    );
    if (exitCode !== 0) throw new Error(`The memory could not be measured: ${output}`);
    const { peakMegabytes } = z.object({ peakMegabytes: z.number() }).parse(JSON.parse(output));
    printFigure(
      `Memory of ${USERS} users' full histories`,
      `${peakMegabytes.toFixed(0)} MB at most (goal 600 MB)`,
    );
  } finally {
    await server.stop();
  }
}
