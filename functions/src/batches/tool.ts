import type { ToolName } from '@portal/contracts/batches';
import type { Transaction } from 'firebase-admin/firestore';
import type { z } from 'zod';
import type { Deps } from '../deps.ts';
import type { MadeImage, ProviderFailure } from '../providers/provider-answer.ts';
import type { QueueName } from './queues.ts';

/** How an attempt at an item ended. `wait`: nobody was called, because no key could be used. */
export type Attempt =
  | { kind: 'made'; made: MadeImage; cost: number }
  | { kind: 'wait'; until: Date | undefined }
  | ProviderFailure;

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

/** What a tool adds to the engine that all tools share. */
export interface Tool<Settings = unknown> {
  readonly name: ToolName;
  readonly settings: z.ZodType<Settings>;
  /** Where its items wait: one queue per kind of work, so that a slow provider holds up nothing else. */
  queueOf(settings: Settings): QueueName;
  /** Dollars that one item should cost. */
  estimate(deps: Deps, settings: Settings): Promise<number>;
  /** Asked before anything may leave: undefined when a call can be made now. */
  findWait(deps: Deps, settings: Settings): Promise<{ until: Date | undefined } | undefined>;
  /** One attempt. It keeps to the signal, and never calls again what may have been paid for. */
  attempt(deps: Deps, settings: Settings, variant: number, signal: AbortSignal): Promise<Attempt>;
  readonly allowance?: Allowance<Settings>;
}

/** The engine holds tools of any settings; each parses what it is given with its own schema. */
export const defineTool = <Settings>(tool: Tool<Settings>): Tool<Settings> => tool;
