import { describeTimeLeft } from '../batches/describe-progress.ts';
import { describePrice } from '../ui/describe-price.ts';
import { describeBytes } from './describe-bytes.ts';
import type { UploadProgress } from './progress.ts';

/** The first words on a pace are a guess. */
const LEAST_MS = 2000;

interface Words {
  label: string;
  note: string;
}

/** What is going on, and beside it how much of it is done. */
export function describeSending(progress: UploadProgress, now: number): Words {
  const { phase, isOnline, sentBytes, totalBytes } = progress;
  if (phase === 'starting') return { label: 'Uploaded, starting…', note: '' };
  const bytes = `${describeBytes(sentBytes)} of ${describeBytes(totalBytes)}`;
  if (!isOnline) return { label: 'Waiting for the connection', note: bytes };
  const timeLeft = estimateTimeLeft(progress, now);
  return {
    label: 'Uploading',
    note: timeLeft === undefined ? bytes : `${bytes} · ${describeTimeLeft(timeLeft)}`,
  };
}

/** What happened, and what that means for the person. */
export function describeFailure({ failedFiles, reason }: UploadProgress): Words {
  if (failedFiles === 0) return { label: reason ?? 'The upload failed', note: 'Your selection is kept.' };
  const files = failedFiles === 1 ? '1 image' : `${failedFiles} images`;
  return {
    label: `${files} could not be uploaded`,
    note: 'The others are kept: only what is missing is sent again.',
  };
}

/** After the connection was lost: the batch starts only when somebody says so, and knows what it costs. */
export function describeInterruption(isOnline: boolean, count: number, price: number | undefined): Words {
  const label = isOnline
    ? 'You’re back online. Start this batch?'
    : 'You’re offline. This batch has not started.';
  if (price === undefined) return { label, note: count === 1 ? '1 image' : `${count} images` };
  const { total, sum } = describePrice(price, count);
  return { label, note: `${total} · ${sum}` };
}

function estimateTimeLeft({ pace, sentBytes, totalBytes }: UploadProgress, now: number): number | undefined {
  const took = now - pace.since;
  const sent = sentBytes - pace.sentBytes;
  if (took < LEAST_MS || sent <= 0) return undefined;
  return ((totalBytes - sentBytes) / sent) * took;
}
