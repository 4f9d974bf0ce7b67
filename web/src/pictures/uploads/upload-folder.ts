import type { UploadTool } from '@portal/contracts/uploads';
import { withRetries } from '../../client/api/retry.ts';
import { detectType } from './detect-type.ts';
import type { SelectedFile } from './selected.ts';
import type { Transport } from './transport.ts';

interface UploadTarget {
  folder: string;
  id: string;
  contentType: string;
  /** An attempt ended without a response, so the file may have been stored. */
  mayBeStored: boolean;
}

/** A Cloud Storage folder that the server opens for a few hours. It accepts only registered files. */
export class UploadFolder {
  readonly #tool: UploadTool;
  readonly #transport: Transport;
  readonly #targets = new Map<string, UploadTarget>();
  #opened: { name: string; expiresAt: number } | undefined;

  constructor(tool: UploadTool, transport: Transport) {
    this.#tool = tool;
    this.#transport = transport;
  }

  get name(): string {
    if (!this.#opened) throw new Error('The folder is not open.');
    return this.#opened.name;
  }

  isExpired = (): boolean => this.#opened !== undefined && this.#opened.expiresAt <= Date.now();

  getTarget(key: string): UploadTarget {
    const target = this.#targets.get(key);
    if (!target) throw new Error('The file was not registered.');
    return target;
  }

  /** Files that are already registered are skipped. */
  async register(selected: readonly SelectedFile[], signal: AbortSignal): Promise<void> {
    const added = selected.filter(({ key }) => !this.#targets.has(key));
    if (added.length === 0) return;
    const files = await Promise.all(
      added.map(async ({ file }) => ({ bytes: file.size, contentType: await detectType(file) })),
    );
    const { connection, openFolder } = this.#transport;
    const request = { tool: this.#tool, folder: this.#opened?.name, files };
    const { folder, fileIds, expiresAt } = await withRetries(() => openFolder(request), {
      connection,
      signal,
    });
    this.#opened = { name: folder, expiresAt: Date.parse(expiresAt) };
    for (const [index, { key }] of added.entries()) {
      const [id, file] = [fileIds[index], files[index]];
      if (id === undefined || !file) throw new Error('The server did not return an id for every file.');
      this.#targets.set(key, { folder, id, contentType: file.contentType, mayBeStored: false });
    }
  }
}
