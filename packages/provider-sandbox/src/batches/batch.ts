import type { HttpRequest } from '../http/http-request.ts';
import type { Reply } from '../http/reply.ts';
import type { ImageProvider } from '../settings.ts';

/** One request of a batch, as the call that it stands for. */
export interface BatchLine {
  key: string;
  incoming: HttpRequest;
}

/** What came of a line. */
export interface LineResult {
  key: string;
  reply: Reply;
}

export type BatchState =
  | 'validating'
  | 'in_progress'
  | 'completed'
  | 'failed'
  | 'expired'
  | 'cancelling'
  | 'cancelled';

export interface Batch {
  id: string;
  provider: ImageProvider;
  /** Each key is of its own project: others get a 404. */
  key: string;
  /** The client's own name of the batch. */
  label: string;
  createdAt: number;
  endedAt: number | undefined;
  state: BatchState;
  lines: readonly BatchLine[];
  /** What is wrong with its input. */
  problems: readonly { code: string; message: string; line: number }[];
  results: LineResult[];
  /** How long its results are kept once it has ended. */
  keptMs: number;
  /** The provider's own fields. */
  details: Readonly<Record<string, unknown>>;
}

export const isFinal = ({ state }: Batch): boolean =>
  state === 'completed' || state === 'failed' || state === 'expired' || state === 'cancelled';

export const isMade = ({ reply }: LineResult): boolean => reply.status < 400;
