import type { PictureTexts } from '../../batches/tool.ts';

/** A file that gets its texts when it is read, so that few are in memory at a time. */
export const openWithTexts = (read: () => Promise<Buffer>, texts: PictureTexts): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      async pull(controller) {
        controller.enqueue(await embedTexts(await read(), texts));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );

/** The same pixels with texts inside the file. Unchanged if its format has no place for them. */
async function embedTexts(bytes: Buffer, texts: PictureTexts): Promise<Buffer> {
  const { writeMetadata } = await import('@portal/image-metadata');
  return writeMetadata(bytes, texts) ?? bytes;
}
