import type { ToolName } from '@portal/contracts/batches';
import type { Issue } from '@portal/contracts/checks';
import type { HalfPriceProvider } from '@portal/contracts/half-price';
import type { KeywordLanguage, KeywordTexts } from '@portal/contracts/keyword-generator';
import type { RegisteredModel } from '@portal/contracts/studio-settings';
import type { UploadRules } from '@portal/contracts/uploads';
import type { Transaction } from 'firebase-admin/firestore';
import type { z } from 'zod';
import type { Clients } from '../clients.ts';
import type { Appearance } from '../pictures/checks/appearance.ts';
import type { Mark } from '../pictures/mark-image.ts';
import type { HalfPriceWork } from '../providers/half-price/half-price-adapter.ts';
import type { MadeImage, ProviderFailure } from '../providers/provider-answer.ts';
import type { Micros } from '../spend/micros.ts';
import type { Original } from '../pictures/uploads/inspect-picture.ts';
import type { ItemTexts, StartedCall } from './store/batch-record.ts';
import type { Batch } from './store/batch-store.ts';
import type { ItemQueue } from '../platform/queues/queues.ts';

export interface Written {
  kind: 'written';
  texts: ItemTexts;
  /** What the model may have seen in the picture. */
  issues?: Issue[] | undefined;
  /** Of the original; added by the engine. */
  appearance?: Appearance | undefined;
}

/** How an attempt at an item ended. Reasons are shown to the owner. */
export type Attempt =
  | { kind: 'made'; made: MadeImage; cost: Micros }
  | (Written & { cost: Micros })
  /** The answer was paid for and cannot be used; another attempt may succeed. */
  | { kind: 'useless'; reason: string; cost: Micros }
  /** No call was made, because no key is usable. Without a date, no key will be. */
  | { kind: 'wait'; until: Date | undefined }
  /** No attempt can succeed. */
  | { kind: 'impossible'; reason: string }
  /** The uploaded picture cannot be used; the tool was not called. */
  | { kind: 'unreadable'; reason: string }
  /** `cost`: the maximum that the attempt's calls may have cost. */
  | (ProviderFailure & { cost?: Micros });

/** A daily allowance: a batch takes its whole quantity when it is created, and returns what it did not use. */
export interface Allowance<Settings> {
  isNeeded(settings: Settings): boolean;
  /** Reads the allowance and returns its day and the write for later in the transaction. Throws if too little is left. */
  take(
    clients: Clients,
    transaction: Transaction,
    count: number,
  ): Promise<{ day: string; write: () => void }>;
  giveBack(clients: Clients, transaction: Transaction, day: string, count: number): void;
}

/** The input of an attempt at one item. */
export interface Work<Settings> {
  settings: Settings;
  variant: number;
  /** The upload, for tools that work on pictures. */
  picture: Original | undefined;
  /** Its name on the owner's computer. */
  fileName: string | undefined;
  /** The public id under which the image will be stored. */
  publicId: string;
  signal: AbortSignal;
  /** Must be called right before a request that may be charged is sent. An earlier error costs nothing. */
  onSend: () => void;
  /** The share of the attempt that is done, from 0 to 1. Costs nothing: it is written when the lease is renewed. */
  onProgress: (share: number) => void;
  /** Must be called once a call has started whose result `fetchable` can fetch. */
  onStarted: (call: StartedCall) => Promise<void>;
  /**
   * Required before another call of the attempt: a worker that fetched only the first would repeat the second. If false, another
   * worker has the item, and nothing more may be sent.
   */
  clearStartedCall: () => Promise<boolean>;
}

/** Calls whose results any worker can fetch for a while. */
export interface Fetchable<Settings> {
  /** Ends the attempt of a worker that was lost. The cost includes that of the attempt's earlier calls. */
  fetch(
    clients: Clients,
    work: Omit<Work<Settings>, 'onSend' | 'onStarted' | 'clearStartedCall' | 'onProgress'>,
    call: StartedCall,
  ): Promise<Attempt>;
  /** Tells the provider that the result is no longer needed. */
  forget(clients: Clients, settings: Settings, call: StartedCall): Promise<void>;
}

/** One item of a provider batch. */
export interface HalfPriceItem {
  index: number;
  variant: number;
  picture: Original | undefined;
  fileName: string | undefined;
}

/** What is known of an original once its bytes are no longer needed. */
export type OriginalFacts = Omit<Original, 'bytes'>;

