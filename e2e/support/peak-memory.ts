/** The largest memory that the portal's functions have taken. */
import { listFunctionProcesses } from './function-processes.ts';
import { canMeasureMemory, readMemory, resetPeak } from './process-memory.ts';

const listMeasured = async () => (canMeasureMemory ? listFunctionProcesses() : []);

/** From now on, by setting each process's peak to its present memory. */
export async function resetPeaks(): Promise<void> {
  for (const { pid } of await listMeasured()) resetPeak(pid);
}

/** MiB by function; nothing where it cannot be measured. */
export const readPeaks = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await listMeasured()).map(({ pid, name }) => [name, Math.round(readMemory(pid, 'VmHWM'))]),
  );
