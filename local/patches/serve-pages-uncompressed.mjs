// Hosting compresses each page and asset for each request. On this machine that only costs time: 100 ms of CPU for each page that
// a test opens. Google's CDN compresses once and caches the result. The CLI has no option.
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/serve/hosting.ts
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { applyPatch } from './apply-patch.mjs';

applyPatch(import.meta.filename, (load) => {
  const hosting = createRequire(import.meta.url).resolve('firebase-tools/lib/serve/hosting');
  const superstatic = createRequire(hosting)('superstatic');
  assert(superstatic.server && load('serve/hosting').start, 'Hosting no longer uses superstatic');
  const { server } = superstatic;
  superstatic.server = ({ compression, ...options }) => {
    assert.equal(compression, true, 'Hosting no longer compresses');
    return server(options);
  };
});
