import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Provider } from '@portal/contracts/generation-request';
import { afterAll } from 'vitest';
import { z } from 'zod';
import type { ProviderAccess } from '../call-provider.ts';
import { startLocalProgram } from './start-local-program.ts';

const CountsSchema = z.object({
  providers: z.record(
    z.string(),
    z.object({
      received: z.number(),
      answered: z.number(),
      paid: z.number(),
      halfPrice: z.number().optional(),
    }),
  ),
});

const PATHS: Record<Provider, string> = {
  openai: '/openai/v1',
  google: '/google',
  stability: '/stability',
  xai: '/xai/v1',
};

/** Starts the provider sandbox without latency. */
export async function startSandbox() {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const program = fileURLToPath(import.meta.resolve('@portal/provider-sandbox/main'));
  const url = await startLocalProgram(program, ['--data-dir', dataFolder, '--latency-ms', '0']);
  afterAll(() => rm(dataFolder, { recursive: true, force: true }));

  async function control(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${url}/control/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} /control/${path}: ${await answer.text()}`);
    return answer.json();
  }

  return {
    accessOf: (provider: Provider): ProviderAccess => ({
      baseUrl: `${url}${PATHS[provider]}`,
      apiKey: `sandbox-${provider}-key-1`,
      fetch,
    }),
    /** What the providers do with batches: see the sandbox's README. */
    controlBatches: (action: object) => control('POST', 'batches', action),
    advanceClock: (advanceSeconds: number) => control('POST', 'clock', { advanceSeconds }),
    cloudinary: {
      apiUrl: `${url}/cloudinary`,
      deliveryUrl: `${url}/cloudinary/res`,
      cloudName: 'sandbox',
      apiKey: 'sandbox-cloudinary-key-1',
      apiSecret: 'sandbox-cloudinary-secret',
    },
    /** Resets faults, counts and batches. */
    async clear() {
      await control('DELETE', 'batches');
      await control('DELETE', 'faults');
      await control('DELETE', 'calls');
    },
    /** Draws one picture and answers with it again: drawing takes most of the CPU time of a test. */
    reuseDrawing: () => control('POST', 'pictures', { variants: 1, sharesPrompts: true }),
    addFault: (provider: Provider | 'cloudinary', fault: unknown, rule: object = {}) =>
      control('POST', 'faults', [{ provider, fault, ...rule }]),
    /** How often a provider was called, and how many images were charged. */
    async count(
      provider: Provider,
    ): Promise<{ received: number; paid: number; halfPrice?: number | undefined }> {
      const { providers } = CountsSchema.parse(await control('GET', 'calls'));
      return providers[provider] ?? { received: 0, paid: 0 };
    },
  };
}
