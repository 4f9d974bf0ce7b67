// Preloaded into the Firebase CLI. Its two proxies join the function's response to the reader's with `pipe` alone: when the
// function breaks off, the reader is left waiting, and after five minutes undici's BodyTimeoutError, which nobody
// catches, ends the whole suite. Here either side ends the other, as Hosting and Cloud Functions do.
// https://github.com/firebase/firebase-tools/blob/main/src/hosting/proxy.ts
// https://github.com/firebase/firebase-tools/blob/main/src/emulator/functionsRuntimeWorker.ts
import { createRequire } from 'node:module';

const requireHere = createRequire(import.meta.url);
const { RuntimeWorker } = requireHere('firebase-tools/lib/emulator/functionsRuntimeWorker');
const proxy = requireHere('firebase-tools/lib/hosting/proxy');

function endTogether(response) {
  response.once('pipe', (source) => {
    source.once('error', () => response.destroy());
    source.once('close', () => response.writableEnded || response.destroy());
    response.once('close', () => source.destroy());
  });
}

const { request } = RuntimeWorker.prototype;
RuntimeWorker.prototype.request = function requestTogether(incoming, response, ...rest) {
  endTogether(response);
  return request.call(this, incoming, response, ...rest);
};

const { proxyRequestHandler } = proxy;
proxy.proxyRequestHandler = (...parameters) => {
  const handle = proxyRequestHandler(...parameters);
  return (incoming, response, next) => {
    endTogether(response);
    return handle(incoming, response, next);
  };
};
