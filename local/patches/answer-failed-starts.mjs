// When a function's process ends while it starts, the Functions emulator looks for it for another half minute, and then never answers
// the requests that wait for it. Tasks and pages wait for minutes. Cloud Run answers with an error, and Cloud Tasks tries again.
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/emulator/functionsEmulator.ts
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/emulator/functionsRuntimeWorker.ts
import assert from 'node:assert/strict';
import { applyPatch } from './apply-patch.mjs';

applyPatch(import.meta.filename, (load) => {
  const { RuntimeWorker } = load('emulator/functionsRuntimeWorker');
  const { FunctionsEmulator } = load('emulator/functionsEmulator');
  const { waitForSocketReady } = RuntimeWorker.prototype;
  const { handleHttpsTrigger } = FunctionsEmulator.prototype;
  assert(
    waitForSocketReady.toString().includes('Promise.race') &&
      /Failed to start functions.*\n\s*return;/.test(handleHttpsTrigger.toString()),
    'processes are started in another way',
  );

  RuntimeWorker.prototype.waitForSocketReady = function waitUntilReadyOrEnded() {
    const { process: child } = this.runtime;
    const ended = new Promise((_, reject) => {
      const fail = () => reject(new Error('The process ended while it started.'));
      if (child.exitCode === null && child.signalCode === null) child.once('exit', fail);
      else fail();
    });
    return Promise.race([waitForSocketReady.call(this), ended]);
  };

  FunctionsEmulator.prototype.handleHttpsTrigger = async function answerAlways(request, response) {
    try {
      await handleHttpsTrigger.call(this, request, response);
    } finally {
      if (!response.headersSent && !response.destroyed) response.status(500).end();
    }
  };
});
