import './zod-jitless.ts';

/**
 * Evaluating all modules at once would keep a phone from responding for half a second, so each part is a task of its own. The
 * build preloads their files (`first-page.ts` in this workspace's root).
 */
const PARTS = [
  () => import('../shared/api/client.ts'),
  () => import('../shared/theme/theme.ts'),
  () => import('../shared/session/start-auth.ts'),
];

async function start(): Promise<void> {
  for (const load of PARTS) {
    await load();
    await new Promise((resolve) => setTimeout(resolve));
  }
  const { renderApp } = await import('./render-app.tsx');
  renderApp();
}

void start();
