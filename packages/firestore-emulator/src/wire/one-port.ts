import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

/** The first bytes of an HTTP/2 connection with prior knowledge. */
const PREFACE = Buffer.from('PRI * HTTP/2.0');

/** A server that accepts connected sockets, such as those of node:http and node:http2. */
interface ConnectionHandler {
  emit(event: 'connection', socket: Socket): boolean;
}

/** Passes each connection to `http2` or `http1` by its first bytes, so that both share one port. */
export function createPortServer(
  http2: ConnectionHandler,
  http1: ConnectionHandler,
): { server: Server; close: () => Promise<void> } {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    let received = Buffer.alloc(0);
    const sniff = () => {
      const chunk: Buffer | null = socket.read();
      if (chunk === null) return;
      received = Buffer.concat([received, chunk]);
      const length = Math.min(received.length, PREFACE.length);
      const isPreface = received.subarray(0, length).equals(PREFACE.subarray(0, length));
      if (isPreface && length < PREFACE.length) return;
      socket.off('readable', sniff);
      socket.off('error', close);
      socket.unshift(received);
      (isPreface ? http2 : http1).emit('connection', socket);
    };
    const close = () => socket.destroy();
    socket.on('readable', sniff);
    socket.on('error', close);
  });
  return {
    server,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
