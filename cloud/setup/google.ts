/** Google's REST APIs, called with the rights of whoever runs the setup. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const TIMEOUT_MS = 60_000;
/** An API that was just enabled and an account that was just created are not known everywhere at once. */
const MAX_WAITS = 36;

export interface GoogleOptions {
  project: string;
  getToken: () => Promise<string>;
  /** In a dry run, what belongs to an API that is not enabled does not exist yet. */
  isApplying: boolean;
  /** Between two attempts, and between two looks at an operation. */
  waitMs?: number;
  /** Only tests use another one. */
  origin?: string;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT';

/** https://cloud.google.com/apis/design/errors#error_model */
const ErrorSchema = z.object({
  error: z.object({
    message: z.string(),
    details: z
      .array(
        z.looseObject({
          reason: z.string().optional(),
          metadata: z.record(z.string(), z.string()).optional(),
        }),
      )
      .default([]),
  }),
});

export class GoogleError extends Error {
  readonly code: number;
  /** As in SERVICE_DISABLED. */
  readonly reason: string | undefined;
  /** What the caller lacks, as in iam.serviceAccounts.create. */
  readonly permission: string | undefined;

  constructor(code: number, text: string) {
    const { data } = ErrorSchema.safeParse(parseJson(text));
    super(data?.error.message ?? text.slice(0, 200));
    this.code = code;
    this.reason = data?.error.details.find(({ reason }) => reason !== undefined)?.reason;
    this.permission =
      data?.error.details.find(({ metadata }) => metadata?.['permission'])?.metadata?.['permission'] ??
      /\b[a-z]+\.[a-zA-Z]+\.[a-zA-Z]+\b(?=['"]? (?:denied|access|permission))/.exec(this.message)?.[0];
  }
}

const OperationSchema = z.object({
  name: z.string().optional(),
  done: z.boolean().default(false),
  error: z.object({ message: z.string() }).optional(),
});

export type Google = ReturnType<typeof makeGoogle>;

/** Paths start with the host: `iam.googleapis.com/v1/projects/…`. */
export function makeGoogle({ project, getToken, isApplying, waitMs = 5000, origin }: GoogleOptions) {
  async function send(method: Method, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${origin ?? 'https:/'}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await getToken()}`,
        'content-type': 'application/json',
        // Whoever signed in with the Firebase CLI would otherwise use up the quota of the CLI's own project.
        // https://cloud.google.com/docs/quotas/set-quota-project
        'x-goog-user-project': project,
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new GoogleError(response.status, text);
    return text === '' ? {} : JSON.parse(text);
  }

  async function call(method: Method, path: string, body?: object): Promise<unknown> {
    for (let wait = 0; ; wait += 1) {
      try {
        return await send(method, path, body);
      } catch (error) {
        if (wait === MAX_WAITS || !isWorthWaiting(error, isApplying)) throw error;
      }
      await sleep(waitMs);
    }
  }

  return {
    call,

    /** Undefined if it does not exist. Some methods that read are a POST. */
    async read<Schema extends z.ZodType>(
      schema: Schema,
      path: string,
      post?: object,
    ): Promise<z.output<Schema> | undefined> {
      try {
        return schema.parse(await call(post ? 'POST' : 'GET', path, post));
      } catch (error) {
        const isMissing = error instanceof GoogleError && (error.code === 404 || isDisabled(error));
        if (isMissing) return undefined;
        throw error;
      }
    },

    /** For methods that answer with an operation: returns when it is done. */
    async run(method: Method, path: string, body: object): Promise<void> {
      const [host, version] = path.split('/');
      let operation = OperationSchema.parse(await call(method, path, body));
      while (!operation.done && operation.name !== undefined) {
        await sleep(waitMs);
        operation = OperationSchema.parse(await call('GET', `${host}/${version}/${operation.name}`));
      }
      if (operation.error) throw new Error(operation.error.message);
    },
  };
}

const isDisabled = ({ code, reason }: GoogleError) => code === 403 && reason === 'SERVICE_DISABLED';

const isUnknownAccount = ({ code, message }: GoogleError) =>
  code === 400 && /service account .* does not exist/i.test(message);

const isWorthWaiting = (error: unknown, isApplying: boolean): boolean =>
  error instanceof GoogleError && isApplying && (isDisabled(error) || isUnknownAccount(error));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
