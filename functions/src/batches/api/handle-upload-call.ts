import { createHash } from 'node:crypto';
import { nameByTime } from '@portal/contracts/batch-name';
import { BatchStartedSchema } from '@portal/contracts/batches';
import type { UploadCall } from '@portal/contracts/call';
import { ChosenFilesSchema } from '@portal/contracts/uploads';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { createBatch, findStartedBatch } from '../engine/create-batch.ts';
import { findFiles } from '../sources/find-files.ts';
import type { BatchUploads } from '../store/batch-record.ts';
import type { Tool } from '../tool.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../../identity/identify-caller.ts';
import { checkUpload } from '../../pictures/uploads/check-uploads.ts';
import { readUploadForm } from '../../pictures/uploads/read-upload-form.ts';
import { countUploadedBytes } from '../../pictures/uploads/upload-folders.ts';
import { saveUploads, type NamedFile } from '../../pictures/uploads/upload-store.ts';
import { AppError } from '../../platform/app-error.ts';
import { admit, parse, readIdempotencyKey, readJson } from '../../http/handle-call.ts';
import { servedCallsOf } from '../../http/served-calls.ts';

interface Upload {
  caller: Caller;
  count: number;
  /** Finds or stores the pictures. Not called for a request that is repeated. */
  prepare: () => Promise<BatchUploads>;
  /** Digest of the request's pictures: the same ones sent again are stored under other names. */
  uploadsDigest: string;
}

interface Received<Options> extends Upload {
  options: Options;
}

/** Serves a call that starts a batch with pictures: sent as a form, uploaded before, or those of earlier batches. */
export function handleUploadCall<Options extends z.ZodObject>(
  app: Hono,
  deps: Deps,
  call: UploadCall<Options>,
  start: (received: Received<z.output<Options>>, context: Context) => Promise<string>,
): void {
  servedCallsOf(app).uploadCalls.push(call);
  app.post(call.path, async (context) => {
    const caller = await admit(deps, { audience: 'staff' }, context);
    const isForm = /^multipart\/form-data\b/i.test(context.req.header('content-type') ?? '');
    const received = isForm
      ? await receiveForm(deps, call, caller, context)
      : await receiveJson(deps, call, caller, context);
    const batchId = await start({ caller, ...received }, context);
    return context.json(BatchStartedSchema.parse({ success: true, batchId }), 202);
  });
}

interface PictureBatch<Settings> extends Upload {
  batchName: string | undefined;
  isHalfPrice?: boolean | undefined;
  settings: Settings;
}

/** Creates a batch with one item per picture. */
export async function createPictureBatch<Settings extends object>(
  deps: Deps,
  tool: Tool<Settings>,
  { caller, batchName, isHalfPrice, settings, count, prepare, uploadsDigest }: PictureBatch<Settings>,
  context: Context,
): Promise<string> {
  const request = {
    owner: caller.uid,
    settings,
    uploadsDigest,
    isHalfPrice,
    idempotencyKey: readIdempotencyKey(context),
  };
  const started = await findStartedBatch(deps, tool, { ...request, count });
  if (started !== undefined) return started;
  const uploads = await prepare();
  return createBatch(deps, tool, {
    ...request,
    name: batchName ?? nameByTime(context.req.header('x-time-zone') ?? 'UTC'),
    variants: [...uploads.files.keys()],
    uploads,
  });
}

async function receiveJson<Options extends z.ZodObject>(
  deps: Deps,
  { options, rules }: UploadCall<Options>,
  { uid }: Caller,
  context: Context,
): Promise<Omit<Received<z.output<Options>>, 'caller'>> {
  const body = await readJson(context);
  const parsed = parse(options, body, 'body');
  const chosen = parse(ChosenFilesSchema, body, 'body');
  return {
    options: parsed,
    count: chosen.files.length,
    prepare: () => findFiles(deps, uid, chosen, rules),
    uploadsDigest: hash([JSON.stringify(chosen)]),
  };
}

async function receiveForm<Options extends z.ZodObject>(
  deps: Deps,
  { options, rules }: UploadCall<Options>,
  { uid }: Caller,
  context: Context,
): Promise<Omit<Received<z.output<Options>>, 'caller'>> {
  const { files, fields } = await readUploadForm(context);
  const parsed = parse(options, readFields(options, fields), 'form');
  const named = nameFiles(files, readNames(fields));
  const sizes = named.map(({ bytes }) => bytes.length);
  checkUpload(sizes, rules);
  return {
    options: parsed,
    count: named.length,
    prepare: async () => {
      const sum = sizes.reduce((total, size) => total + size, 0);
      await countUploadedBytes(deps, uid, sum);
      return saveUploads(deps, uid, named);
    },
    uploadsDigest: hash(named.flatMap(({ name, bytes }) => [`${name}\n${bytes.length}\n`, bytes])),
  };
}

/** Form fields are text: values of other types, like `4` and `true`, are read as JSON. */
function readFields(options: z.ZodObject, fields: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, text]) => Object.hasOwn(options.shape, name) && text !== '')
      .map(([name, text]) => [
        name,
        options.shape[name]?.safeParse(text).success ? text : readJsonText(text),
      ]),
  );
}

function readJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const NamesSchema = z.array(z.string());

/** `originalFilenames`: file names in a form cannot have every character. */
function readNames({ originalFilenames }: Readonly<Record<string, string>>): readonly string[] | undefined {
  return originalFilenames === undefined
    ? undefined
    : parse(NamesSchema, readJsonText(originalFilenames), 'originalFilenames');
}

function nameFiles(files: readonly NamedFile[], names: readonly string[] | undefined): readonly NamedFile[] {
  if (!names) return files;
  if (names.length !== files.length) {
    throw new AppError('bad-request', 'The number of file names must match the number of images.');
  }
  return files.map((file, index) => ({ ...file, name: names[index] ?? file.name }));
}

function hash(parts: readonly (string | Buffer)[]): string {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest('hex');
}
