import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import type { SentPicture } from '../../../pictures/send-to/sent-pictures.ts';

/** The pictures that have texts, to send them to another tool. */
export const listOriginals = ({
  id,
  name,
  results,
}: Pick<KeywordBatch, 'id' | 'name' | 'results'>): SentPicture[] =>
  results
    .filter(({ status }) => status === 'completed')
    .map(({ index, fileName, previewUrl }) => ({
      from: { batchId: id, index, kind: 'original' },
      fileName,
      thumbnailUrl: previewUrl,
      tool: 'keyword-generator',
      batchName: name,
    }));
