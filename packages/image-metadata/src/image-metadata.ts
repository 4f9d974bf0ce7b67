/** Reads and writes the metadata of JPEG, PNG and WebP files. The pixels are never decoded, so they stay as they are. */
import { UnreadableFile, type Container } from './container.ts';
import { updateIptc } from './iptc.ts';
import { isJpeg, readJpeg } from './jpeg.ts';
import { isPng, readPng } from './png.ts';
import { isWebp, readWebp } from './webp.ts';
import { readXmp, updateXmp } from './xmp.ts';

/** How a picture came about. https://cv.iptc.org/newscodes/digitalsourcetype/ */
const SOURCE_TYPES = [
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'algorithmicMedia',
  'compositeSynthetic',
  'algorithmicallyEnhanced',
] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

/** Whether the portal can write it. */
export const isSourceType = (text: string | undefined): text is SourceType =>
  SOURCE_TYPES.some((type) => type === text);

const VOCABULARY = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

export interface Metadata {
  sourceType?: SourceType;
  /** The model that made it. */
  system?: string;
  prompt?: string;
  credit?: string;
  creatorTool?: string;
  /** When the file was made. */
  created?: Date;
  title?: string;
  description?: string;
  keywords?: readonly string[];
  creator?: string;
  copyright?: string;
}

export interface FoundMetadata {
  /** Also one that the portal does not write. */
  sourceType: string | undefined;
  system: string | undefined;
  /** Has a C2PA manifest. */
  isSigned: boolean;
  title: string | undefined;
  description: string | undefined;
  keywords: readonly string[];
}

/** Undefined if the file is of another type or damaged. */
export const readMetadata = (bytes: Buffer): FoundMetadata | undefined =>
  attempt(() => {
    const container = open(bytes);
    return container && describe(container);
  });

/** Of an XMP packet from a file of any type. */
export const readPacket = (xmp: string): FoundMetadata | undefined =>
  attempt(() => describe({ xmp, manifest: undefined }));

function describe({ xmp, manifest }: Pick<Container, 'xmp' | 'manifest'>): FoundMetadata {
  const found = xmp === undefined ? {} : readXmp(xmp);
  return {
    sourceType: findSourceType(found.sourceType?.[0] ?? manifest?.toString('latin1') ?? ''),
    system: found.system?.[0],
    isSigned: manifest !== undefined,
    title: found.title?.[0],
    description: found.description?.[0],
    keywords: found.keywords ?? [],
  };
}

/** The name of a source type in a text. A manifest has its texts uncompressed. */
const findSourceType = (text: string): string | undefined =>
  /\/newscodes\/digitalsourcetype\/(\w{1,100})/.exec(text)?.[1];

/**
 * The file with these fields instead of its own ones. A C2PA manifest is removed, because it would no longer be valid. Undefined
 * if the file is of another type or damaged, or has no room.
 */
export function writeMetadata(bytes: Buffer, metadata: Metadata): Buffer | undefined {
  return attempt(() => {
    const container = open(bytes);
    if (!container) return undefined;
    const { created, ...texts } = metadata;
    // What the manifest says must not be lost with it.
    const sourceType = metadata.sourceType ?? (container.manifest && describe(container).sourceType);
    const xmp = updateXmp(container.xmp, {
      ...texts,
      ...(sourceType !== undefined && { sourceType: `${VOCABULARY}${sourceType}` }),
      ...(created !== undefined && { created: created.toISOString() }),
    });
    const { title, description, keywords, creator, copyright } = metadata;
    const iptc = { title, description, keywords, creator, copyright };
    const hasTexts = Object.values(iptc).some((text) => text !== undefined);
    return container.write({
      xmp,
      ...(hasTexts && isJpeg(bytes) && { resources: updateIptc(container.resources, iptc) }),
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