/** Work that providers also do within 24 hours, for half the price. */
export interface HalfPrice<Settings> {
  /** Undefined if the provider of these settings does not offer it. */
  findProvider(settings: Settings): HalfPriceProvider | undefined;
  findModel(clients: Clients, settings: Settings): Promise<RegisteredModel>;
  /** The lines of a provider batch. Its pictures are read one after the other. */
  makeWork(settings: Settings, upstreamModel: string, items: AsyncIterable<HalfPriceItem>): HalfPriceWork;
  /** For tools that make images: what the item asked for. */
  contentTypeOf?(settings: Settings, picture: OriginalFacts | undefined): MadeImage['contentType'];
  /** For tools that write texts. */
  readText?(
    settings: Settings,
    text: string,
    picture: OriginalFacts,
  ): Written | { kind: 'useless'; reason: string };
}

/** A file of which nothing is known until it is read. Undefined leaves it out. */
export interface LateEntry {
  name: string;
  date: Date;
  read: (signal: AbortSignal) => Promise<Buffer | undefined>;
}

export interface ZipEntry {
  name: string;
  bytes: number;
  /** Written into the file when it is opened: `bytes` is its size without them. */
  texts?: PictureTexts;
  /** Shown in UTC. */
  date: Date;
  open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
}

/** The file of an item. */
export interface ItemFile extends ZipEntry {
  index: number;
}

/** Texts about a picture. */
export interface PictureTexts {
  title: string;
  description: string;
  keywords: string[];
}

/** Texts about a picture, with what stock agencies ask besides, and what the tool knows of the picture. */
export interface AgencyTexts extends KeywordTexts {
  language: KeywordLanguage;
  isMadeByAi?: boolean | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

/** A stored image shows how a lost call ended. */
interface ToolImages<Settings> {
  /**
   * How AI made or changed an image, which is written into its file. Undefined if AI had no part in it; a tool that is no AI
   * itself returns `inheritMark`.
   */
  findMark(
    clients: Clients,
    work: Pick<Work<Settings>, 'settings' | 'variant' | 'picture'>,
  ): Promise<Mark | undefined>;
  /** Names images after their uploads, with this at the end. Without it they are named after the batch. */
  readonly fileSuffix?: string;
}

interface ToolTexts<Settings> {
  read(texts: ItemTexts): PictureTexts;
  readForAgency(settings: Settings, texts: ItemTexts): AgencyTexts;
}

/** What one tool adds to the engine. */
export interface Tool<Settings extends object = object> {
  readonly name: ToolName;
  readonly settings: z.ZodType<Settings>;
  /** Names of settings that the studio has chosen: a repeated request is the same, also after they have changed. */
  readonly studioSettings?: readonly string[];
  /** For tools that work on pictures. Of an animation they may take the first image. */
  readonly uploads?: UploadRules & { readonly takesAnimated?: boolean };
  /** One queue per kind of work, so that a slow provider delays nothing else. */
  readonly queues: readonly ItemQueue[];
  queueOf(settings: Settings): ItemQueue;
  /** Expected dollars per item. */
  estimate(clients: Clients, settings: Settings): Promise<number>;
  /** Maximum cost of one attempt. */
  findMaxCost(clients: Clients, settings: Settings): Promise<Micros>;
  /** Asked before an attempt: undefined if a call can be made now. */
  findWait(clients: Clients, settings: Settings): Promise<{ until: Date | undefined } | undefined>;
  /**
   * Whether an attempt may cost something. If so, the call is marked first, and repeated only if a person asks for it. Free
   * work is repeated soon after its worker crashed.
   */
  readonly isCharged: boolean;
  /** One attempt. Respects the signal, and never repeats a call that may have been charged. */
  attempt(clients: Clients, work: Work<Settings>): Promise<Attempt>;
  /** A worker that was lost during such a call leaves nothing uncertain. */
  readonly fetchable?: Fetchable<Settings>;
  readonly halfPrice?: HalfPrice<Settings>;
  /** A tool makes images or writes texts. */
  readonly images?: ToolImages<Settings>;
  readonly texts?: ToolTexts<Settings>;
  /** Settings and variants of a new batch with only these items. Default: the same settings with another quantity. */
  chooseItems?(
    settings: Settings,
    variants: readonly number[],
  ): { settings: Settings; variants: readonly number[] };
  /** Content of a batch's ZIP. Some tools let the owner choose how files are named. */
  listFiles(clients: Clients, batch: Batch, naming: string | undefined): Promise<ItemFile[]>;
  /** Appended to the batch's name to name its ZIP, as in `_images`. */
  readonly zipSuffix: string;
  readonly allowance?: Allowance<Settings>;
}

/** For tools that work on pictures: every item has one. */
export function requirePicture({ picture }: Work<object>): Original & Pick<MadeImage, 'contentType'> {
  if (!picture || picture.contentType === 'image/gif') throw new Error('The item has no usable picture.');
  return { ...picture, contentType: picture.contentType };
}

export type FindTool = (name: ToolName) => Tool;

/** The engine holds tools with any settings; each parses settings with its own schema. */
export const defineTool = <Settings extends object>(tool: Tool<Settings>): Tool<Settings> => tool;
