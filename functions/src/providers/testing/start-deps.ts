import { ProviderSchema } from '@portal/contracts/generation-request';
import { deleteApp, getApp } from 'firebase-admin/app';
import { afterAll, vi } from 'vitest';
import { makeDeps, type Deps } from '../../batches/deps.ts';
import { findTool } from '../../tools.ts';
import { startFirestore } from './start-firestore.ts';
import { startSandbox } from './start-sandbox.ts';

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

interface Started {
  deps: Deps;
  sandbox: Sandbox;
}

/** The functions' dependencies, with an empty Firestore and the provider sandbox. */
export async function startDeps(): Promise<Started> {
  vi.stubEnv('GCLOUD_PROJECT', 'demo-portal');
  await startFirestore();
  const sandbox = await startSandbox();
  useSandbox(sandbox);
  const deps = makeDeps(findTool);
  afterAll(() => deleteApp(getApp()));
  return { deps, sandbox };
}

/** Sends the functions' calls of providers and media service to the sandbox. */
export function useSandbox(sandbox: Sandbox): void {
  const keys = ProviderSchema.options.map((provider) => {
    const { baseUrl, apiKey } = sandbox.accessOf(provider);
    vi.stubEnv(`${provider.toUpperCase()}_BASE_URL`, baseUrl);
    return [provider, [apiKey]] as const;
  });
  const { cloudName, apiKey, apiSecret } = sandbox.cloudinary;
  const cloudinary = { cloudName, apiKey, apiSecret };
  vi.stubEnv('PROVIDER_KEYS', JSON.stringify({ ...Object.fromEntries(keys), cloudinary }));
  vi.stubEnv('CLOUDINARY_API_URL', sandbox.cloudinary.apiUrl);
  vi.stubEnv('CLOUDINARY_DELIVERY_URL', sandbox.cloudinary.deliveryUrl);
}
