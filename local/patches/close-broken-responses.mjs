// Two proxies of the CLI join a function's response to the client's with `pipe` alone. When the function disconnects, the
// client waits forever, and after five minutes undici's uncaught BodyTimeoutError ends the CLI. Here either side closes
// the other, as Hosting and Cloud Functions do.
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/hosting/proxy.ts
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/emulator/functionsRuntimeWorker.ts
import assert from 'node:assert/strict';
import { applyPatch } from './apply-patch.mjs';

function closeTogether(response) {
  response.once('pipe', (source) => {
    source.once('error', () => response.destroy());
    source.once('close', () => response.writableEnded || response.destroy());
    response.once('close', () => source.destroy());
  });
}

applyPatch(import.meta.filename, (load) => {
  const { RuntimeWorker } = load('emulator/functionsRuntimeWorker');
  const proxy = load('hosting/proxy');
  const { proxyRequestHandler } = proxy;
  assert(
    RuntimeWorker.prototype.request && proxyRequestHandler.toString().includes('.pipe(res)'),
    'responses are passed on in another way',
  );

  const { request } = RuntimeWorker.prototype;
  RuntimeWorker.prototype.request = function requestTogether(incoming, response, ...rest) {
    closeTogether(response);
    return request.call(this, incoming, response, ...rest);
  };

  proxy.proxyRequestHandler = (...parameters) => {
    const handle = proxyRequestHandler(...parameters);
    return (incoming, response, next) => {
      closeTogether(response);
      return handle(incoming, response, next);
    };
  };
});
