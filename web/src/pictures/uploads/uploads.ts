import type { UploadCall } from '@portal/contracts/call';
import { UPLOAD_RULES, type UploadTool } from '@portal/contracts/uploads';
import type { z } from 'zod';
import { toast, toastFailure } from '../../client/toast/toast-store.ts';
import { isSent, type Selected } from './selected.ts';
import { Selection, type SentStore } from './selection.ts';
import { UploadSession, type SubmissionStore } from './upload-session.ts';
import type { Transport } from './transport.ts';

interface SendOptions<Options extends z.ZodObject> {
  call: UploadCall<Options>;
  options: z.input<Options>;
  /** Called on each attempt. The batch id is undefined when the upload is cancelled. */
  onSending?: (batchId: Promise<string | undefined>, pictures: readonly Selected[]) => void;
  /** Called once the batch exists, possibly after the user has left the page. */
  onStarted?: (batchId: string) => void;
}

const INTERRUPTED = 'Connection lost. Your selection is kept.';

/** A tool's selection and upload. Both outlive the page, so users can switch tools meanwhile. */
export class Uploads {
  readonly selection: Selection;
  readonly session: UploadSession;

  constructor(
    tool: UploadTool,
    transport: Transport,
    store?: { sent: SentStore; submission: SubmissionStore },
  ) {
    this.selection = new Selection(UPLOAD_RULES[tool], store?.sent);
    this.session = new UploadSession(tool, transport, store?.submission);
  }

  readonly add = (files: readonly File[]): void => {
    if (!this.session.isBusy()) void this.selection.add(files);
  };

  /** Removes the sent pictures that the server cannot use. */
  readonly removeRefused = (): void => {
    for (const selected of this.selection.getSelected())
      if (isSent(selected) && this.session.getFile(selected.key)?.state === 'failed')
        this.remove(selected.key);
  };

  readonly remove = (key: string): void => {
    if (this.session.isBusy()) return;
    this.selection.remove(key);
    this.session.removeFile(key);
  };

  readonly clear = (): void => {
    if (this.session.isBusy()) return;
    this.selection.clear();
    this.session.cancel();
  };

  /** Again after a failure: with the options that the form shows then. */
  readonly send = <Options extends z.ZodObject>(options: SendOptions<Options>): void => {
    void this.#send(options);
  };

  async #send<Options extends z.ZodObject>({
    call,
    options,
    onSending,
    onStarted,
  }: SendOptions<Options>): Promise<void> {
    if (this.session.isBusy()) return;
    try {
      const files = this.selection.getSelected();
      const sending = this.session.send({ files, call, options });
      onSending?.(sending, files);
      const batchId = await sending;
      if (batchId === undefined) return;
      this.selection.remove(...files.map(({ key }) => key));
      onStarted?.(batchId);
    } catch {
      const { phase, reason, failedSent, mayHaveStarted } = this.session.getProgress();
      // The page says which pictures, and offers to remove them.
      if (failedSent > 0) return;
      if (phase === 'interrupted')
        toast(mayHaveStarted ? 'Start not confirmed' : 'Batch not started', {
          description: INTERRUPTED,
          isDestructive: true,
        });
      else if (reason === undefined) toastFailure();
      else toast('Error', { description: reason, isDestructive: true });
    }
  }
}
