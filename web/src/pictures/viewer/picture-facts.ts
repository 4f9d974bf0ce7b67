import type { ItemOrigin, ToolName } from '@portal/contracts/batches';
import type { Source } from '@portal/contracts/source';

/** What the viewer shows about one of the user's own pictures besides its name and size. */
export interface PictureFacts {
  source: Source;
  tool: ToolName;
  batchName: string;
  isStarred: boolean;
  prompt?: string | null | undefined;
  /** Names and values, such as the model and the seed. */
  settings?: readonly (readonly [name: string, value: string])[] | undefined;
  /** Dollars, of the whole batch so far. */
  batchCost: number;
  batchEstimate: number;
  isBatchOver: boolean;
  /** The picture that was sent to the tool. */
  origin?: ItemOrigin['from'] | undefined;
}
