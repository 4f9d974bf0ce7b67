import './zod-jitless.ts';
import '@fontsource-variable/geist';
import { createRoot } from 'react-dom/client';
import { StrictMode } from 'react';
import { wasSignedIn } from '../shared/session/signed-in-before.ts';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
// Beside the questions who that is and whether they may: most of what is to be shown is there when they are answered.
if (wasSignedIn()) void import('./signed-in-app.tsx').catch(() => undefined);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
