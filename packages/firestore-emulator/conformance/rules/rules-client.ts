/** Gets the decisions of a Firestore server's rules over REST. */
import { z } from 'zod';
import { makeToken } from './callers.ts';
import type { Caller } from './callers.ts';
import { encodeQuery, encodeWrite } from './requests.ts';
import type { Request, Write } from './requests.ts';
import type { Fields } from './values.ts';

const BeginTransactionSchema = z.object({ transaction: z.string() });
const ErrorSchema = z.object({ error: z.object({ message: z.string() }) });

/** `fails`: the rules allowed the request, but the server refused it for another reason. */
export type Decision = 'allow' | 'deny' | `fails ${number}`;

/** `lines` are the lines with errors. */
export interface RulesAnswer {
  accepted: boolean;
  lines: number[];
  message: string;
}

export type RulesClient = ReturnType<typeof makeRulesClient>;

let projects = 0;
const run = Date.now().toString(36);

/** Every client has its own project, which isolates its rules and documents. */
export function makeRulesClient(address: string) {
  projects += 1;
  const project = `demo-rules-${run}-${process.pid}-${projects}`;
  const root = `projects/${project}/databases/(default)/documents`;
  const tokens = new Map<Caller, string>();

  const send = (method: string, path: string, token: string | undefined, body?: object) =>
    sendJson(`http://${address}${path}`, method, token, body);

  const tokenFor = (caller: Caller | null) => {
    if (caller === null) return undefined;
    const token = tokens.get(caller) ?? makeToken(caller, project);
    tokens.set(caller, token);
    return token;
  };

  async function putRules(source: string): Promise<RulesAnswer> {
    const body = { rules: { files: [{ name: 'firestore.rules', content: source }] } };
    const answer = await send('PUT', `/emulator/v1/projects/${project}:securityRules`, undefined, body);
    if (answer.status === 200) return { accepted: true, lines: [], message: '' };
    const message = readErrorMessage(answer.text);
    const lines = [...message.matchAll(/^L(\d+):/gm)].map(([, line]) => Number(line));
    return { accepted: false, lines: [...new Set(lines)], message };
  }

  async function clear(): Promise<void> {
    const answer = await send('DELETE', `/emulator/v1/${root}`, 'owner');
    if (answer.status !== 200) throw new Error(`clearing failed with ${answer.status}: ${answer.text}`);
  }

  /** Writes documents as the admin, to whom rules do not apply. */
  async function seed(documents: Record<string, Fields>): Promise<void> {
    const writes = Object.entries(documents).map(([path, fields]) =>
      encodeWrite(root, { set: path, fields }),
    );
    const answer = await send('POST', `/v1/${root}:commit`, 'owner', { writes });
    if (answer.status !== 200) throw new Error(`seeding failed with ${answer.status}: ${answer.text}`);
  }

  async function decide(caller: Caller | null | 'owner', request: Request): Promise<Decision> {
    const token = caller === 'owner' ? 'owner' : tokenFor(caller);
    const answer = await ask(token, request);
    // A missing document: only a caller who may read it gets a 404.
    if (answer.status === 200 || ('get' in request && answer.status === 404)) return 'allow';
    return answer.status === 403 ? 'deny' : `fails ${answer.status}`;
  }

  async function ask(token: string | undefined, request: Request): Promise<Answer> {
    if ('get' in request) {
      const path = request.get.split('/').map(encodeURIComponent).join('/');
      return send('GET', `/v1/${root}/${path}`, token);
    }
    if ('write' in request) return commit(token, [request.write].flat());
    if ('transaction' in request) return runTransaction(token, request.transaction);
    if ('list' in request) {
      const { parent, structuredQuery } = encodeQuery(root, request.list);
      return send('POST', `/v1/${join(root, parent)}:runQuery`, token, { structuredQuery });
    }
    const { parent, structuredQuery } = encodeQuery(root, request.count);
    const structuredAggregationQuery = { structuredQuery, aggregations: [{ alias: 'count', count: {} }] };
    return send('POST', `/v1/${join(root, parent)}:runAggregationQuery`, token, {
      structuredAggregationQuery,
    });
  }

  async function runTransaction(
    token: string | undefined,
    { reads, writes }: { reads: string[]; writes: Write[] },
  ): Promise<Answer> {
    const response = await send('POST', `/v1/${root}:beginTransaction`, token, {});
    if (response.status !== 200) return response;
    const { transaction } = BeginTransactionSchema.parse(JSON.parse(response.text));
    const documents = reads.map((path) => `${root}/${path}`);
    const read = await send('POST', `/v1/${root}:batchGet`, token, { documents, transaction });
    return read.status === 200 ? commit(token, writes, transaction) : read;
  }

  function commit(token: string | undefined, writes: Write[], transaction?: string): Promise<Answer> {
    const body = { writes: writes.map((write) => encodeWrite(root, write)) };
    return send('POST', `/v1/${root}:commit`, token, {
      ...body,
      ...(transaction === undefined ? {} : { transaction }),
    });
  }

  return { putRules, clear, seed, decide };
}

interface Answer {
  status: number;
  text: string;
}

async function sendJson(
  url: string,
  method: string,
  token: string | undefined,
  body?: object,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

function readErrorMessage(text: string): string {
  const answer = ErrorSchema.safeParse(JSON.parse(text));
  return answer.data?.error.message ?? text;
}

function join(root: string, path: string): string {
  return path === '' ? root : `${root}/${path}`;
}
