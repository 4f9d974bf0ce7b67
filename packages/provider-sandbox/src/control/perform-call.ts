import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { bytesReply, type Reply } from '../http/reply.ts';
import { resetConnection, waitForDisconnect, sendReply } from '../http/send-reply.ts';
import type { Provider } from '../settings.ts';
import type { Call, Calls } from './calls.ts';
import type { Fault, Faults, Operation } from './faults.ts';
import type { Holds } from './holds.ts';
import type { Latency } from './latency.ts';

/** A provider's replies for errors that every provider has. */
export interface ErrorReplies {
  rateLimited(retryAfterSeconds: number): Reply;
  failed(status: number): Reply;
  keyRejected(key: string, reason?: 'no-credit' | 'unverified'): Reply;
  refused(reason: string | undefined): Reply;
}

export interface Plan {
  provider: Provider;
  operation: Operation;
  /** Identifies the call in fault rules and reports: the prompt, or the path of an asset. */
  prompt: string;
  key: string;
  errors: ErrorReplies;
  /** Calls `charge` once the result is there. `scriptedText` replaces the text of a description. */
  work(call: Call, charge: () => void, scriptedText: string | undefined): Promise<Reply>;
}

export interface CallControl {
  calls: Calls;
  faults: Faults;
  holds: Holds;
  latency: Latency;
  /** Aborted when the sandbox closes. */
  stopped: AbortSignal;
}

/**
 * Runs one call from arrival to reply, with the scripted fault. As at a real provider, work continues and is charged after
 * the client disconnects.
 */
export async function performCall(control: CallControl, plan: Plan, response: ServerResponse): Promise<void> {
  const { calls, faults, holds, latency, stopped } = control;
  const call = calls.receive(plan.provider, plan.operation, plan.prompt, plan.key);
  let fault = faults.take(call);
  call.fault = fault?.kind ?? null;
  if (fault?.kind === 'hold' && fault.at === 'before') {
    await holds.wait(call);
    // The rules may have changed.
    fault = faults.take(call) ?? fault;
    call.fault = fault.kind;
  }
  if (fault?.kind === 'slow') await sleep(fault.ms, undefined, { signal: stopped });
  // Fetching a result is fast.
  if (plan.operation !== 'fetch') await latency.wait(call, stopped);
  const scriptedText = fault?.kind === 'says' ? fault.text : undefined;
  const answer = doesWork(fault) ? await plan.work(call, () => calls.charge(call), scriptedText) : undefined;
  if (fault?.kind === 'hold' && fault.at === 'after') await holds.wait(call);
  await finishCall(calls, call, response, fault, plan, answer);
}

export function doesWork(fault: Fault | undefined): boolean {
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

export async function finishCall(
  calls: Calls,
  call: Call,
  response: ServerResponse,
  fault: Fault | undefined,
  { errors, key }: Plan,
  answer: Reply | undefined,
): Promise<void> {
  if (fault?.kind === 'time-out' || fault?.kind === 'reset') {
    if (fault.kind === 'time-out') await waitForDisconnect(response);
    else await resetConnection(response, fault.at === 'mid-body' ? answer : undefined);
    calls.finish(call, null, false);
    return;
  }
  const said = applyFault(fault, errors, key, answer);
  calls.finish(call, said.status, await sendReply(response, said));
}

export function applyFault(
  fault: Exclude<Fault, { kind: 'time-out' | 'reset' }> | undefined,
  errors: ErrorReplies,
  key: string,
  answer: Reply | undefined,
): Reply {
  switch (fault?.kind) {
    case 'rate-limit':
      return errors.rateLimited(fault.retryAfterSeconds);
    case 'server-error':
      return errors.failed(fault.status);
    case 'key-rejected':
      return errors.keyRejected(key, fault.reason);
    case 'refusal':
      return errors.refused(fault.reason);
    case 'wrong-content':
      return bytesReply(Buffer.from('<!doctype html><title>Welcome</title><p>Please sign in.'), 'text/html');
    case 'broken-json':
      return bytesReply(Buffer.from('{"created": 1790000000, "data": [{"b64'), 'application/json');
    case 'truncate':
      return truncate(answer);
    default:
      return answer ?? errors.failed(500);
  }
}

/** A complete HTTP response with half of the content. */
function truncate(answer: Reply | undefined): Reply {
  if (!answer || !(answer.body instanceof Buffer))
    return bytesReply(Buffer.alloc(0), 'application/octet-stream');
  return { ...answer, body: answer.body.subarray(0, Math.floor(answer.body.length / 2)) };
}
