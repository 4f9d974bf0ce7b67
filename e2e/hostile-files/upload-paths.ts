/** Every way of a file into a batch, and what becomes of it there. */
import { MAX_ATTEMPTS, type BatchFacts } from '@portal/contracts/batches';
import type { Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { ANALYZE, waitForBatch as waitForKeywords } from '../support/keywords.ts';
import { stylizer, upscaler } from '../support/picture-tools.ts';
import {
  putUploads,
  readStarted,
  startByForm,
  startByJson,
  type NamedPicture,
  type UploadAddress,
} from '../support/send-pictures.ts';
import { MADE, type HostileFile, type HostileTool } from './hostile-file.ts';

interface Tool {
  address: UploadAddress;
  fields: Readonly<Record<string, string>>;
  waitForBatch: (as: Account, id: string) => Promise<BatchFacts>;
}

/** For the largest pictures on a busy machine. */
const MAX_MS = 600_000;

const TOOLS: Readonly<Record<HostileTool, Tool>> = {
  upscale: {
    address: upscaler.startPath,
    fields: upscaler.fields,
    waitForBatch: (as, id) => upscaler.waitForBatch(as, id, undefined, MAX_MS),
  },
  stylizer: {
    address: stylizer.startPath,
    fields: stylizer.fields,
    waitForBatch: (as, id) => stylizer.waitForBatch(as, id, undefined, MAX_MS),
  },
  'keyword-generator': {
    address: ANALYZE,
    fields: {},
    waitForBatch: (as, id) => waitForKeywords(as, id, undefined, MAX_MS),
  },
};

type Way = 'form' | 'Cloud Storage' | 'send to';

export interface UploadPath {
  tool: HostileTool;
  way: Way;
}

export const TOOL_NAMES = ['upscale', 'stylizer', 'keyword-generator'] as const satisfies HostileTool[];

/** `sentFrom`: a batch of the Keyword Generator with the same files. */
export async function startBatch(
  { tool, way }: UploadPath,
  as: Account,
  files: readonly NamedPicture[],
  sentFrom: string,
): Promise<string> {
  const { address, fields } = TOOLS[tool];
  if (way === 'form') return startByForm(as, address, files, fields);
  if (way === 'Cloud Storage') return startByJson(as, address, await putUploads(as, files, tool), fields);
  const sources = files.map((_, index) => ({ from: { batchId: sentFrom, index, kind: 'original' } }));
  return readStarted(await callApi('POST', address, { as, body: { ...fields, files: sources } }));
}

/** By file name: `made`, or why it failed. */
export async function readOutcomes(
  tool: HostileTool,
  as: Account,
  id: string,
  files: readonly NamedPicture[],
): Promise<Record<string, string>> {
  const { failures } = await TOOLS[tool].waitForBatch(as, id);
  // Every bad file fails at once and for good. What could pass has all attempts. A second one is allowed: the Storage emulator may close
  // a connection while a worker reads the file.
  const reasons = new Map(
    failures.map(({ index, reason, attempts, permanent }) => [
      index,
      attempts < MAX_ATTEMPTS && (permanent === 'unreadable' || permanent === 'refused')
        ? reason
        : `${reason} (${attempts} attempts, ${permanent})`,
    ]),
  );
  return Object.fromEntries(files.map(({ name }, index) => [name, reasons.get(index) ?? MADE]));
}

/** As the collection expects them. */
export const listOutcomes = (tool: HostileTool, files: readonly HostileFile[]): Record<string, string> =>
  Object.fromEntries(
    files.map(({ name, outcome }) => [name, typeof outcome === 'string' ? outcome : outcome[tool]]),
  );
