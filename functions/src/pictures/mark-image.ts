/** The mark in every picture that AI made or changed. See docs/decisions/015. */
import type { Metadata, SourceType } from '@portal/image-metadata';
import { readMarkSettings } from '../platform/config/config.ts';
import { logError, logWarning } from '../platform/logs/log.ts';

export interface Mark {
  sourceType: SourceType;
  /** What made or changed the picture. */
  system?: string | undefined;
  prompt?: string | undefined;
}

/** What the metadata of a picture says. */
export interface FoundMark {
  sourceType?: string | undefined;
  system?: string | undefined;
}

/** Loaded with the first picture. */
const loadMetadata = () => import('@portal/image-metadata');

/** Of an uploaded file, before its metadata is removed. `xmp`: the packet of a file that the portal converts. */
export async function readMark(bytes: Buffer, xmp?: Buffer): Promise<FoundMark> {
  const { readMetadata, readPacket } = await loadMetadata();
  try {
    const { sourceType, system } = (xmp ? readPacket(xmp.toString()) : readMetadata(bytes)) ?? {};
    return { sourceType, system };
  } catch (error) {
    logWarning('The metadata of a picture could not be read.', error);
    return {};
  }
}

/**
 * The image with the mark in its file; the pixels stay as they are. Never fails, because the image was paid for: a file that
 * cannot be understood stays without.
 */
export async function markImage<Image extends { bytes: Buffer; contentType: string }>(
  made: Image,
  mark: Mark,
): Promise<Image> {
  try {
    const bytes = await writeMark(made.bytes, mark);
    if (bytes) return { ...made, bytes };
    logWarning('An image could not be marked.', undefined, { contentType: made.contentType });
  } catch (error) {
    logError('An image could not be marked.', error);
  }
  return made;
}

/** A file that was encoded again, with the mark of the one before, and texts. Unchanged if it cannot have them. */
export async function copyMark(
  bytes: Buffer,
  { sourceType, system }: FoundMark,
  texts: Metadata | undefined,
): Promise<Buffer> {
  const { isSourceType } = await loadMetadata();
  if (!isSourceType(sourceType)) return texts ? writeTexts(bytes, texts) : bytes;
  const { credit, creatorTool } = readMarkSettings();
  return writeTexts(bytes, {
    sourceType,
    creatorTool,
    ...(system !== undefined && { system }),
    ...(credit !== '' && { credit }),
    ...texts,
  });
}

/** Everything else in the file stays, except a signature, which would no longer be valid. */
export async function writeTexts(bytes: Buffer, metadata: Metadata): Promise<Buffer> {
  const { writeMetadata } = await loadMetadata();
  const written = writeMetadata(bytes, metadata);
  if (!written) logWarning('The metadata of a picture could not be written.');
  return written ?? bytes;
}

async function writeMark(bytes: Buffer, { prompt, system, sourceType }: Mark): Promise<Buffer | undefined> {
  const { readMetadata, writeMetadata } = await loadMetadata();
  const { credit, creatorTool, includesPrompt, keepsSignatures } = readMarkSettings();
  const found = readMetadata(bytes);
  // The manifest says it too, and would no longer be valid.
  if (keepsSignatures && found?.isSigned && found.sourceType !== undefined) return bytes;
  const mark = {
    sourceType,
    creatorTool,
    created: new Date(),
    ...(system !== undefined && { system }),
    ...(credit !== '' && { credit }),
  };
  const withPrompt =
    includesPrompt && prompt !== undefined ? writeMetadata(bytes, { ...mark, prompt }) : undefined;
  // A prompt may be too long.
  return withPrompt ?? writeMetadata(bytes, mark);
}

const MADE_BY_AI: ReadonlySet<string> = new Set<SourceType>([
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'algorithmicMedia',
  'compositeSynthetic',
]);
/** AI made or changed the picture. */
export const isMadeByAi = (sourceType: string | undefined): sourceType is SourceType =>
  sourceType !== undefined && MADE_BY_AI.has(sourceType);

/** For a tool that is no AI itself: what AI made stays marked as such. */
export const inheritMark = ({ sourceType, system }: FoundMark = {}): Mark | undefined =>
  isMadeByAi(sourceType) ? { sourceType, system } : undefined;
