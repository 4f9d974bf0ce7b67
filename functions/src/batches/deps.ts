import type { FindTool } from './tool.ts';
import { makeClients } from '../clients.ts';

/** The clients, and the tools that are registered. */
export const makeDeps = (findTool: FindTool) => ({ ...makeClients(), findTool });

export type Deps = ReturnType<typeof makeDeps>;
