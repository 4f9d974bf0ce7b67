/** The id of a batch's card in its tool's history. */
export const batchCardId = (batchId: string): string => `batch-${batchId}`;

/** Leads to the card. `toolPath`: of the tool's page. */
export const makeBatchPath = (toolPath: string | undefined, batchId: string): string =>
  `${toolPath ?? ''}#${batchCardId(batchId)}`;
