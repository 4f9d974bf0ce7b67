import { createRoot } from 'react-dom/client';
import { StrictMode } from 'react';
import { wasSignedIn } from '../client/session/signed-in-before.ts';
import { App } from './app.tsx';
import { preloadPage } from './preload-page.ts';

export function renderApp(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root.');
  // Load while the session is checked: a returning user most likely needs them.
  if (wasSignedIn()) {
    void import('./signed-in-app.tsx').catch(() => undefined);
    void preloadPage(location.pathname).catch(() => undefined);
  }
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
