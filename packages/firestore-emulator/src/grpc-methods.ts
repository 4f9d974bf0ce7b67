import { isAdmin, permissionDenied } from './access.ts';
import { ListenStream } from './listen-stream.ts';
import type { Backend } from './service/backend.ts';
import { methodNames, methods, type MethodName } from './service/methods.ts';
import { invalidArgument, StatusError } from './status.ts';
import type { GrpcMethods, RequestMethod, StreamMethod } from './wire/grpc-server.ts';
import type { ListenRequest } from './wire/messages.ts';
import { messageCodec, type MessageCodec } from './wire/protocol.ts';

const SERVICE = '/google.firestore.v1.Firestore/';

export const createGrpcMethods = (backend: Backend): GrpcMethods =>
  new Map<string, RequestMethod | StreamMethod>([
    ...methodNames.map((name) => [SERVICE + name, toRequestMethod(backend, name)] as const),
    [`${SERVICE}Listen`, toListenMethod(backend)],
  ]);

function toRequestMethod(backend: Backend, name: MethodName): RequestMethod {
  const run: (backend: Backend, request: never) => Iterable<object> | Promise<Iterable<object>> =
    methods[name];
  const requests = messageCodec<never>(`${name}Request`);
  const responses = messageCodec<object>(name === 'Rollback' ? 'google.protobuf.Empty' : `${name}Response`);
  return {
    kind: 'request',
    async answer(bytes, headers) {
      if (!isAdmin(headers.authorization)) throw permissionDenied();
      const request = decode(requests, bytes);
      const messages = [...(await run(backend, request))];
      backend.testHooks.count(name, request, messages);
      return messages.values().map((message) => responses.encode(message));
    },
  };
}

function toListenMethod(backend: Backend): StreamMethod {
  const requests = messageCodec<ListenRequest>('ListenRequest');
  return {
    kind: 'stream',
    open(call) {
      const stream = new ListenStream(backend.store, call);
      return { receive: (bytes) => stream.receive(decode(requests, bytes)) };
    },
  };
}

function decode<Message>(codec: MessageCodec<Message>, bytes: Uint8Array): Message {
  try {
    return codec.decode(bytes);
  } catch (cause) {
    if (cause instanceof StatusError) throw cause;
    throw invalidArgument('The request is not a valid message.');
  }
}
