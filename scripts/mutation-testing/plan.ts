/** What one run of a test file has to do, and what it has found out: a line of JSON for each step. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const LimitSchema = z.object({ ms: z.number(), hits: z.number() });

export const PlanSchema = z.object({
  /** Note what each test covers, try several mutants on each test, or try one that is active while modules load. */
  kind: z.enum(['cover', 'try', 'load']),
  log: z.string(),
  loadedMutant: z.number().optional(),
  /** The mutants to try, by the id of the test. */
  attempts: z.record(z.string(), z.array(z.number())),
  limits: z.record(z.string(), LimitSchema),
  /** Where the mutants run: with the tests, in the functions of a portal (which read this folder), or in its pages. */
  place: z.union([z.literal('here'), z.literal('pages'), z.object({ folder: z.string() })]),
});
export type Plan = z.infer<typeof PlanSchema>;

export const TestFactsSchema = z.object({
  type: z.literal('test'),
  id: z.string(),
  file: z.string(),
  title: z.string(),
  passed: z.boolean(),
  error: z.string().optional(),
  ms: z.number(),
  hits: z.number(),
  covered: z.array(z.number()),
});
export type TestFacts = z.infer<typeof TestFactsSchema>;

const VerdictSchema = z.enum(['killed', 'survived', 'unsure']);
export type Verdict = z.infer<typeof VerdictSchema>;

const StepSchema = z.discriminatedUnion('type', [
  TestFactsSchema,
  z.object({ type: z.literal('loaded'), file: z.string(), covered: z.array(z.number()) }),
  /** Also fails without a mutant. */
  z.object({ type: z.literal('broken'), test: z.string() }),
  z.object({ type: z.literal('start'), mutant: z.number(), test: z.string() }),
  /** `unsure`: the test also fails without the mutant now, so that an earlier mutant may be the cause. */
  z.object({
    type: z.literal('end'),
    mutant: z.number(),
    test: z.string(),
    verdict: VerdictSchema,
    ms: z.number(),
  }),
]);
export type Step = z.infer<typeof StepSchema>;

export const addStep = (log: string, step: Step): void => appendFileSync(log, `${JSON.stringify(step)}\n`);

export function readSteps(log: string): Step[] {
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => StepSchema.parse(JSON.parse(line)));
}
