import type { ImageCalls } from '@portal/contracts/batch-calls';
import type { ToolName } from '@portal/contracts/batches';
import { call } from '../../client/api/client.ts';
import type { SentPicture } from './sent-pictures.ts';

/** All images that a batch has made, to send them to another tool. */
export async function listResults(
  calls: Pick<ImageCalls, 'images'>,
  tool: ToolName,
  { id, name }: { id: string; name: string },
): Promise<SentPicture[]> {
  const { images } = await call(calls.images, { params: { id } });
  return images.map(({ index, fileName, thumbnailUrl, width, height }) => ({
    from: { batchId: id, index, kind: 'result' },
    fileName,
    thumbnailUrl,
    width,
    height,
    tool,
    batchName: name,
  }));
}
