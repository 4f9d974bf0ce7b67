import { makeClients } from '../clients.ts';
import type { FindTool } from './tool.ts';

/** What the server works with. */
export const makeDeps = (findTool: FindTool) => ({
  ...makeClients(),
  /** Looks up a registered tool. */
  findTool,
  /** Tasks in work per batch in this instance. Only the last one checks whether the batch has ended. */
  tasksOfBatches: new Map<string, number>(),
});

export type Deps = ReturnType<typeof makeDeps>;
