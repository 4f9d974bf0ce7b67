import { getStorageStats, runCleanup } from '@portal/contracts/storage';
import type { Hono } from 'hono';
import type { Deps } from '../../batches/deps.ts';
import { handleCall } from '../../http/handle-call.ts';
import { makeStorageStats } from './read-storage-stats.ts';
import { runManually } from './run-cleanup.ts';

export function serveCleanup(app: Hono, deps: Deps): void {
  const readStorageStats = makeStorageStats(deps);
  handleCall(app, deps, getStorageStats, readStorageStats);
  handleCall(app, deps, runCleanup, () => runManually(deps));
}
