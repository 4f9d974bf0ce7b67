/** What people send during a phase, and when processes are killed. */
import { providerNames, type ProviderName } from '../support/generator.ts';
import type { Random } from './random.ts';

export type Work =
  | { kind: 'generate'; provider: ProviderName; isHalfPrice?: true }
  | { kind: 'keywords' | 'stylize' | 'upscale' | 'job' };

export interface Submission {
  /** Identifies it, also for the server: the key that a repeated request has. */
  key: string;
  person: number;
  /** Milliseconds after the start of the phase. */
  atMs: number;
  work: Work;
  /** Pictures. */
  quantity: number;
}

interface Size {
  users: number;
  batches: number;
  phaseMs: number;
}

const HALF_PRICE_PROVIDERS = ['openai', 'google'] as const;
const SPECIAL_EVERY = 5;
/** Nothing is sent in the last part of a phase. */
const SENDING_SHARE = 0.9;
const MAX_QUANTITY = 4;
/** Pictures are uploaded. */
const MAX_PICTURES = 3;
/** Of a schedule, until it is killed. */
export const MAX_WORK_MS = 500;

/** The works of ten batches. One of five people starts a job, another one asks for half price. */
function listWorks(person: number, random: Random): Work[] {
  const provider = HALF_PRICE_PROVIDERS[random.integer(0, 1)] ?? 'openai';
  const special: Record<number, Work> = {
    0: { kind: 'job' },
    1: { kind: 'generate', provider, isHalfPrice: true },
  };
  return random.shuffle<Work>([
    special[person % SPECIAL_EVERY] ?? { kind: 'upscale' },
    ...providerNames.map((name) => ({ kind: 'generate', provider: name }) as const),
    { kind: 'upscale' },
    { kind: 'keywords' },
    { kind: 'keywords' },
    { kind: 'stylize' },
    { kind: 'stylize' },
  ]);
}

/** Each person sends one batch after the other, at any moment of its share of the time. */
export function planSubmissions(
  name: string,
  { users, batches, phaseMs }: Size,
  random: Random,
): Submission[] {
  const spanMs = (phaseMs * SENDING_SHARE) / batches;
  return Array.from({ length: users }, (_, person) => {
    const works = listWorks(person, random);
    return Array.from({ length: batches }, (__, index): Submission => {
      const work = works[index % works.length] ?? { kind: 'upscale' };
      return {
        key: `${name}-${person}-${index}`,
        person,
        atMs: (index + random.next()) * spanMs,
        work,
        quantity: random.integer(1, work.kind === 'generate' ? MAX_QUANTITY : MAX_PICTURES),
      };
    });
  }).flat();
}

export interface PlannedKill {
  process: string;
  /** Milliseconds after the start of the phase: it is killed when it next has work, if that is before the end. */
  fromMs: number;
  untilMs: number;
  /** How long it works before, if it has work only for this. */
  workMs: number;
}

/** Each process is killed once in each share of the time. */
export function planKills(
  processes: readonly string[],
  { kills, phaseMs }: { kills: number; phaseMs: number },
  random: Random,
): PlannedKill[] {
  const spanMs = (phaseMs * SENDING_SHARE) / kills;
  return processes.flatMap((name) =>
    Array.from({ length: kills }, (_, index) => ({
      process: name,
      fromMs: (index + random.next() / 2) * spanMs,
      untilMs: (index + 1) * spanMs,
      workMs: random.next() * MAX_WORK_MS,
    })),
  );
}
