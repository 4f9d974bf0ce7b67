/** Google's REST APIs, called with the rights of whoever runs the setup. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { GoogleError, sendRequest, type Caller } from '../google-api.ts';

const TIMEOUT_MS = 60_000;
/** An API that was just enabled and an account that was just created are not known everywhere at once. */
const MAX_WAITS = 36;

export interface GoogleOptions extends Caller {
  /** In a dry run, what belongs to an API that is not enabled does not exist yet. */
  isApplying: boolean;
  /** Between two attempts, and between two looks at an operation. */
  waitMs?: number;
  /** Only tests use another one. */
  origin?: string;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT';

const OperationSchema = z.object({
  name: z.string().optional(),
  done: z.boolean().default(false),
  error: z.object({ message: z.string() }).optional(),
});

export type Google = ReturnType<typeof makeGoogle>;

/** Paths start with the host: `iam.googleapis.com/v1/projects/…`. */
export function makeGoogle({ project, getToken, isApplying, waitMs = 5000, origin }: GoogleOptions) {
  const send = (method: Method, path: string, body?: object): Promise<unknown> =>
    sendRequest(
      { project, getToken },
      { method, url: `${origin ?? 'https:/'}/${path}`, body, timeoutMs: TIMEOUT_MS },
    );

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
