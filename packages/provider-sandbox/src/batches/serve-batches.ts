import type { ServerResponse } from 'node:http';
import type { Operation } from '../control/faults.ts';
import { performCall, type CallControl } from '../control/perform-call.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { RejectedRequest, type Reply } from '../http/reply.ts';
import type { ProviderApi } from '../images/provider-api.ts';

/** A call to a batch API. */
export interface BatchCall {
  operation: Extract<Operation, 'batch' | 'batch-create' | 'batch-results'>;
  /** The client's own name of the batch, in fault rules. */
  label?: string;
  work(): Reply | Promise<Reply>;
}

/** A provider's batch API. */
export interface BatchApi {
  api: ProviderApi;
  /** Undefined for paths of other APIs. */
  read(incoming: HttpRequest, key: string): BatchCall | undefined;
}

/** Serves a call to a batch API; false if it is none. All are free: only lines are charged. */
export async function serveBatches(
  control: CallControl,
  knownKeys: readonly string[],
  batchApi: BatchApi,
  incoming: HttpRequest,
  response: ServerResponse,
): Promise<boolean> {
  const { api } = batchApi;
  const key = api.readKey(incoming);
  const call = batchApi.read(incoming, key);
  if (!call) return false;
  const work = async () => {
    try {
      if (!knownKeys.includes(key)) return api.errors.keyRejected(key);
      return await call.work();
    } catch (error) {
      if (error instanceof RejectedRequest) return error.answer;
      throw error;
    }
  };
  const { operation, label = '' } = call;
  await performCall(
    control,
    { provider: api.provider, operation, prompt: label, key, errors: api.errors, work },
    response,
  );
  return true;
}
