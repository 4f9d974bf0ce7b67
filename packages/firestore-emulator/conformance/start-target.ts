/** Provides the address to test: the one in the environment, or a server that runs as long as the suite. */
import type { TestProject } from 'vitest/node';
import { startEmulator, startGoogleEmulator } from '../testing/start-emulator.ts';
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
  const server = config.target === 'google' ? await startGoogleEmulator() : await startEmulator();
  project.provide('address', server.address);
  return () => server.stop();
}
