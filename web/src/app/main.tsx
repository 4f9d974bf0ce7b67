import '@fontsource-variable/geist';
import { createRoot } from 'react-dom/client';
import { StrictMode } from 'react';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
