import { openImage } from '../pictures/media/open-image.ts';
import { describeBatch } from './store/describe-batch.ts';
import { nameImageFile } from './store/media-names.ts';
import { readItemViews } from './store/progress-store.ts';
import type { Tool } from './tool.ts';

/** A tool that makes images, which are what its ZIP contains. */
export const defineImageTool = <Settings extends object>(
  tool: Omit<Tool<Settings>, 'listFiles' | 'texts'> & Required<Pick<Tool<Settings>, 'images'>>,
): Tool<Settings> => ({
  ...tool,
  async listFiles(deps, batch) {
    const { images } = describeBatch(batch, await readItemViews(deps.firestore, batch));
    return images.map(({ index, image }) => ({
      index,
      name: nameImageFile(batch, index, image.format, tool.images.fileSuffix),
      bytes: image.bytes,
      date: image.createdAt === undefined ? batch.createdAt.toDate() : new Date(image.createdAt),
      open: async (signal) => (await openImage(deps, image, 'full', signal)).body,
    }));
  },
});
