import type { UploadTool } from '@portal/contracts/uploads';
import { detectType } from './detect-type.ts';
import type { SelectedFile } from './selection.ts';
import { tryAgain } from './retry.ts';
import type { Transport } from './upload-transport.ts';

interface Place {
  folder: string;
  id: string;
  contentType: string;
  /** A try to put it there has failed in a way that does not say whether it arrived. */
  mayBeThere: boolean;
}

/** A folder of Cloud Storage that the server opens: it takes the files that are announced, for some hours. */
export class UploadFolder {
  readonly #tool: UploadTool;
  readonly #transport: Transport;
  readonly #places = new Map<string, Place>();
  #opened: { name: string; expiresAt: number } | undefined;

  constructor(tool: UploadTool, transport: Transport) {
    this.#tool = tool;
    this.#transport = transport;
  }

  get name(): string {
    if (!this.#opened) throw new Error('The folder is not opened.');
    return this.#opened.name;
  }

  isExpired = (): boolean => this.#opened !== undefined && this.#opened.expiresAt <= Date.now();

  /** Of a file that was announced. */
  placeOf(key: string): Place {
    const place = this.#places.get(key);
    if (!place) throw new Error('The file was not announced.');
    return place;
  }

  /** Those that were announced before stay as they are. */
  async announce(selected: readonly SelectedFile[], signal: AbortSignal): Promise<void> {
    const added = selected.filter(({ key }) => !this.#places.has(key));
    if (added.length === 0) return;
    const files = await Promise.all(
      added.map(async ({ file }) => ({ bytes: file.size, contentType: await detectType(file) })),
    );
    const { connection, openFolder } = this.#transport;
    const request = { tool: this.#tool, folder: this.#opened?.name, files };
    const { folder, fileIds, expiresAt } = await tryAgain(() => openFolder(request), { connection, signal });
    this.#opened = { name: folder, expiresAt: Date.parse(expiresAt) };
    for (const [index, { key }] of added.entries()) {
      const [id, file] = [fileIds[index], files[index]];
      if (id === undefined || !file) throw new Error('The server has not answered for every file.');
      this.#places.set(key, { folder, id, contentType: file.contentType, mayBeThere: false });
    }
  }
}
