export interface FileProgress {
  readonly state: 'waiting' | 'sending' | 'sent' | 'failed';
  readonly sentBytes: number;
  /** Why it failed, where a person can do something about it. */
  readonly reason?: string;
}

export interface UploadProgress {
  /**
   * `starting`: all bytes are there, and the server makes a batch of them. `failed`: what is up stays up for the next try.
   * `interrupted`: the same after the connection was lost; whether the batch starts is asked, since it is paid for.
   */
  readonly phase: 'idle' | 'sending' | 'starting' | 'failed' | 'interrupted';
  readonly isOnline: boolean;
  readonly sentBytes: number;
  readonly totalBytes: number;
  readonly failedFiles: number;
  /** Since when, and from how many bytes on, the pace is measured. */
  readonly pace: { readonly since: number; readonly sentBytes: number };
  /** The server's own sentence, of a refusal. */
  readonly reason?: string | undefined;
}
