import type { ToolName } from '@portal/contracts/batches';
import type { Transaction } from 'firebase-admin/firestore';
import type { z } from 'zod';
import type { Deps } from '../deps.ts';
import type { MadeImage, ProviderFailure } from '../providers/provider-answer.ts';
import type { Micros } from '../spend/micros.ts';
import type { Original } from '../uploads/inspect-picture.ts';
import type { ItemTexts } from './store/batch-record.ts';
import type { Batch } from './store/batch-store.ts';
import type { QueueName } from '../platform/queues.ts';

/**
 * How an attempt at an item ended: with an image, or with something in words. `wait`: nobody was called, because no key could be used. `impossible`: no attempt would
 * be better; the reason is for the person.
 */
export type Attempt =
  | { kind: 'made'; made: MadeImage; cost: Micros }
  | { kind: 'written'; texts: ItemTexts; cost: Micros }
  /** The answer was paid for and is of no use; another may be better. */
  | { kind: 'useless'; reason: string; cost: Micros }
  | { kind: 'wait'; until: Date | undefined }
  | { kind: 'impossible'; reason: string }
  /** The uploaded picture: the tool was not called. */
  | { kind: 'unreadable'; reason: string }
  /** `cost`: what the attempt's calls cost, or may have cost at most. */
  | (ProviderFailure & { cost?: Micros });

/** A daily allowance: a batch takes its whole quantity when it is created, and gives back what it did not use. */
export interface Allowance<Settings> {
  /** Reads, and says what to write once all is read; throws when there is not enough left. Answers the day. */
  take(
    deps: Deps,
    transaction: Transaction,
    settings: Settings,
    count: number,
  ): Promise<{ day: string; write: () => void } | undefined>;
  giveBack(deps: Deps, transaction: Transaction, day: string, count: number): void;
}

/** One item, ready to be worked on. */
export interface Work<Settings> {
  settings: Settings;
  variant: number;
  /** What the person uploaded, of tools that work on pictures. */
  picture: Original | undefined;
  /** What the person calls it. */
  fileName: string | undefined;
  /** The name that its image will be stored under. */
  publicId: string;
  signal: AbortSignal;
  /** Called right before a request that may be charged leaves: an error before it costs nothing. */
  onSend: () => void;
}

/** A file of a batch's ZIP. */
export interface ZipEntry {
  name: string;
  bytes: number;
  /** Of the picture: the ZIP shows it in UTC. */
  date: Date;
  open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
}

/** What a tool adds to the engine that all tools share. */
export interface Tool<Settings extends object = object> {
  readonly name: ToolName;
  readonly settings: z.ZodType<Settings>;
  /** Where its items wait: one queue per kind of work, so that a slow provider holds up nothing else. */
  queueOf(settings: Settings): QueueName;
  /** Dollars that one item should cost. */
  estimate(deps: Deps, settings: Settings): Promise<number>;
  /** The most that one attempt can cost. */
  findMaxCost(deps: Deps, settings: Settings): Promise<Micros>;
  /** Asked before anything may leave: undefined when a call can be made now. */
  findWait(deps: Deps, settings: Settings): Promise<{ until: Date | undefined } | undefined>;
  /**
   * Whether an attempt may cost something: then it is noted before, and never made again unless a person asks for it. Free
   * work is done again soon after its worker crashed.
   */
  readonly isCharged: boolean;
  /** How long an attempt may take, where it is not what a provider's call may. */
  timeLimitMs?(): number;
  /** One attempt. It keeps to the signal, and never calls again what may have been paid for. */
  attempt(deps: Deps, work: Work<Settings>): Promise<Attempt>;
  /** Else it writes: then nothing is stored that would tell how a lost call ended. */
  readonly makesImages: boolean;
  /** Takes the first image of an animation, rather than refusing it; of tools that work on pictures. */
  readonly takesAnimated?: boolean;
  /** What a batch's ZIP holds; some tools let the person choose how the files are named. */
  listFiles(deps: Deps, batch: Batch, naming: string | undefined): Promise<ZipEntry[]>;
  /** What follows the batch's name in its ZIP's, as in `_images`. */
  readonly zipSuffix: string;
  readonly allowance?: Allowance<Settings>;
}

/** Of a tool that works on pictures: its batches have one for each item. */
export function requirePicture({ picture }: Work<object>): Original & Pick<MadeImage, 'contentType'> {
  if (!picture || picture.contentType === 'image/gif') throw new Error('There is no picture to work on.');
  return { ...picture, contentType: picture.contentType };
}

export type FindTool = (name: ToolName) => Tool;

/** The engine holds tools of any settings; each parses what it is given with its own schema. */
export const defineTool = <Settings extends object>(tool: Tool<Settings>): Tool<Settings> => tool;
