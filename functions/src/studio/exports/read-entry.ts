import { collectBytes } from '../../platform/collect-bytes.ts';
import type { ZipEntry } from '../../batches/tool.ts';

/** The whole file. */
export const readEntry = async (entry: ZipEntry, signal: AbortSignal): Promise<Buffer> =>
  collectBytes(await entry.open(signal), () => entry.bytes);
