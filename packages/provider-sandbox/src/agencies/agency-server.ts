import type { Server } from 'node:net';

export interface AgencyServer {
  port: number;
  close(): Promise<void>;
}

interface Listening {
  listen: (port: number, host: string, done: () => void) => unknown;
  address: Server['address'];
  close: (done?: () => void) => unknown;
  once(event: 'error', listener: (error: Error) => void): unknown;
}

/** `drop` ends open connections. */
export async function listenOn(
  server: Listening,
  port: number,
  host: string,
  drop: () => void,
): Promise<AgencyServer> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    port: address.port,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      drop();
      await closed;
    },
  };
}
