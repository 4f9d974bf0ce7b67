import { isAdmin, permissionDenied } from './access.ts';
import { invalidArgument, StatusError } from './status.ts';
import { ListenStream } from './streams/listen-stream.ts';
import { WriteStream } from './streams/write-stream.ts';
import type { GrpcCall } from './wire/grpc-call.ts';
import type { GrpcMethods, RequestMethod, StreamMethod } from './wire/grpc-server.ts';
import type { ListenRequest, WriteRequest } from './wire/messages.ts';
import { messageCodec, type MessageCodec } from './wire/protocol.ts';
import type { Backend } from './service/backend.ts';
import type { ServiceMethod } from './service/service-method.ts';
import { methodNames, serviceMethods, type MethodName } from './service/service-methods.ts';

const SERVICE = '/google.firestore.v1.Firestore/';

export function createGrpcMethods(backend: Backend): GrpcMethods {
  const methods = new Map<string, RequestMethod | StreamMethod>();
  for (const name of methodNames) methods.set(SERVICE + name, toRequestMethod(backend, name));
  methods.set(
    `${SERVICE}Listen`,
    toStreamMethod(
      'ListenRequest',
      messageCodec<ListenRequest>('ListenRequest'),
      (call) => new ListenStream(backend, call),
    ),
  );
  methods.set(
    `${SERVICE}Write`,
    toStreamMethod(
      'WriteRequest',
      messageCodec<WriteRequest>('WriteRequest'),
      (call) => new WriteStream(backend, call),
    ),
  );
  return methods;
}

function toRequestMethod(backend: Backend, name: MethodName): RequestMethod {
  const method: ServiceMethod = serviceMethods[name];
  const requests = messageCodec<object>(method.requestType);
  const responses = messageCodec<object>(method.responseType);
  return {
    kind: 'request',
    async answer(bytes, headers) {
      if (!isAdmin(headers.authorization)) throw permissionDenied();
      const request = decode(requests, method.requestType, bytes);
      const answers = [...(await method.run(backend, request))];
      backend.testHooks.count(name, request, answers);
      return encodeAll(answers, responses);
    },
  };
}

function* encodeAll(messages: Iterable<object>, codec: MessageCodec<object>): Iterable<Uint8Array> {
  for (const message of messages) yield codec.encode(message);
}

function toStreamMethod<Request extends object>(
  requestType: string,
  requests: MessageCodec<Request>,
  open: (call: GrpcCall) => { receive(request: Request): void },
): StreamMethod {
  return {
    kind: 'stream',
    open(call) {
      const stream = open(call);
      return { receive: (bytes) => stream.receive(decode(requests, requestType, bytes)) };
    },
  };
}

function decode<Message>(codec: MessageCodec<Message>, type: string, bytes: Uint8Array): Message {
  try {
    return codec.decode(bytes);
  } catch (cause) {
    if (cause instanceof StatusError) throw cause;
    throw invalidArgument(`The request is not a valid ${type}.`);
  }
}
