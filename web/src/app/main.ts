import './zod-jitless.ts';

/** Each module is evaluated in a task of its own, so that a phone can respond in between. `web/first-page.ts` preloads them. */
const MODULES = [
  () => import('../client/api/client.ts'),
  () => import('../ui/theme/theme.ts'),
  () => import('../client/session/start-auth.ts'),
];

async function start(): Promise<void> {
  for (const load of MODULES) {
    await load();
    await new Promise((resolve) => setTimeout(resolve));
  }
  const { renderApp } = await import('./render-app.tsx');
  renderApp();
}

void start();
