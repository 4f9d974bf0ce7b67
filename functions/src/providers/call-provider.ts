import type { ProviderAnswer, ProviderFailure } from './provider-answer.ts';
import { readNetworkFailure, readStatusFailure, type FailureSigns } from './read-failure.ts';

export type Fetch = typeof globalThis.fetch;

export interface ProviderAccess {
  baseUrl: string;
  apiKey: string;
  fetch: Fetch;
}

/** Thrown by an adapter when an answer shows that the call failed. */
export class CallFailed extends Error {
  override name = 'CallFailed';
  readonly failure: ProviderFailure;
  constructor(failure: ProviderFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

interface Call<Made> {
  access: ProviderAccess;
  signal: AbortSignal;
  signs: FailureSigns;
  /** Required content type of the answer. */
  contentType: RegExp;
  make: (fetch: Fetch) => Promise<ProviderAnswer<Made>>;
  /** A free call may need several requests. */
  isFree?: boolean;
}

const MAX_DETAIL_LENGTH = 300;

/**
 * Makes one request to a provider. `make` gets a fetch that reads the whole answer, classifies failures before an SDK can
 * hide them, and never sends a second request, because each may be charged.
 */
export async function callProvider<Made>(call: Call<Made>): Promise<ProviderAnswer<Made>> {
  let failure: ProviderFailure | undefined;
  let wasSent = false;

  const fetchOnce: Fetch = async (input, init) => {
    if (wasSent && !call.isFree) throw new Error('A call is sent only once.');
    try {
      if (call.signal.aborted) throw new CallFailed({ kind: 'not-sent', detail: 'no time left' });
      wasSent = true;
      return await fetchWhole(call, input, init);
    } catch (error) {
      failure = error instanceof CallFailed ? error.failure : readNetworkFailure(error, call.signal);
      throw error;
    }
  };

  const answer = await call.make(fetchOnce).catch((error: unknown): ProviderFailure => {
    if (failure) return failure;
    if (error instanceof CallFailed) return error.failure;
    return { kind: wasSent ? 'broken-answer' : 'bad-request', detail: String(error) };
  });
  return answer.kind === 'made' ? answer : hideKey(answer, call.access.apiKey);
}

/** Makes a free call, to see whether the provider accepts the key. */
export const checkAccess = (
  access: ProviderAccess,
  signs: FailureSigns,
  path: string,
  signal: AbortSignal,
  headers: Record<string, string> = { authorization: `Bearer ${access.apiKey}` },
): Promise<ProviderAnswer<undefined>> =>
  callProvider({
    access,
    signal,
    signs,
    contentType: /json/,
    make: async (fetch) => {
      await fetch(`${access.baseUrl}${path}`, { headers });
      return { kind: 'made', made: undefined };
    },
  });

async function fetchWhole(
  { access, signal, signs, contentType }: Omit<Call<unknown>, 'make'>,
  input: Parameters<Fetch>[0],
  init: Parameters<Fetch>[1],
): Promise<Response> {
  // Following a redirect would send the key to another host.
  const response = await access.fetch(input, { ...init, signal, redirect: 'manual' });
  const { status, headers } = response;
  const body = await response.arrayBuffer().catch((error: unknown) => {
    if (!response.ok) return new ArrayBuffer(0);
    throw new CallFailed(readNetworkFailure(error, signal, 'during the answer'));
  });
  if (!response.ok)
    throw new CallFailed(readStatusFailure(status, headers, Buffer.from(body).toString(), signs));
  const type = headers.get('content-type') ?? 'nothing';
  if (!contentType.test(type)) throw new CallFailed({ kind: 'wrong-content', detail: `answered ${type}` });
  return new Response(body, { headers });
}

export const hideKey = (failure: ProviderFailure, apiKey: string): ProviderFailure => ({
  ...failure,
  detail: failure.detail.replaceAll(apiKey, '[key]').slice(0, MAX_DETAIL_LENGTH),
});
