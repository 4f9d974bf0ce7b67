import { randomUUID } from 'node:crypto';
import { loadEnv, type Plugin, type UserConfig } from 'vite';

/**
 * Serves the pages with hot reload and takes everything else from the running portal at PORTAL_ORIGIN. The pages get that
 * portal's own Content-Security-Policy, so that a violation shows up during development.
 */
export const serveInFrontOfPortal = (): Plugin => ({
  name: 'serve-in-front-of-portal',
  apply: (_config, { command, isPreview }) => command === 'serve' && isPreview !== true,
  config: (_config, { mode }) =>
    makeServerConfig(loadEnv(mode, import.meta.dirname, 'PORTAL_')['PORTAL_ORIGIN']),
});

async function makeServerConfig(portalOrigin: string | undefined): Promise<UserConfig> {
  if (portalOrigin === undefined) {
    throw new Error('Set PORTAL_ORIGIN to the address of a running portal, such as http://127.0.0.1:5000.');
  }
  const { headers } = await fetch(portalOrigin);
  const nonce = randomUUID();
  return {
    html: { cspNonce: nonce },
    server: {
      host: '127.0.0.1',
      proxy: { '^/(api|__)/': { target: portalOrigin, changeOrigin: true } },
      headers: {
        'Content-Security-Policy': allowHotReload(headers.get('content-security-policy') ?? '', nonce),
        'Cross-Origin-Opener-Policy': headers.get('cross-origin-opener-policy') ?? '',
      },
    },
  };
}

/** React's hot reload starts in an inline script, and changes arrive over a WebSocket. */
const allowHotReload = (policy: string, nonce: string): string =>
  policy.replace('script-src', `script-src 'nonce-${nonce}'`).replace('connect-src', 'connect-src ws:');
