import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '../http/reply.ts';
import type { Call } from './calls.ts';
import type { Fault } from './faults.ts';
import { doesWork, finishCall, type CallControl, type Plan } from './perform-call.ts';

/** Work that goes on after the reply to its request. */
export interface BackgroundWork {
  accepted: Reply;
  cancelled: AbortSignal;
  start(): void;
  finish(answer: Reply): void;
}

/** Of the time that the work takes: until the request is accepted. */
const ACCEPT_PART = 0.1;

/** Faults of the work, which show in its result. All others hit the request that starts it. */
const isOfWork = (fault: Fault | undefined): boolean =>
  fault !== undefined && ['refusal', 'says', 'slow', 'hold'].includes(fault.kind);

/** Accepts a request, and works on it after the reply. The work is charged even if nobody fetches its result. */
export async function performInBackground(
  control: CallControl,
  plan: Plan,
  open: () => BackgroundWork,
  response: ServerResponse,
): Promise<void> {
  const { calls, faults, latency, stopped } = control;
  const call = calls.receive(plan.provider, plan.operation, plan.prompt, plan.key);
  const fault = faults.take(call);
  call.fault = fault?.kind ?? null;
  await latency.wait(call, stopped, ACCEPT_PART);
  const ofWork = isOfWork(fault) ? fault : undefined;
  let accepted: Reply | undefined;
  let working: Promise<void> | undefined;
  if (ofWork || doesWork(fault)) {
    const background = open();
    accepted = background.accepted;
    working = workOn(control, plan, background, call, ofWork);
    // Whoever sees the fault also sees what was charged.
    if (fault && !ofWork) await working;
  }
  await Promise.all([finishCall(calls, call, response, ofWork ? undefined : fault, plan, accepted), working]);
}

async function workOn(
  { calls, faults, holds, latency, stopped }: CallControl,
  plan: Plan,
  background: BackgroundWork,
  call: Call,
  given: Fault | undefined,
): Promise<void> {
  let fault = given;
  const signal = AbortSignal.any([stopped, background.cancelled]);
  try {
    background.start();
    if (fault?.kind === 'hold' && fault.at === 'before') {
      await holds.wait(call);
      fault = faults.take(call) ?? fault;
      call.fault = fault.kind;
    }
    if (fault?.kind === 'slow') await sleep(fault.ms, undefined, { signal });
    await latency.wait(call, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  // Whether canceled work is charged is not documented: assume so.
  const isFree = fault?.kind === 'refusal';
  const charge = () => calls.charge(call);
  if (background.cancelled.aborted) {
    if (!isFree) charge();
    return;
  }
  if (fault?.kind === 'refusal') return background.finish(plan.errors.refused(fault.reason));
  const answer = await plan.work(call, charge, fault?.kind === 'says' ? fault.text : undefined);
  if (fault?.kind === 'hold' && fault.at === 'after') await holds.wait(call);
  background.finish(answer);
}
