import './zod-jitless.ts';
import '@fontsource-variable/geist';
import { createRoot } from 'react-dom/client';
import { StrictMode } from 'react';
import { wasSignedIn } from '../shared/session/signed-in-before.ts';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
// Loads while the session is checked: a returning user most likely needs it.
if (wasSignedIn()) void import('./signed-in-app.tsx').catch(() => undefined);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
