import { applyFault, doesWork, type CallControl } from '../control/perform-call.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { RejectedRequest, type Reply } from '../http/reply.ts';
import type { PictureRenderer } from '../pictures/picture-renderer.ts';
import type { ProviderApi } from './provider-api.ts';
import { doWork, labelCall } from './serve-images.ts';

/** Answers one line of a batch as the call that it stands for. Faults that break a connection do not apply. */
export async function answerLine(
  { calls, faults, latency, stopped }: CallControl,
  renderer: PictureRenderer,
  api: ProviderApi,
  incoming: HttpRequest,
): Promise<Reply> {
  const { provider } = api;
  const key = api.readKey(incoming);
  try {
    const job = await api.readJob(incoming);
    const call = calls.receive(provider, job.operation, labelCall(job), key);
    const taken = faults.take(call);
    const fault = taken?.kind === 'time-out' || taken?.kind === 'reset' ? undefined : taken;
    call.fault = fault?.kind ?? null;
    await latency.wait(call, stopped);
    const errors = job.operation === 'describe' ? job.errors : api.errors;
    const scriptedText = fault?.kind === 'says' ? fault.text : undefined;
    const answer = doesWork(fault)
      ? await doWork(renderer, job, call, () => calls.charge(call, true), scriptedText)
      : undefined;
    const reply = applyFault(fault, errors, key, answer);
    calls.finish(call, reply.status, true);
    return reply;
  } catch (error) {
    if (!(error instanceof RejectedRequest)) throw error;
    const call = calls.receive(provider, api.findOperation?.(incoming) ?? 'generate', '', key);
    calls.finish(call, error.answer.status, true);
    return error.answer;
  }
}
