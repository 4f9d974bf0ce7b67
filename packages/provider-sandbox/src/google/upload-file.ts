/** Resumable uploads of Gemini's Files API (https://ai.google.dev/api/files). */
import { makeId, type BatchStore } from '../batches/batch-store.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { jsonReply, type Reply } from '../http/reply.ts';
import { googleError, invalidArgument } from './google-errors.ts';

export const FILE_KEPT_MS = 48 * 60 * 60 * 1_000;
const CHUNK_BYTES = 8 * 1024 ** 2;

interface Upload {
  key: string;
  type: string;
  size: number;
  chunks: Buffer[];
}

export class Uploads {
  readonly #open = new Map<string, Upload>();
  readonly #store: BatchStore;

  constructor(store: BatchStore) {
    this.#store = store;
  }

  /** The first request says what will come; the others bring it. */
  serve(incoming: HttpRequest, key: string): Reply {
    const command = incoming.headers.get('x-goog-upload-command') ?? '';
    const id = incoming.url.searchParams.get('upload_id');
    if (id !== null) return this.#receive(incoming, key, id, command);
    const size = Number(incoming.headers.get('x-goog-upload-header-content-length'));
    const type = incoming.headers.get('x-goog-upload-header-content-type') ?? '';
    if (incoming.headers.get('x-goog-upload-protocol') !== 'resumable' || command !== 'start') {
      return invalidArgument('The sandbox takes resumable uploads only.', '');
    }
    if (!(size > 0) || type === '') return invalidArgument('The size and the type are required.', '');
    const upload = makeId();
    this.#open.set(upload, { key, type, size, chunks: [] });
    const url = new URL(
      `/google/upload/v1beta/files?upload_id=${upload}`,
      `http://${incoming.headers.get('host')}`,
    );
    return {
      status: 200,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'x-goog-upload-url': url.href,
        'x-goog-upload-status': 'active',
        'x-goog-upload-chunk-granularity': String(CHUNK_BYTES),
      },
      body: Buffer.alloc(0),
    };
  }

  #receive({ headers, body }: HttpRequest, key: string, id: string, command: string): Reply {
    const upload = this.#open.get(id);
    if (!upload || upload.key !== key) return googleError(404, 'NOT_FOUND', 'There is no such upload.');
    const received = upload.chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    if (Number(headers.get('x-goog-upload-offset')) !== received) {
      return invalidArgument(`The upload continues at ${received}.`, '');
    }
    upload.chunks.push(body);
    if (!command.includes('finalize')) {
      return { status: 200, headers: { 'x-goog-upload-status': 'active' }, body: Buffer.alloc(0) };
    }
    this.#open.delete(id);
    const bytes = Buffer.concat(upload.chunks);
    if (bytes.length !== upload.size) return invalidArgument(`Expected ${upload.size} bytes.`, '');
    const name = `files/${makeId().slice(0, 12)}`;
    const file = this.#store.addFile({ id: name, provider: 'google', key, name, bytes }, FILE_KEPT_MS);
    return jsonReply(
      200,
      {
        file: {
          name,
          mimeType: upload.type,
          sizeBytes: String(bytes.length),
          createTime: new Date(file.createdAt).toISOString(),
          expirationTime: new Date(file.expiresAt).toISOString(),
          state: 'ACTIVE',
          source: 'UPLOADED',
        },
      },
      { 'x-goog-upload-status': 'final' },
    );
  }
}
