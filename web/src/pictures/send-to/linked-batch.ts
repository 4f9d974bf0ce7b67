import type { ItemOrigin, ToolName } from '@portal/contracts/batches';
import type { Lineage } from '@portal/contracts/lineage';

/** A batch that pictures came from or were sent to. */
export interface LinkedBatch {
  batchId: string;
  tool: ToolName;
  name: string;
  pictures: number;
  /** Deleted or expired. Undefined until the server has been asked. */
  isGone?: boolean | undefined;
}

type Linked = Lineage['sentTo'][number] & { isGone?: boolean };

export const toLinkedBatch = ({ batchId, tool, name, pictures, isGone }: Linked): LinkedBatch => ({
  batchId,
  tool,
  name,
  pictures: pictures.length,
  isGone,
});

/** The source batches of a list's items, in the order of the items. */
export function groupOrigins(origins: readonly ItemOrigin[]): LinkedBatch[] {
  const groups = Map.groupBy(origins, ({ from }) => from.batchId);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...pick(first), pictures: 1 + others.length }] : [],
  );
}

const pick = ({ from: { batchId, tool, name } }: ItemOrigin) => ({ batchId, tool, name });

/** The sources with what the server knows: their present names, and whether they are gone. */
export const listSources = (
  origins: readonly ItemOrigin[],
  lineage: Pick<Lineage, 'sources'> | undefined,
): LinkedBatch[] => lineage?.sources.map(toLinkedBatch) ?? groupOrigins(origins);
