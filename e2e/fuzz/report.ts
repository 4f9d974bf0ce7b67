/** What a run has seen, as text. */
import { encodeBody, fillPath, type Draft } from './draft.ts';
import { isSuccess } from './judge.ts';
import { routes } from './routes.ts';
import type { Fault } from './run-fuzz.ts';
import type { Answer } from './send.ts';

interface RouteCount {
  valid: number;
  /** Valid requests that were successful. */
  accepted: number;
  mutated: number;
  /** Mutated requests that were successful. */
  tolerated: number;
}

export type Tally = ReturnType<typeof createTally>;

export function createTally() {
  const byStatus = new Map<string, number>();
  const byRoute = new Map(
    routes.map(({ name }): [string, RouteCount] => [
      name,
      { valid: 0, accepted: 0, mutated: 0, tolerated: 0 },
    ]),
  );
  const refusals = new Map<string, string>();
  let slowest = { milliseconds: 0, name: 'none' };

  function add({ route, mutations }: Draft, answer: Answer | { failure: string }): void {
    const status = 'failure' in answer ? 'none' : String(answer.status);
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    const isAccepted = !('failure' in answer) && (isSuccess(answer) || answer.status === 304);
    const count = byRoute.get(route.name);
    if (!count) return;
    if (mutations.length === 0) {
      count.valid += 1;
      count.accepted += Number(isAccepted);
      if (!isAccepted && !('failure' in answer))
        refusals.set(route.name, `${status} ${answer.bytes.toString('utf8', 0, 300)}`);
    } else {
      count.mutated += 1;
      count.tolerated += Number(isAccepted);
    }
    if (!('failure' in answer) && answer.milliseconds > slowest.milliseconds) {
      slowest = { milliseconds: Math.round(answer.milliseconds), name: route.name };
    }
  }

  /** Routes whose valid requests were all refused, with the last refusal. */
  const listUnreached = (): string[] =>
    [...byRoute].flatMap(([name, { valid, accepted }]) =>
      valid > 0 && accepted === 0 ? `${name}: ${refusals.get(name) ?? 'no answer'}` : [],
    );

  const describe = (): string =>
    [
      'valid: 2xx/sent   mutated: 2xx/sent   route',
      ...[...byRoute].map(([name, { valid, accepted, mutated, tolerated }]) =>
        [`${accepted}/${valid}`.padStart(16), `${tolerated}/${mutated}`.padStart(18), `   ${name}`].join(' '),
      ),
      `Answers: ${[...byStatus]
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([status, count]) => `${count} x ${status}`)
        .join(', ')}`,
      `Slowest answer: ${slowest.milliseconds} ms, ${slowest.name}`,
    ].join('\n');

  return { add, listUnreached, describe };
}

const MAX_BODY = 2000;

export function describeFault(seed: number, { number, what, draft }: Fault): string {
  const { method, headers, mutations, body } = draft;
  const encoded = encodeBody(body);
  const text = encoded instanceof FormData ? JSON.stringify([...encoded]) : (encoded ?? '');
  return [
    `Request ${number} of seed ${seed} ${what}`,
    `  ${method} ${fillPath(draft)}`,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value.slice(0, 200)}`),
    `  body: ${text.slice(0, MAX_BODY)}${text.length > MAX_BODY ? ` (${text.length} characters)` : ''}`,
    `  mutations: ${mutations.join(', ') || 'none'}`,
    `  again: npm run test:fuzz -- --seed ${seed} --requests ${number + 1} --only ${number}`,
  ].join('\n');
}
