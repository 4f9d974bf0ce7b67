/** Fault rules: what fails, for which calls and how often. */
import { z } from 'zod';
import { Random } from '../random.ts';
import { providers } from '../settings.ts';

/** Whether the work is done and charged before the fault shows. */
const paid = z.boolean().optional();

const FaultSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rate-limit'), retryAfterSeconds: z.number().nonnegative(), paid }),
  z.strictObject({ kind: z.literal('server-error'), status: z.int().min(400).max(599).default(500), paid }),
  /** Default: the provider does not know the key. `unverified` is OpenAI's. */
  z.strictObject({
    kind: z.literal('key-rejected'),
    reason: z.enum(['no-credit', 'unverified']).optional(),
    paid,
  }),
  /** `reason` selects one of the provider's ways to refuse. */
  z.strictObject({ kind: z.literal('refusal'), reason: z.string().optional(), paid }),
  z.strictObject({ kind: z.literal('time-out'), paid }),
  z.strictObject({ kind: z.literal('reset'), at: z.enum(['before', 'after', 'mid-body']).default('before') }),
  z.strictObject({ kind: z.literal('truncate'), paid }),
  z.strictObject({ kind: z.literal('wrong-content'), paid }),
  z.strictObject({ kind: z.literal('broken-json'), paid }),
  /** Replaces the text of a description; other operations ignore it. */
  z.strictObject({ kind: z.literal('says'), text: z.string() }),
  z.strictObject({ kind: z.literal('slow'), ms: z.number().nonnegative() }),
  z.strictObject({ kind: z.literal('hold'), at: z.enum(['before', 'after']).default('before') }),
]);
export type Fault = z.infer<typeof FaultSchema>;

export const FaultRuleSchema = z.strictObject({
  provider: z.enum(providers),
  match: z
    .strictObject({
      /** All of them, if several. */
      promptIncludes: z.union([z.string(), z.array(z.string())]),
      key: z.string(),
      operation: z.enum([
        'generate',
        'edit',
        'describe',
        'check',
        'fetch',
        'batch',
        'batch-create',
        'batch-results',
        'upload',
        'admin',
        'archive',
        'delivery',
      ]),
    })
    .partial()
    .default({}),
  times: z.int().positive().optional(),
  probability: z.number().min(0).max(1).default(1),
  seed: z.union([z.number(), z.string()]).default(0),
  fault: FaultSchema,
});
export type FaultRule = z.infer<typeof FaultRuleSchema>;
export type Operation = NonNullable<FaultRule['match']['operation']>;

export interface FaultTarget {
  provider: FaultRule['provider'];
  operation: Operation;
  prompt: string;
  key: string;
}

export class Faults {
  #rules: { rule: FaultRule; matched: number; applied: number }[] = [];

  add(rules: readonly FaultRule[]): void {
    this.#rules.push(...rules.map((rule) => ({ rule, matched: 0, applied: 0 })));
  }

  clear(): void {
    this.#rules = [];
  }

  list() {
    return this.#rules;
  }

  /** Returns the fault of the first rule that applies, and counts its use. */
  take(target: FaultTarget): Fault | undefined {
    for (const entry of this.#rules) {
      const { rule } = entry;
      if (entry.applied === rule.times || !matches(rule, target)) continue;
      entry.matched += 1;
      if (!new Random(`${rule.seed}/${entry.matched}`).chance(rule.probability)) continue;
      entry.applied += 1;
      return rule.fault;
    }
    return undefined;
  }
}

/** Free calls that start or follow other work. How many there are depends on the time that it takes. */
export const isFollowUp = (operation: Operation): boolean =>
  operation === 'fetch' || operation.startsWith('batch');

function matches({ provider, match, fault }: FaultRule, target: FaultTarget): boolean {
  return (
    (!isFollowUp(target.operation) || match.operation === target.operation) &&
    (fault.kind !== 'says' || target.operation === 'describe') &&
    provider === target.provider &&
    (match.operation === undefined || match.operation === target.operation) &&
    (match.key === undefined || match.key === target.key) &&
    [match.promptIncludes ?? []].flat().every((text) => target.prompt.includes(text))
  );
}
