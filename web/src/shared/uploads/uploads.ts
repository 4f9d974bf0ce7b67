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
  /** Dollars an image, where that is known. */
  price?: number | undefined;
  /** Each time it begins, also when it is tried again; the id is undefined when it is cancelled. */
  onSending?: (batchId: Promise<string | undefined>, files: readonly SelectedFile[]) => void;
  /** The batch is there. The page may have been left by then. */
  onStarted?: (batchId: string) => void;
}

const INTERRUPTED = 'The connection was lost. Your selection is kept.';

/** A tool's selection and its way to the server. Both outlive the page: one may look at another tool meanwhile. */
export class Uploads {
  readonly selection: Selection;
  readonly session: UploadSession;
  #last: { send: () => void; price: number | undefined } | undefined;

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
    this.#last = { send: () => this.send(sending), price: sending.price };
    void this.#send(sending);
  };

  /** The last sending again, with what is selected now. */
  readonly retry = (): void => this.#last?.send();

  /** Dollars an image of the last sending. */
  readonly getPrice = (): number | undefined => this.#last?.price;

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
      const { phase, reason } = this.session.getProgress();
      if (phase === 'interrupted')
        toast('Batch not started', { description: INTERRUPTED, isDestructive: true });
      else if (reason === undefined) toastFailure();
      else toast('Error', { description: reason, isDestructive: true });
    }
  }
}
