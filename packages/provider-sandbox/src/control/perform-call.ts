import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { bytesAnswer, type Answer } from '../http/answer.ts';
import { breakConnection, neverAnswer, sendAnswer } from '../http/send-answer.ts';
import type { Provider } from '../settings.ts';
import type { Call, Calls } from './calls.ts';
import type { Fault, Faults, Operation } from './faults.ts';
import type { Holds } from './holds.ts';
import type { Latency } from './latency.ts';

/** How a service says what every service can say. */
export interface ErrorAnswers {
  rateLimited(retryAfterSeconds: number): Answer;
  failed(status: number): Answer;
  keyRejected(key: string): Answer;
  refused(reason: string | undefined): Answer;
}

export interface Plan {
  provider: Provider;
  operation: Operation;
  /** What tests tell calls apart by: the prompt, or the path of an asset. */
  prompt: string;
  key: string;
  errors: ErrorAnswers;
  /**
   * Does what was asked for; `pay` says how many answers were made and charged; `said` is what a test wants a model to
   * say.
   */
  work(call: Call, pay: (answers: number) => void, said: string | undefined): Promise<Answer>;
}

export interface CallControl {
  calls: Calls;
  faults: Faults;
  holds: Holds;
  latency: Latency;
  /** The sandbox ends: nobody waits any longer. */
  stopped: AbortSignal;
}

/**
 * One call, from its arrival to its answer, with the fault that a test asked for. The work goes on when the client has
 * gone: so it does at a provider, and it is charged.
 */
export async function performCall(control: CallControl, plan: Plan, response: ServerResponse): Promise<void> {
  const { calls, faults, holds, latency, stopped } = control;
  const call = calls.receive(plan.provider, plan.operation, plan.prompt, plan.key);
  const fault = faults.take(call);
  call.fault = fault?.kind ?? null;
  if (fault?.kind === 'hold' && fault.at === 'before') await holds.wait(call);
  if (fault?.kind === 'slow') await sleep(fault.ms, undefined, { signal: stopped });
  await latency.wait(call, stopped);
  const said = fault?.kind === 'says' ? fault.text : undefined;
  const answer = worksWith(fault)
    ? await plan.work(call, (answers) => calls.pay(call, answers), said)
    : undefined;
  if (fault?.kind === 'hold' && fault.at === 'after') await holds.wait(call);
  await conclude(calls, call, response, fault, plan, answer);
}

function worksWith(fault: Fault | undefined): boolean {
  if (!fault) return true;
  switch (fault.kind) {
    case 'slow':
    case 'hold':
    case 'says':
      return true;
    case 'reset':
      return fault.at !== 'before';
    case 'truncate':
    case 'wrong-content':
    case 'broken-json':
      return fault.paid ?? true;
    default:
      return fault.paid ?? false;
  }
}

async function conclude(
  calls: Calls,
  call: Call,
  response: ServerResponse,
  fault: Fault | undefined,
  { errors, key }: Plan,
  answer: Answer | undefined,
): Promise<void> {
  if (fault?.kind === 'time-out' || fault?.kind === 'reset') {
    if (fault.kind === 'time-out') await neverAnswer(response);
    else await breakConnection(response, fault.at === 'mid-body' ? answer : undefined);
    calls.finish(call, null, false);
    return;
  }
  const said = distort(fault, errors, key, answer);
  calls.finish(call, said.status, await sendAnswer(response, said));
}

function distort(
  fault: Exclude<Fault, { kind: 'time-out' | 'reset' }> | undefined,
  errors: ErrorAnswers,
  key: string,
  answer: Answer | undefined,
): Answer {
  switch (fault?.kind) {
    case 'rate-limit':
      return errors.rateLimited(fault.retryAfterSeconds);
    case 'server-error':
      return errors.failed(fault.status);
    case 'key-rejected':
      return errors.keyRejected(key);
    case 'refusal':
      return errors.refused(fault.reason);
    case 'wrong-content':
      return bytesAnswer(Buffer.from('<!doctype html><title>Welcome</title><p>Please sign in.'), 'text/html');
    case 'broken-json':
      return bytesAnswer(Buffer.from('{"created": 1790000000, "data": [{"b64'), 'application/json');
    case 'truncate':
      return truncate(answer);
    default:
      return answer ?? errors.failed(500);
  }
}

/** Half of the body, in an answer that is otherwise whole: only its content tells. */
function truncate(answer: Answer | undefined): Answer {
  if (!answer || !(answer.body instanceof Buffer))
    return bytesAnswer(Buffer.alloc(0), 'application/octet-stream');
  return { ...answer, body: answer.body.subarray(0, Math.floor(answer.body.length / 2)) };
}
