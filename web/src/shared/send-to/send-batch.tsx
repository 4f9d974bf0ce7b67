import { SentToItems } from './sent-to-items.tsx';
import type { SentPicture } from './sent-pictures.ts';
import { SendToMenu } from './send-to-menu.tsx';

interface Props {
  batchId: string;
  /** Finished pictures that are still stored. */
  count: number;
  getPictures: () => readonly SentPicture[] | Promise<readonly SentPicture[]>;
}

/** 'Send to' for all pictures of a batch. Its menu also leads to the batches that were made from it before. */
export const SendBatch = ({ batchId, count, getPictures }: Props) =>
  count > 0 && (
    <SendToMenu count={count} getPictures={getPictures}>
      {(close) => <SentToItems key="sent" batchId={batchId} close={close} />}
    </SendToMenu>
  );
