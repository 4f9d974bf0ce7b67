import type { Source } from '@portal/contracts/source';

export const keyOf = ({ batchId, index, kind }: Source): string => `${batchId}/${index}/${kind}`;
