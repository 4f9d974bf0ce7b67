/** Recorded decisions of Google's emulator on generated rules, to compare with it without Java. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Decision } from '../rules-client.ts';

const file = join(import.meta.dirname, 'recording.json');

const RecordingSchema = z.record(
  z.string(),
  z.object({
    /** The match blocks that Google's emulator crashes on. */
    crashing: z.array(z.string()),
    /** One letter for each request. */
    decisions: z.string(),
  }),
);

export type Recording = z.infer<typeof RecordingSchema>;

export const readRecording = (): Recording => RecordingSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

export function recordSample(
  seed: number,
  crashing: readonly string[],
  decisions: readonly Decision[],
): void {
  const sample = { crashing: [...crashing], decisions: decisions.map(toLetter).join('') };
  writeFileSync(file, `${JSON.stringify({ ...readRecording(), [seed]: sample }, null, 2)}\n`);
}

/** `c` is a crash of Google's emulator, which is not compared. */
export function toLetter(decision: Decision): string {
  if (decision === 'fails 500') return 'c';
  if (decision === 'allow') return 'a';
  return decision === 'deny' ? 'd' : 'f';
}
