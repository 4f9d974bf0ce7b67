import { readItemViews, type Batch } from './batch-store.ts';
import { describeBatch } from './describe-batch.ts';
import type { Tool } from './tool.ts';

/** A tool that makes images. */
export interface ImageTool<Settings extends object = object> extends Tool<Settings> {
  /** What an image is called when it is saved; unique within its batch. */
  nameFile(batch: Batch, index: number, format: string): string;
}

/** Its ZIP holds the images that are made. */
export const defineImageTool = <Settings extends object>(
  tool: Omit<ImageTool<Settings>, 'listFiles' | 'makesImages'>,
): ImageTool<Settings> => ({
  ...tool,
  makesImages: true,
  async listFiles({ firestore, media }, batch) {
    const { images } = describeBatch(batch, await readItemViews(firestore, batch));
    return images.map(({ index, image }) => ({
      name: tool.nameFile(batch, index, image.format),
      bytes: image.bytes,
      open: async (signal) => (await media.open(image, 'full', signal)).body,
    }));
  },
});
