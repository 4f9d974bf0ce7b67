import type { Call, FileCall, UploadCall } from '@portal/contracts/call';
import type { Hono } from 'hono';

/** The calls that an app serves: its OpenAPI description is made from them. */
export interface ServedCalls {
  calls: Call[];
  fileCalls: FileCall[];
  uploadCalls: UploadCall[];
}

const served = new WeakMap<Hono, ServedCalls>();

export function servedCallsOf(app: Hono): ServedCalls {
  const calls = served.get(app) ?? { calls: [], fileCalls: [], uploadCalls: [] };
  served.set(app, calls);
  return calls;
}
