export interface FileProgress {
  readonly state: 'waiting' | 'sending' | 'sent' | 'failed';
  readonly sentBytes: number;
  /** Why it failed, if the user can do something about it. */
  readonly reason?: string;
}

export interface UploadProgress {
  /**
   * `starting`: everything is uploaded and the server creates the batch. `failed`: uploaded files are kept for the retry.
   * `interrupted`: like `failed`, after a lost connection. The user confirms the start, since a batch costs money.
   */
  readonly phase: 'idle' | 'sending' | 'starting' | 'failed' | 'interrupted';
  readonly isOnline: boolean;
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** Files and sent pictures. */
  readonly failedFiles: number;
  /** Sent pictures that the server cannot use. */
  readonly failedSent: number;
  /** The server's answer was lost. */
  readonly mayHaveStarted: boolean;
  /** Where the measurement of the upload speed starts. */
  readonly pace: { readonly since: number; readonly sentBytes: number };
  /** The server's message when it rejected the request. */
  readonly reason?: string | undefined;
}
