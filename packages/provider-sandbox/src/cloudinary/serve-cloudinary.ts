/** Routes everything under /cloudinary: the Upload API, the Admin API, archives and delivery. */
import type { ServerResponse } from 'node:http';
import type { Operation } from '../control/faults.ts';
import { performCall } from '../control/perform-call.ts';
import { RejectedRequest, type Reply } from '../http/reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { readForm, type Form } from '../http/read-form.ts';
import { sendReply } from '../http/send-reply.ts';
import { checkBasicAuth, serveAdmin } from './admin.ts';
import { serveArchive } from './archive.ts';
import { cloudinaryError, cloudinaryErrors, rejectRequest } from './cloudinary-errors.ts';
import type { Cloudinary, CloudinaryCall } from './context.ts';
import { deliver } from './deliver.ts';
import { download } from './download.ts';
import { destroy, upload } from './upload.ts';

interface Job {
  operation: Operation;
  /** Identifies the call in fault rules and reports. */
  subject: string;
  key: string;
  work: () => Promise<Reply> | Reply;
}

export async function serveCloudinary(
  cloudinary: Cloudinary,
  incoming: HttpRequest,
  response: ServerResponse,
): Promise<void> {
  try {
    const { operation, subject, key, work } = await readJob(cloudinary, incoming);
    await performCall(
      cloudinary.control,
      {
        provider: 'cloudinary',
        operation,
        prompt: subject,
        key,
        errors: cloudinaryErrors,
        work: () => answerOf(work),
      },
      response,
    );
  } catch (error) {
    if (!(error instanceof RejectedRequest)) throw error;
    await sendReply(response, error.answer);
  }
}

async function answerOf(work: Job['work']): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RejectedRequest) return error.answer;
    throw error;
  }
}

async function readJob(cloudinary: Cloudinary, incoming: HttpRequest): Promise<Job> {
  const [, , api, cloudName, ...path] = incoming.url.pathname.split('/');
  if (cloudName !== cloudinary.settings.cloudinary.cloudName)
    rejectRequest(401, `Invalid cloud_name ${cloudName}`);
  const call: CloudinaryCall = { cloudinary, incoming, path: path.map(decodeURIComponent) };
  if (api === 'res') {
    return {
      operation: 'delivery',
      subject: path.join('/'),
      key: '',
      work: () => deliver({ ...call, path }),
    };
  }
  if (api !== 'v1_1') rejectRequest(404, 'No such path');
  const [resourceType = '', action] = call.path;
  if (incoming.method === 'GET' && action === 'download') return readDownloadJob(call, resourceType);
  if (['GET', 'HEAD'].includes(incoming.method) && action === 'generate_archive') {
    return readArchiveJob(call, resourceType);
  }
  if (incoming.method === 'POST' && (action === 'upload' || action === 'destroy')) {
    const form = (await readForm(incoming)) ?? rejectRequest(400, 'Malformed body');
    return readUploadJob(cloudinary, resourceType, action, form);
  }
  const key = checkBasicAuth(incoming, cloudinary);
  const subject = `${incoming.method} ${call.path.join('/')}`;
  return { operation: 'admin', subject, key, work: () => workAsAdmin(call) };
}

function readUploadJob(
  cloudinary: Cloudinary,
  resourceType: string,
  action: 'upload' | 'destroy',
  form: Form,
): Job {
  return {
    operation: 'upload',
    subject: form.fields.get('public_id')?.[0] ?? '',
    key: form.fields.get('api_key')?.[0] ?? '',
    work: () => (action === 'upload' ? upload : destroy)(cloudinary, resourceType, form),
  };
}

function readArchiveJob(call: CloudinaryCall, resourceType: string): Job {
  const parameters = groupQuery(call.incoming.url.searchParams);
  return {
    operation: 'archive',
    subject: parameters.get('tags[]')?.join(',') ?? '',
    key: parameters.get('api_key')?.[0] ?? '',
    work: () => serveArchive(call, resourceType, parameters),
  };
}

function readDownloadJob({ cloudinary, incoming }: CloudinaryCall, resourceType: string): Job {
  const parameters = groupQuery(incoming.url.searchParams);
  return {
    operation: 'delivery',
    subject: parameters.get('public_id')?.[0] ?? '',
    key: parameters.get('api_key')?.[0] ?? '',
    work: () => download(cloudinary, resourceType, parameters),
  };
}

function groupQuery(query: URLSearchParams): Map<string, string[]> {
  return new Map([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
}

async function workAsAdmin(call: CloudinaryCall): Promise<Reply> {
  const { allowed, headers } = call.cloudinary.rateLimit.count();
  if (!allowed) {
    return cloudinaryError(
      420,
      `Rate Limit Exceeded. Try again on ${headers['x-featureratelimit-reset'] ?? ''}`,
      headers,
    );
  }
  const answer = await answerOf(() => serveAdmin(call));
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
