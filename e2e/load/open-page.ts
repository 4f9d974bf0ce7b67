/** Polls as an open page does: its tool's history, and the Library for the rail. See web/src/pictures/batches/read-list.ts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BatchStatusSchema, isActive } from '@portal/contracts/batches';
import { generatorCalls } from '@portal/contracts/image-generator';
import { keywordCalls } from '@portal/contracts/keyword-generator';
import { listLibrary, listLibraryChanges } from '@portal/contracts/library';
import { stylizerCalls } from '@portal/contracts/stylizer';
import { upscaleCalls } from '@portal/contracts/upscale';
import { z } from 'zod';
import { config } from '../config.ts';
import type { Account } from '../support/accounts.ts';
import { isOk, type Sample } from './figures.ts';

/** Those of web/src/pictures/batches/poll-batches.ts and web/src/pictures/library/library-query.ts. */
const BUSY_MS = 800;
const LIBRARY_BUSY_MS = 5000;
const HALF_PRICE_MS = 15_000;
const IDLE_MS = 60_000;
const TIMEOUT_MS = 60_000;

const CALLS = {
  'image-generator': generatorCalls,
  upscale: upscaleCalls,
  stylizer: stylizerCalls,
  'keyword-generator': keywordCalls,
};
export type LoadedTool = keyof typeof CALLS;
const LIBRARY = { list: listLibrary, changes: listLibraryChanges };

const BatchSchema = z.object({
  id: z.string(),
  status: BatchStatusSchema,
  halfPrice: z.unknown().optional(),
});
const AnswerSchema = z.object({
  /** Of a whole list. */
  batches: z.array(BatchSchema).optional(),
  changed: z.array(BatchSchema).default([]),
  removed: z.array(z.string()).default([]),
  isWhole: z.boolean().default(false),
  /** The Library's changes are not known: it is read again. */
  isUnknown: z.boolean().default(false),
});
type Batch = z.infer<typeof BatchSchema>;

interface Known {
  etag: string | undefined;
  batches: ReadonlyMap<string, Batch>;
}
const NOTHING: Known = { etag: undefined, batches: new Map() };

const mapById = (batches: readonly Batch[]) => new Map(batches.map((batch) => [batch.id, batch]));

function merge({ batches }: Known, etag: string | undefined, body: string): Known {
  const answer = AnswerSchema.parse(JSON.parse(body));
  if (answer.isUnknown) return NOTHING;
  if (answer.batches) return { etag, batches: mapById(answer.batches) };
  const kept = [...batches.values()].filter(({ id }) => !answer.isWhole && !answer.removed.includes(id));
  return { etag, batches: mapById([...kept, ...answer.changed]) };
}

async function read(
  as: Account,
  { list, changes }: typeof LIBRARY | (typeof CALLS)[LoadedTool],
  known: Known,
  onSample: (sample: Sample) => void,
): Promise<Known> {
  const { etag } = known;
  const path = etag === undefined ? list.path : `${changes.path}?since=${encodeURIComponent(etag)}`;
  const startedAt = performance.now();
  const note = (status: number) => onSample({ status, ms: performance.now() - startedAt });
  try {
    const answer = await fetch(new URL(path, config.portalUrl), {
      headers: { authorization: `Bearer ${as.token}`, ...(etag !== undefined && { 'if-none-match': etag }) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = await answer.text();
    note(answer.status);
    if (body === '' || !isOk(answer.status)) return known;
    return merge(known, answer.headers.get('etag') ?? undefined, body);
  } catch {
    note(0);
    return known;
  }
}

/** When the page asks again. */
function findInterval({ batches }: Known, busyMs: number, halfPriceMs: number): number {
  const active = [...batches.values()].filter(({ status }) => isActive(status));
  if (active.length === 0) return IDLE_MS;
  return active.some(({ halfPrice }) => halfPrice === undefined) ? busyMs : halfPriceMs;
}

export function openPage(as: Account, onSample: (sample: Sample) => void) {
  let tool: LoadedTool = 'image-generator';
  const closed = new AbortController();
  let pause = new AbortController();
  const wake = () => {
    pause.abort();
    pause = new AbortController();
  };
  const lists = new Map<LoadedTool, Known>();
  let library = NOTHING;

  const wait = (ms: number) => sleep(ms, undefined, { signal: pause.signal }).catch(() => undefined);

  async function pollHistory(): Promise<void> {
    while (!closed.signal.aborted) {
      const shown = tool;
      const known = await read(as, CALLS[shown], lists.get(shown) ?? NOTHING, onSample);
      lists.set(shown, known);
      if (shown === tool) await wait(findInterval(known, BUSY_MS, HALF_PRICE_MS));
    }
  }

  async function pollLibrary(): Promise<void> {
    while (!closed.signal.aborted) {
      library = await read(as, LIBRARY, library, onSample);
      await wait(findInterval(library, LIBRARY_BUSY_MS, LIBRARY_BUSY_MS));
    }
  }

  const polling = Promise.all([pollHistory(), pollLibrary()]);
  return {
    /** The person goes to a tool, or has started a batch there: the page reads at once. */
    show(next: LoadedTool): void {
      tool = next;
      wake();
    },
    async close(): Promise<void> {
      closed.abort();
      wake();
      await polling;
    },
  };
}
