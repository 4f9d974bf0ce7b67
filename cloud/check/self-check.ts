/** What only the deployed server can check: its queues, keys and services. It is asked with a one-time ticket. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SelfCheckSchema, startSelfCheck, TICKETS, type SelfCheck } from '@portal/contracts/self-check';
import { z } from 'zod';
import { logsCommand } from './commands.ts';
import { explainDelivery, explainEnqueue } from './queue-problems.ts';
import { readResponse } from '../google-api.ts';
import { failed, passed, type Row } from './report.ts';
import type { Target } from './target.ts';

const TICKET_LIFE_MS = 15 * 60_000;
const TIMEOUT_MS = 60_000;
/** A function that was not used for a while needs seconds to start, one with the model more. */
const ARRIVAL_WITHIN_MS = 120_000;
const POLL_EVERY_MS = 500;

const ArrivalsSchema = z.object({
  fields: z.object({
    arrivals: z
      .object({ mapValue: z.object({ fields: z.record(z.string(), z.unknown()).default({}) }) })
      .optional(),
  }),
});

export async function runSelfCheck(target: Target): Promise<Row[]> {
  const { google, project, url, urls } = target;
  const id = randomUUID();
  const tickets = `${urls.firestore}/v1/projects/${project}/databases/(default)/documents/${TICKETS}`;
  await google.call(z.unknown(), 'POST', `${tickets}?documentId=${id}`, {
    fields: { expiresAt: { timestampValue: new Date(Date.now() + TICKET_LIFE_MS).toISOString() } },
  });
  try {
    const answer = await fetch(url + startSelfCheck.path, {
      method: startSelfCheck.method,
      headers: { authorization: `Ticket ${id}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { health, media, keys, queues } = SelfCheckSchema.parse(await readResponse(answer));
    const enqueued = queues.filter(({ problem }) => problem === null).map(({ name }) => name);
    const arrived = await waitForArrivals(target, `${tickets}/${id}`, enqueued);
    return [
      ...health.map(({ name, isOk }) =>
        isOk
          ? passed(`server: ${name}`, 'answers')
          : failed(`server: ${name}`, 'does not answer', logsCommand(target, 'api')),
      ),
      describeMedia(target, media),
      ...keys.map((key) => describeKeys(key)),
      ...(await Promise.all(queues.map((queue) => describeQueue(target, id, queue, arrived)))),
    ];
  } finally {
    await google.call(z.unknown(), 'DELETE', `${tickets}/${id}`);
  }
}

async function waitForArrivals(
  { google }: Target,
  ticket: string,
  queues: readonly string[],
): Promise<ReadonlySet<string>> {
  const giveUpAt = Date.now() + ARRIVAL_WITHIN_MS;
  for (;;) {
    const { fields } = await google.call(ArrivalsSchema, 'GET', ticket);
    const arrived = new Set(Object.keys(fields.arrivals?.mapValue.fields ?? {}));
    if (queues.every((name) => arrived.has(name)) || Date.now() > giveUpAt) return arrived;
    await sleep(POLL_EVERY_MS);
  }
}

async function describeQueue(
  target: Target,
  task: string,
  { name, problem }: SelfCheck['queues'][number],
  arrived: ReadonlySet<string>,
): Promise<Row> {
  const check = `queue: ${name}`;
  if (problem !== null)
    return failed(check, `no task could be enqueued: ${problem}`, explainEnqueue(target, name, problem));
  if (arrived.has(name)) return passed(check, 'delivered a task');
  const { detail, todo } = await explainDelivery(target, name, task);
  return failed(check, detail, todo);
}

const describeMedia = (target: Target, problem: SelfCheck['media']): Row =>
  problem === null
    ? passed('cloudinary', 'stored, read and deleted an image')
    : failed(
        'cloudinary',
        `could not ${problem} an image`,
        `Check "cloudinary" in the secret PROVIDER_KEYS (docs/operations/rotate-keys.md) and the limits (docs/operations/cloudinary-limit.md). ${logsCommand(target, 'api')}`,
      );

function describeKeys({
  provider,
  totalKeys,
  activeKeys,
  outKeys,
  isAnswered,
}: SelfCheck['keys'][number]): Row {
  const check = `keys: ${provider}`;
  if (totalKeys === 0) return passed(check, 'unused: no keys');
  if (!isAnswered) {
    return failed(check, 'the provider did not answer', 'See docs/operations/provider-outage.md.');
  }
  const detail = `${activeKeys} of ${totalKeys} usable, ${outKeys} rejected`;
  return activeKeys > 0 && outKeys === 0
    ? passed(check, detail)
    : failed(
        check,
        detail,
        'Replace the keys that API Management shows as rejected (docs/operations/rotate-keys.md).',
      );
}
