import type { Backend } from './backend.ts';

/** A method of google.firestore.v1.Firestore with one request, independent of gRPC and REST. */
export interface ServiceMethod {
  readonly requestType: string;
  readonly responseType: string;
  /** If false, there is exactly one response. */
  readonly isStreaming: boolean;
  /** The request is a decoded `requestType`, the responses are `responseType`s to encode. */
  run(backend: Backend, request: object): Promise<Iterable<object>>;
}

type Answer<Request, Response> = (backend: Backend, request: Request) => Response | Promise<Response>;

export const unary = <Request extends object>(
  requestType: string,
  responseType: string,
  answer: Answer<Request, object>,
): ServiceMethod => ({
  ...streaming<Request>(requestType, responseType, async (...call) => [await answer(...call)]),
  isStreaming: false,
});

export const streaming = <Request extends object>(
  requestType: string,
  responseType: string,
  answer: Answer<Request, Iterable<object>>,
): ServiceMethod => ({
  requestType,
  responseType,
  isStreaming: true,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the definition of requestType makes it one
  run: async (backend, request) => answer(backend, request as Request),
});
