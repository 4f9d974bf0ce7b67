import { formatDollars } from '@portal/contracts/dollars';
import type { FailedWork, FailedWorkKind } from '@portal/contracts/failed-work';
import { countOf } from '../../ui/count.ts';
import type { Tone } from '../../ui/status-word.tsx';

export const WORDS: Record<FailedWorkKind, { tone: Tone; word: string }> = {
  uncertain: { tone: 'warning', word: 'Outcome unknown' },
  failed: { tone: 'bad', word: 'Failed' },
  'not-stored': { tone: 'warning', word: 'Not stored' },
  'not-delivered': { tone: 'bad', word: 'Not processed' },
  'not-deleted': { tone: 'warning', word: 'Not deleted' },
  archive: { tone: 'warning', word: 'No ZIP' },
};

const EXPLANATIONS: Partial<Record<FailedWorkKind, string>> = {
  'not-stored': 'The storage service keeps refusing paid images. They are kept, and storing is retried.',
  'not-delivered': 'Items keep failing or have waited for hours. The portal keeps retrying.',
  'not-deleted': 'The batch was deleted, but some of its files could not be removed. The portal retries.',
  archive: 'The ZIP of this batch could not be built.',
};

/** What went wrong, in plain words. */
export const explainWork = ({ kind, items, reasons }: FailedWork): string =>
  [EXPLANATIONS[kind], items === null ? undefined : `${countOf(items, 'item')}:`, ...reasons]
    .filter((part) => part !== undefined)
    .join(' ');

/** What it has cost so far; undefined if that is not known. */
export function describeCost({ kind, cost }: FailedWork): string | undefined {
  if (cost === null) return undefined;
  if (cost === 0) return 'Not charged';
  return kind === 'uncertain' ? `Up to ${formatDollars(cost)} charged` : `${formatDollars(cost)} charged`;
}

/** The question before a retry that costs something; undefined if it is free. */
export function askBeforeRetry(work: FailedWork): { title: string; text: string } | undefined {
  const { kind, cost, retryCost, ownerEmail, batchName } = work;
  const owner = ownerEmail ?? 'its owner';
  const again = `A retry costs about ${formatDollars(retryCost)}, in a new batch of ${owner}.`;
  if (kind === 'uncertain') {
    return {
      title: 'Retry? You may be charged twice.',
      text: `The provider may already have charged up to ${formatDollars(cost ?? 0)} for “${batchName}”. ${again}`,
    };
  }
  return retryCost > 0 ? { title: 'Retry the failed items?', text: again } : undefined;
}
