import { describeTimeLeft } from '../batches/describe-progress.ts';
import { countImages, describePrice } from '../../ui/describe-price.ts';
import { describeBytes } from './describe-bytes.ts';
import type { UploadProgress } from './progress.ts';

/** An earlier estimate would be a guess. */
const MIN_SAMPLE_MS = 2000;

interface Message {
  label: string;
  note: string;
}

export function describeSending(progress: UploadProgress, now: number): Message {
  const { phase, isOnline, sentBytes, totalBytes } = progress;
  if (totalBytes === 0) return { label: isOnline ? 'Starting…' : 'Waiting for connection', note: '' };
  if (phase === 'starting') return { label: 'Uploaded, starting…', note: '' };
  const bytes = `${describeBytes(sentBytes)} of ${describeBytes(totalBytes)}`;
  if (!isOnline) return { label: 'Waiting for connection', note: bytes };
  const timeLeft = estimateTimeLeft(progress, now);
  return {
    label: 'Uploading',
    note: timeLeft === undefined ? bytes : `${bytes} · ${describeTimeLeft(timeLeft)}`,
  };
}

/** What failed and what a retry will send. */
export function describeFailure({ failedFiles, reason }: UploadProgress): Message {
  if (failedFiles === 0) return { label: reason ?? 'Upload failed', note: 'Your selection is kept.' };
  const files = failedFiles === 1 ? '1 image' : `${failedFiles} images`;
  return {
    label: `${files} could not be uploaded`,
    note: 'No batch was started. Images that are uploaded are not sent again.',
  };
}

/** For pictures of earlier batches. */
export function describeRefusal(count: number, hasOthers: boolean): Message & { action: string } {
  const [images, pronoun, verb] = count === 1 ? ['1 image', 'it', 'is'] : [`${count} images`, 'them', 'are'];
  return {
    label: `${images} ${verb} no longer available`,
    note: `No batch was started. Remove ${pronoun} to ${hasOthers ? 'continue with the rest' : 'choose others'}.`,
    action: `Remove ${images}`,
  };
}

/** After a lost connection the batch starts only when the user confirms, with its price shown. */
export function describeInterruption(
  { isOnline, mayHaveStarted }: Pick<UploadProgress, 'isOnline' | 'mayHaveStarted'>,
  count: number,
  price: number | undefined,
): Message {
  const offline = `You’re offline. This batch ${mayHaveStarted ? 'may have started' : 'has not started'}.`;
  const { total, sum } = describePrice(price ?? 0, count);
  const facts = price === undefined ? countImages(count) : `${total} · ${sum}`;
  return {
    label: isOnline ? 'You’re back online. Start this batch?' : offline,
    note: mayHaveStarted ? `${facts}. If it has started, no second one is made.` : facts,
  };
}

function estimateTimeLeft({ pace, sentBytes, totalBytes }: UploadProgress, now: number): number | undefined {
  const took = now - pace.since;
  const sent = sentBytes - pace.sentBytes;
  if (took < MIN_SAMPLE_MS || sent <= 0) return undefined;
  return ((totalBytes - sentBytes) / sent) * took;
}
