import { ProviderSchema } from '@portal/contracts/generation-request';
import { listProviders } from '@portal/contracts/providers';
import type { Hono } from 'hono';
import { handleCall, type ApiClients } from '../http/handle-call.ts';
import { isSandbox, readProviderSettings } from '../platform/config/config.ts';
import { findKeyProblem, readKeyStates } from './key-states.ts';

export function serveProviders(app: Hono, clients: ApiClients): void {
  handleCall(app, clients, listProviders, async () => ({
    providers: await Promise.all(
      ProviderSchema.options.map(async (provider) => {
        const states = await readKeyStates(clients.firestore, provider);
        const problem = findKeyProblem(readProviderSettings(provider).keys, states) ?? null;
        return { provider, isSandbox: isSandbox(provider), problem };
      }),
    ),
  }));
}
