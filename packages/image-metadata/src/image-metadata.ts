/** Reads and writes the metadata of JPEG, PNG and WebP files. The pixels are never decoded, so they stay as they are. */
import { UnreadableFile, type Container } from './container.ts';
import { updateIptc } from './iptc.ts';
import { isJpeg, readJpeg } from './jpeg.ts';
import { isPng, readPng } from './png.ts';
import { isWebp, readWebp } from './webp.ts';
import { readXmp, updateXmp } from './xmp.ts';

/** How a picture came about. https://cv.iptc.org/newscodes/digitalsourcetype/ */
export const SOURCE_TYPES = [
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'algorithmicallyEnhanced',
] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

const VOCABULARY = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

export interface Metadata {
  sourceType?: SourceType;
  /** The model that made it. */
  system?: string;
  prompt?: string;
  credit?: string;
  creatorTool?: string;
  created?: Date;
  title?: string;
  description?: string;
  keywords?: readonly string[];
}

export interface FoundMetadata {
  /** Also one that the portal does not write. */
  sourceType: string | undefined;
  /** Has a C2PA manifest. */
  isSigned: boolean;
  title: string | undefined;
  description: string | undefined;
  keywords: readonly string[];
}

/** Undefined if the file is of another type or damaged. */
export function readMetadata(bytes: Buffer): FoundMetadata | undefined {
  return attempt(() => {
    const container = open(bytes);
    if (!container) return undefined;
    const { sourceType, title, description, keywords = [] } = container.xmp ? readXmp(container.xmp) : {};
    return {
      sourceType: sourceType?.[0]?.replace(/^https?:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\//, ''),
      isSigned: container.isSigned,
      title: title?.[0],
      description: description?.[0],
      keywords,
    };
  });
}

/**
 * The file with these fields instead of its own ones. A C2PA manifest is removed, because it would no longer be valid. Undefined
 * if the file is of another type or damaged, or has no room.
 */
export function writeMetadata(bytes: Buffer, metadata: Metadata): Buffer | undefined {
  return attempt(() => {
    const container = open(bytes);
    if (!container) return undefined;
    const { sourceType, created, ...texts } = metadata;
    const xmp = updateXmp(container.xmp, {
      ...texts,
      ...(sourceType !== undefined && { sourceType: `${VOCABULARY}${sourceType}` }),
      ...(created !== undefined && { created: created.toISOString() }),
    });
    const { title, description, keywords } = metadata;
    const hasTexts = title !== undefined || description !== undefined || keywords !== undefined;
    return container.write({
      xmp,
      ...(hasTexts &&
        isJpeg(bytes) && { resources: updateIptc(container.resources, { title, description, keywords }) }),
    });
  });
}

const FORMATS = [
  { is: isJpeg, read: readJpeg },
  { is: isPng, read: readPng },
  { is: isWebp, read: readWebp },
];

const open = (bytes: Buffer): Container | undefined => FORMATS.find(({ is }) => is(bytes))?.read(bytes);

function attempt<Result>(act: () => Result | undefined): Result | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  }
}
