import type { SuggestionRequest, Suggestions } from '@portal/contracts/prompt-suggestions';
import type { PictureProvider, RegisteredModel } from '@portal/contracts/studio-settings';
import { z } from 'zod';
import { readBatchPage } from '../../batches/store/batch-store.ts';
import type { Clients } from '../../clients.ts';
import { AppError } from '../../platform/app-error.ts';
import { readProviderSettings } from '../../platform/config/config.ts';
import { nameWorker } from '../../platform/leases.ts';
import { logWarning } from '../../platform/logs/log.ts';
import { readToolSettings } from '../../platform/settings/tool-settings.ts';
import { writeText } from '../../providers/describe-picture.ts';
import type { TextRequest } from '../../providers/describe-request.ts';
import { callWithKeys, type NoKey, type PricedAnswer } from '../../providers/key-pool.ts';
import { findMaxTextUsage } from '../../providers/max-usage.ts';
import { findMaxCost, findModel, priceOf } from '../../providers/model-registry.ts';
import { describeFailure, type Usage } from '../../providers/provider-answer.ts';
import { waitForCounts } from '../../providers/statistics-store.ts';
import { NO_MICROS, sumMicros, toDollars, toMicros } from '../../spend/micros.ts';
import { chooseDistinct } from './choose-distinct.ts';
import { readSuggestions } from './read-suggestions.ts';
import {
  readEarlierSuggestions,
  settleSuggestions,
  startSuggestions,
  type NewSuggestions,
  type SuggestionOutcome,
} from './suggestion-store.ts';
import { writeRequests } from './write-requests.ts';

/** Hosting answers with 504 after 60 s. */
const MAX_CALL_MS = 45_000;
const MAX_BATCHES = 50;
/** Compared with each suggestion. */
const MAX_COMPARED = 2000;

/** Of one prompt: its share of the instructions and of thinking, and those that are left out. */
const EXPECTED_USAGE: Usage = { textInputTokens: 40, imageInputTokens: 0, outputTokens: 110 };

/** Expected dollars of one prompt, with the studio's provider. */
export async function readSuggestionPrice({ firestore }: Pick<Clients, 'firestore'>) {
  const { keywordProvider: provider } = await readToolSettings(firestore);
  const model = await findModel(firestore, `keywords-${provider}`);
  return { price: priceOf(EXPECTED_USAGE, model, 0), provider, model };
}

type Request = Pick<NewSuggestions, 'owner' | 'idempotencyKey' | 'request'>;

/** Asks the studio's text model, and charges the owner once. Throws if there is no result, with the reason for the person. */
export async function suggest(deps: Clients, asked: Request): Promise<Suggestions> {
  const { firestore } = deps;
  const { owner, request } = asked;
  const [{ price, provider, model }, earlier] = await Promise.all([
    readSuggestionPrice(deps),
    readEarlierPrompts(deps, owner),
  ]);
  const known = [...request.known, ...earlier].slice(0, MAX_COMPARED);
  const calls = writeRequests(request, known).map((text) => ({
    text,
    maxCost: findMaxCost(model, findMaxTextUsage(text, model)),
  }));
  const maxCost = sumMicros(...calls.map((call) => call.maxCost));
  const started = await startSuggestions(firestore, { ...asked, worker: nameWorker(), maxCost });
  if ('suggestions' in started) return started;

  const signal = AbortSignal.timeout(MAX_CALL_MS);
  const answers = await Promise.all(calls.map((call) => ask(deps, provider, model, call, signal)));
  const cost = sumMicros(...answers.map((answer) => ('cost' in answer ? answer.cost : NO_MICROS)));
  const outcome = concludeAnswers(answers, request, known, toDollars(cost));
  await settleSuggestions(firestore, started, outcome, cost, toMicros(price * request.count));
  await waitForCounts(firestore);
  if (outcome.kind === 'failed') throw new AppError('conflict', outcome.reason);
  return outcome.result;
}

type Answer = PricedAnswer<string> | NoKey;

const ask = (
  deps: Clients,
  provider: PictureProvider,
  model: RegisteredModel,
  { text, maxCost }: { text: TextRequest; maxCost: NewSuggestions['maxCost'] },
  signal: AbortSignal,
): Promise<Answer> =>
  callWithKeys(deps, {
    provider,
    settings: readProviderSettings(provider),
    call: (access) => writeText(access, provider, text, model.upstreamModel, signal),
    // The flat price of the model is that of a picture's texts.
    price: (usage) => (usage ? priceOf(usage, model, 0) : toDollars(maxCost)),
    maxCost,
    onSend: () => undefined,
  });

function concludeAnswers(
  answers: readonly Answer[],
  request: SuggestionRequest,
  known: readonly string[],
  cost: number,
): SuggestionOutcome {
  const failed = answers.filter((answer) => answer.kind !== 'made');
  for (const answer of failed) {
    if ('detail' in answer) logWarning('Prompts could not be suggested.', undefined, { ...answer });
  }
  const lists = answers.map((answer) => (answer.kind === 'made' ? readSuggestions(answer.made) : []));
  const chosen = chooseDistinct(takeInTurn(lists), request, known);
  if (chosen.suggestions.length > 0) return { kind: 'done', result: { ...chosen, cost } };
  if (chosen.leftOut > 0) return { kind: 'failed', reason: ALL_LEFT_OUT };
  const [first] = failed;
  return { kind: 'failed', reason: first ? describe(first) : UNUSABLE };
}

/** One of each list, then the next of each: if too many were written, no angle is left out. */
const takeInTurn = <Item>(lists: readonly (readonly Item[])[]): Item[] =>
  Array.from({ length: Math.max(0, ...lists.map((list) => list.length)) }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();

const ALL_LEFT_OUT =
  'All suggestions were like prompts that you have, or had words that must not appear. Change the theme or the words.';
const UNUSABLE = 'The answer of the model could not be used. Ask again, or change the theme.';
const REFUSED = 'The provider refused this under its content rules. Change the theme or the words.';
const NO_ANSWER = 'The provider had an internal error, or took too long. Ask again in a few minutes.';
const NO_KEY = 'No key of the provider can be used now. Try again later, or ask an admin.';

function describe(answer: Exclude<Answer, { kind: 'made' }>): string {
  if (answer.kind === 'no-key') return NO_KEY;
  if (answer.kind === 'refused') return REFUSED;
  // Their reasons name another model, which an artist cannot choose here.
  if (answer.kind === 'unavailable' || answer.kind === 'broken-off') return NO_ANSWER;
  return describeFailure(answer.kind).reason;
}

const SettingsSchema = z.object({
  prompt: z.string(),
  prompts: z.array(z.object({ prompt: z.string() })).default([]),
});

/** Prompts of the person's latest batches and suggestions, as long as these are kept. */
async function readEarlierPrompts({ firestore }: Clients, owner: string): Promise<string[]> {
  const [{ batches }, suggested] = await Promise.all([
    readBatchPage(firestore, owner, { tool: 'image-generator', limit: MAX_BATCHES }),
    readEarlierSuggestions(firestore, owner),
  ]);
  const made = batches.flatMap(({ settings }) => {
    const { data } = SettingsSchema.safeParse(settings);
    return data ? [data.prompt, ...data.prompts.map(({ prompt }) => prompt)] : [];
  });
  return [...new Set([...suggested, ...made])];
}
