import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompress, constants } from 'node:zlib';
import { promisify } from 'node:util';
import { config } from '../config.ts';

const compress = promisify(brotliCompress);
const COMPRESSIBLE = /text|javascript|json|svg/;

/**
 * Serves the portal compressed once and for all, as a CDN does: the local Hosting compresses each response again, which takes longer
 * than Lighthouse's simulated network allows for.
 */
export async function startCompressingProxy(): Promise<{ url: string; stop: () => void }> {
  const compressed = new Map<string, Buffer>();

  async function send(upstream: IncomingMessage, path: string, response: ServerResponse): Promise<void> {
    const { 'content-length': _, connection: __, 'transfer-encoding': ___, ...headers } = upstream.headers;
    const chunks = await upstream.toArray();
    const body = Buffer.concat(chunks);
    const status = upstream.statusCode ?? 502;
    if (status !== 200 || !COMPRESSIBLE.test(headers['content-type'] ?? '') || headers['content-encoding']) {
      response.writeHead(status, headers).end(body);
      return;
    }
    const isAsset = path.startsWith('/assets/');
    const params = { [constants.BROTLI_PARAM_QUALITY]: isAsset ? 9 : 5 };
    const encoded = compressed.get(path) ?? (await compress(body, { params }));
    if (isAsset) compressed.set(path, encoded);
    response
      .writeHead(status, { ...headers, 'content-encoding': 'br', 'content-length': encoded.length })
      .end(encoded);
  }

  const server = createServer((incoming, response) => {
    const { method, url: path = '/', headers } = incoming;
    const own = { ...headers, 'accept-encoding': 'identity' };
    const upstream = request(new URL(path, config.portalUrl), { method, headers: own }, (answer) => {
      send(answer, path, response).catch(() => response.destroy());
    });
    upstream.on('error', () => response.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has an AddressInfo
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
