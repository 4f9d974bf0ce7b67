/** Controls the provider sandbox and reads its counters. */
import { z } from 'zod';
import { config } from '../config.ts';

export interface FaultRule {
  provider: 'openai' | 'google' | 'stability' | 'xai' | 'cloudinary';
  match?: { promptIncludes?: string | readonly string[]; operation?: string; key?: string };
  times?: number;
  probability?: number;
  seed?: number | string;
  fault: { kind: string; [option: string]: unknown };
}

const CountsSchema = z.object({ received: z.number(), answered: z.number(), paid: z.number() });
const ReportSchema = z.object({
  prompts: z.record(z.string(), CountsSchema),
  keys: z.record(z.string(), CountsSchema),
  /** As in `openai/edit`. */
  operations: z.record(z.string(), CountsSchema),
});
const RulesSchema = z.object({ rules: z.array(z.object({ applied: z.number() })) });
const HeldSchema = z.object({ calls: z.array(z.object({ prompt: z.string() })) });

export async function control(method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${config.sandboxUrl}/control/${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

export const addFaults = (...rules: FaultRule[]) => control('POST', 'faults', rules);
export const clearFaults = () => control('DELETE', 'faults');
/** How often each rule has applied. */
export async function countFaults(): Promise<number[]> {
  const { rules } = RulesSchema.parse(await control('GET', 'faults'));
  return rules.map(({ applied }) => applied);
}

export const releaseCalls = () => control('POST', 'release');
/** Ends all faults, and answers what they hold. */
export async function release(): Promise<void> {
  await clearFaults();
  await releaseCalls();
}
/** Stores the first images, of all tools or of one, and holds the others in storage, which has no call timeout. */
export function storeOnly(times: number, tool?: string): Promise<unknown> {
  const match = { operation: 'upload', ...(tool !== undefined && { promptIncludes: `/${tool}/` }) };
  return addFaults(
    { provider: 'cloudinary', match, times, fault: { kind: 'slow', ms: 0 } },
    { provider: 'cloudinary', match, fault: { kind: 'hold' } },
  );
}
/**
 * Draws a few variants of each picture and uses them again, for tests and benchmarks of many
 * pictures. `sharesPrompts`: the same variants for all prompts. Null draws each picture, as at the start.
 */
export const reuseDrawings = (variants: number | null, { sharesPrompts = false } = {}) =>
  control('POST', 'pictures', { variants, sharesPrompts });
export const setLatency = (ms: number) => control('POST', 'latency', { ms });

/** Counts calls whose prompt or image digest contains this text. */
export async function countCalls(mark: string): Promise<{ received: number; paid: number }> {
  const query = new URLSearchParams({ last: '0', promptIncludes: mark });
  const { prompts } = ReportSchema.parse(await control('GET', `calls?${query.toString()}`));
  const counts = Object.values(prompts);
  return {
    received: counts.reduce((sum, { received }) => sum + received, 0),
    paid: counts.reduce((sum, { paid }) => sum + paid, 0),
  };
}

/** Counts each provider's calls since the sandbox started, without key checks and fetched results. */
export async function countByProvider() {
  const { operations } = ReportSchema.parse(await control('GET', 'calls?last=0'));
  const count = (provider: string) => {
    const counts = Object.entries(operations).flatMap(([name, each]) =>
      name.startsWith(`${provider}/`) && !/\/(check|fetch)$/.test(name) ? each : [],
    );
    return {
      received: counts.reduce((sum, { received }) => sum + received, 0),
      paid: counts.reduce((sum, { paid }) => sum + paid, 0),
    };
  };
  return {
    openai: count('openai'),
    google: count('google'),
    stability: count('stability'),
    xai: count('xai'),
  };
}

/** Whether the sandbox holds a call whose prompt or asset path contains this text. */
export async function isHeld(text: string): Promise<boolean> {
  const { calls } = HeldSchema.parse(await control('GET', 'held'));
  return calls.some(({ prompt }) => prompt.includes(text));
}

/** Turns the media service's archives on or off, as not every account has them. */
export const setArchives = (deliversArchives: boolean) => control('POST', 'cloudinary', { deliversArchives });

/** The largest image that the media service takes; by default that of the free plan. */
export const setImageLimit = (imageMaxBytes = 10 * 1024 ** 2) =>
  control('POST', 'cloudinary', { imageMaxBytes });
