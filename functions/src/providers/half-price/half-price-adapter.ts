/**
 * Half price: a provider works on many requests within 24 hours, for half the price. See docs/decisions/006.
 *
 * - provider batch: the provider's own object. It belongs to the account of the key that created it.
 * - line: one request of it, named by the index of its item.
 *
 * A provider batch is created once: `create` puts our id into it, and `find` finds it by that id. After any failure of
 * `create`, call `find` with the same key before `create` is called again. Creating, reading and cancelling are free; lines
 * are charged when they are made, and their results can be read as often as needed until they expire.
 */
import type { GenerationRequest } from '@portal/contracts/generation-request';
import type { DescribeRequest } from '../describe-request.ts';
import type { EditRequest } from '../edit-request.ts';
import type { MadeImage, ProviderAnswer } from '../provider-answer.ts';

/** As many as a batch of the portal has items. Files of that size fit into every provider's limits. */
export const MAX_LINES = 100;

export interface Line<Request> {
  index: number;
  request: Request;
}

/** Lines are read one by one, so that their pictures are not all in memory at once. */
interface Work<Kind extends string, Request> {
  kind: Kind;
  upstreamModel: string;
  lines: AsyncIterable<Line<Request>> | Iterable<Line<Request>>;
}

export type HalfPriceWork =
  | Work<'generate', GenerationRequest>
  | Work<'edit', EditRequest>
  | Work<'describe', DescribeRequest>;

export interface ProviderBatch {
  name: string;
  /**
   * All but `running` are final. Lines that were made have results in each of them, but for Gemini's `expired`, where
   * `counts.made` says how many are lost.
   */
  state: 'running' | 'completed' | 'expired' | 'cancelled' | 'failed';
  /** While it runs, as far as the provider says. */
  counts: { total: number; made: number; failed: number };
  /** Why the whole batch failed. Only logged. */
  detail?: string;
}

export interface LineResult<Made> {
  index: number;
  answer: ProviderAnswer<Made>;
}

export interface ReadOptions {
  /** Other lines are skipped without decoding their pictures. Default: all. */
  wanted?: ReadonlySet<number>;
}

export interface ReadPicturesOptions extends ReadOptions {
  /** What a line asked for, by its index. */
  contentTypeOf: (index: number) => MadeImage['contentType'];
}

export interface HalfPriceAdapter {
  /** The name of the newest provider batch with our id; undefined if there is none. `since`: when its creation began. */
  find: (id: string, since: Date, signal: AbortSignal) => Promise<ProviderAnswer<string | undefined>>;
  /** Returns the name of the provider batch. `id`: letters, digits, `-` and `_`, at most 60. */
  create: (id: string, work: HalfPriceWork, signal: AbortSignal) => Promise<ProviderAnswer<string>>;
  read: (name: string, signal: AbortSignal) => Promise<ProviderAnswer<ProviderBatch>>;
  /**
   * Results of a batch that no longer runs, in any order. Lines without a result were not made, and not charged. Throws
   * CallFailed if the download fails: results until then are valid, and whatever its kind says of a call, nothing was
   * charged for it. All but `lost`, the results have expired, may be tried again.
   */
  readPictures: (
    name: string,
    options: ReadPicturesOptions,
    signal: AbortSignal,
  ) => AsyncIterable<LineResult<MadeImage>>;
  readTexts: (name: string, options: ReadOptions, signal: AbortSignal) => AsyncIterable<LineResult<string>>;
  /** Lines that are not made yet will not be made. Does nothing if the batch no longer runs. */
  cancel: (name: string, signal: AbortSignal) => Promise<ProviderAnswer<undefined>>;
}
