import { MAX_PIXELS, UPLOAD_RULES } from '@portal/contracts/uploads';
import {
  ScaleSchema,
  UpscaleEngineSchema,
  UpscaleQualitySchema,
  type UpscaleEngine,
} from '@portal/contracts/upscale';
import { ImageTooLargeError, upscale } from '@portal/upscaler';
import { z } from 'zod';
import { makeItemQueue, makeModelQueue, type ItemQueue } from '../../platform/queues/queues.ts';
import { defineImageTool } from '../../batches/image-tool.ts';
import { requirePicture, type Attempt, type Work } from '../../batches/tool.ts';
import type { Clients } from '../../clients.ts';
import { loadSharp } from '../../pictures/load-sharp.ts';
import { inheritMark } from '../../pictures/mark-image.ts';
import { NO_MICROS } from '../../spend/micros.ts';
import { MAX_CLOUDINARY_PIXELS, upscaleAtCloudinary } from './cloudinary-engine.ts';

export const UpscaleSettingsSchema = z.object({
  scale: ScaleSchema,
  enhance: z.boolean(),
  /** Missing in older batches. */
  quality: UpscaleQualitySchema.default('best'),
  engine: UpscaleEngineSchema,
});
export type UpscaleSettings = z.infer<typeof UpscaleSettingsSchema>;

interface Engine {
  /** In the metadata of its images. */
  name: string;
  queue: ItemQueue;
  enlarge: (clients: Clients, work: Work<UpscaleSettings>) => Promise<Attempt>;
}

const ENGINES: Record<UpscaleEngine, Engine> = {
  'on-device': {
    name: 'Image Portal upscaler',
    queue: makeModelQueue('upscaleOnDevice', 'Upscaling on our own machines'),
    enlarge: enlargeOnDevice,
  },
  cloudinary: {
    name: 'Cloudinary',
    queue: {
      ...makeItemQueue('upscaleAtCloudinary', 'Upscaling at Cloudinary'),
      work: 'upscale',
      size: 'largeItem',
    },
    enlarge: enlargeAtCloudinary,
  },
};

/** Neither engine has a price per image. */
export const upscaleTool = defineImageTool<UpscaleSettings>({
  name: 'upscale',
  settings: UpscaleSettingsSchema,
  studioSettings: ['engine'],
  uploads: UPLOAD_RULES.upscale,
  queues: Object.values(ENGINES).map(({ queue }) => queue),
  queueOf: ({ engine }) => ENGINES[engine].queue,
  estimate: async () => 0,
  findMaxCost: async () => NO_MICROS,
  findWait: async () => undefined,
  isCharged: false,
  attempt: (clients, work) => ENGINES[work.settings.engine].enlarge(clients, work),
  images: {
    findMark: async (_clients, { settings: { engine }, picture }) =>
      inheritMark(picture?.mark) ?? {
        sourceType: 'algorithmicallyEnhanced',
        system: ENGINES[engine].name,
      },
    fileSuffix: '_upscaled',
  },
  zipSuffix: '_upscaled_images',
});

/** Without a share of the memory budget: its queue gives an instance one picture at a time. */
async function enlargeOnDevice(_clients: Clients, work: Work<UpscaleSettings>): Promise<Attempt> {
  const { settings, signal, onProgress } = work;
  const { scale, enhance, quality } = settings;
  await loadSharp();
  const picture = requirePicture(work);
  try {
    const made = await upscale(
      picture,
      { scale, enhance, quality, maxPixels: MAX_PIXELS },
      signal,
      onProgress,
    );
    return { kind: 'made', made, cost: NO_MICROS };
  } catch (error) {
    if (error instanceof ImageTooLargeError) return { kind: 'impossible', reason: error.message };
    if (signal.aborted) return { kind: 'broken-off', detail: 'it took too long' };
    throw error;
  }
}

async function enlargeAtCloudinary(
  { media, findMediaExcess }: Clients,
  work: Work<UpscaleSettings>,
): Promise<Attempt> {
  const { settings, publicId, signal } = work;
  const picture = requirePicture(work);
  const pixels = picture.width * picture.height;
  if (pixels >= MAX_CLOUDINARY_PIXELS) {
    const megapixels = (pixels / 1_000_000).toFixed(1);
    return {
      kind: 'impossible',
      reason: `Cloudinary enlarges pictures of up to 4.2 megapixels. This one has ${megapixels}. Choose a smaller one.`,
    };
  }
  const { width, height, bytes } = picture;
  const excess = await findMediaExcess({ bytes: bytes.length, width, height });
  if (excess !== undefined) return { kind: 'impossible', reason: excess };
  const answer = await upscaleAtCloudinary(media, picture, publicId, settings, signal);
  return answer.kind === 'made' ? { ...answer, cost: NO_MICROS } : answer;
}
