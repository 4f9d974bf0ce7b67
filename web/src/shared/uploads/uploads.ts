import type { UploadCall } from '@portal/contracts/call';
import { UPLOAD_RULES, type UploadTool } from '@portal/contracts/uploads';
import type { z } from 'zod';
import { toast, toastFailure } from '../toast/toast-store.ts';
import { Selection, type SelectedFile } from './selection.ts';
import { UploadSession } from './upload-session.ts';
import type { Transport } from './upload-transport.ts';

interface Sending<Options extends z.ZodObject> {
  call: UploadCall<Options>;
  options: z.input<Options>;
  /** Each time it begins, also when it is tried again; the id is undefined when it is cancelled. */
  onSending?: (batchId: Promise<string | undefined>, files: readonly SelectedFile[]) => void;
  /** The batch is there. The page may have been left by then. */
  onStarted?: (batchId: string) => void;
}

/** A tool's selection and its way to the server. Both outlive the page: one may look at another tool meanwhile. */
export class Uploads {
  readonly selection: Selection;
  readonly session: UploadSession;
  #last: (() => void) | undefined;

  constructor(tool: UploadTool, transport: Transport) {
    this.selection = new Selection(UPLOAD_RULES[tool]);
    this.session = new UploadSession(tool, transport);
  }

  readonly add = (files: readonly File[]): void => {
    if (!this.session.isBusy()) void this.selection.add(files);
  };

  readonly remove = (key: string): void => {
    if (this.session.isBusy()) return;
    this.selection.remove(key);
    this.session.leaveOut(key);
  };

  readonly clear = (): void => {
    if (this.session.isBusy()) return;
    this.selection.clear();
    this.session.cancel();
  };

  readonly send = <Options extends z.ZodObject>(sending: Sending<Options>): void => {
    this.#last = () => this.send(sending);
    void this.#send(sending);
  };

  /** The last sending again, with what is selected now. */
  readonly retry = (): void => this.#last?.();

  readonly retryFile = (key: string): void => {
    if (this.session.isBusy()) this.session.retryFile(key);
    else this.retry();
  };

  async #send<Options extends z.ZodObject>({
    call,
    options,
    onSending,
    onStarted,
  }: Sending<Options>): Promise<void> {
    if (this.session.isBusy()) return;
    try {
      const files = this.selection.getFiles();
      const sending = this.session.send({ files, call, options });
      onSending?.(sending, files);
      const batchId = await sending;
      if (batchId === undefined) return;
      this.selection.clear();
      onStarted?.(batchId);
    } catch {
      const { reason } = this.session.getProgress();
      if (reason === undefined) toastFailure();
      else toast('Error', { description: reason, isDestructive: true });
    }
  }
}
