import './zod-jitless.ts';

/**
 * A phone does not respond while modules are evaluated, so each of these is a task of its own. `web/first-page.ts` preloads their
 * files.
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
