/** Gives the cases the address that the environment names, or a server of the target's kind that lives as long as the run. */
import type { TestProject } from 'vitest/node';
import { startEmbedded, startOracle } from '../testing/start-emulator.ts';
import { config } from './config.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    address: string;
  }
}

export default async function startTarget(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (config.address !== undefined) {
    project.provide('address', config.address);
    return undefined;
  }
  const server = config.target === 'oracle' ? await startOracle() : await startEmbedded();
  project.provide('address', server.address);
  return () => server.stop();
}
