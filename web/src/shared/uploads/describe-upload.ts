import { describeTimeLeft } from '../batches/describe-progress.ts';
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

function estimateTimeLeft({ pace, sentBytes, totalBytes }: UploadProgress, now: number): number | undefined {
  const took = now - pace.since;
  const sent = sentBytes - pace.sentBytes;
  if (took < LEAST_MS || sent <= 0) return undefined;
  return ((totalBytes - sentBytes) / sent) * took;
}
