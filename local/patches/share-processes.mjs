// Each function has a process of its own, which loads and compiles the same code as the others: a quarter of the functions' CPU time in
// `npm test`. With FUNCTION_PROCESSES=shared, one process called "workers" serves all queues, and one called "schedules" all schedules.
// They collect their heaps as the CLI does (v8-options.ts).
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/emulator/functionsEmulator.ts
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/emulator/functionsEmulatorRuntime.ts
// oxlint-disable no-process-env -- the CLI passes its own environment on to the functions' processes
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { applyPatch } from './apply-patch.mjs';

const EMULATOR = 'firebase-tools/lib/emulator/functionsEmulator';
const RUNTIME = 'firebase-tools/lib/emulator/functionsEmulatorRuntime';
const HEADER = 'x-function-target';
/** How a process finds its function, and how it finds that of a request. */
const OWN_TARGET = 'const trigger = FUNCTION_TARGET_NAME.split(".")';
const REQUESTED_TARGET = `const trigger = (req.headers["${HEADER}"] ?? FUNCTION_TARGET_NAME).split(".")`;
const WORKERS = 'workers';
const SCHEDULES = 'schedules';

if (process.env.FUNCTION_PROCESSES === 'shared') {
  // The functions' processes preload this file.
  if (process.argv[1]?.endsWith(RUNTIME)) serveRequestedTargets();
  else applyPatch(import.meta.filename, shareProcess);
}

function serveRequestedTargets() {
  setFlagsFromString(process.env.FUNCTION_V8_OPTIONS ?? '');
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(`${RUNTIME}.js`)) return loaded;
      return {
        ...loaded,
        source: Buffer.from(loaded.source).toString().replace(OWN_TARGET, REQUESTED_TARGET),
      };
    },
  });
}

function shareProcess(load) {
  const { RuntimeWorkerPool } = load('emulator/functionsRuntimeWorker');
  const { FunctionsEmulator } = load('emulator/functionsEmulator');
  const read = (file) => readFileSync(createRequire(import.meta.url).resolve(file), 'utf8');
  assert(read(RUNTIME).split(OWN_TARGET).length === 2, 'a process finds its function in another way');
  // Not the methods' own text: other patches have wrapped them.
  assert(
    read(EMULATOR).includes('triggerId = `${req.params.region}-${triggerId}`') &&
      read(EMULATOR).includes('pool.submitRequest(trigger.id, {') &&
      read(EMULATOR).includes('envs.FUNCTION_TARGET = target'),
    'requests reach a process in another way',
  );
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${import.meta.url}`;

  /** By function. */
  const shared = new Map();
  const { handleHttpsTrigger, getSystemEnvs } = FunctionsEmulator.prototype;
  FunctionsEmulator.prototype.handleHttpsTrigger = function nameTarget(request, response) {
    const { region, trigger_name: name } = request.params;
    const definition = this.triggers[region ? `${region}-${name}` : name]?.def;
    if (definition && (definition.taskQueueTrigger || definition.schedule)) {
      const { id, entryPoint, schedule, timeoutSeconds } = definition;
      request.headers[HEADER] = entryPoint;
      shared.set(id, { process: schedule ? SCHEDULES : WORKERS, timeoutSeconds });
    }
    return handleHttpsTrigger.call(this, request, response);
  };

  FunctionsEmulator.prototype.getSystemEnvs = function nameProcess(trigger) {
    const environment = getSystemEnvs.call(this, trigger);
    const { process: name } = shared.get(trigger?.id) ?? {};
    return name ? { ...environment, FUNCTION_TARGET: name } : environment;
  };

  const { getKey, submitRequest } = RuntimeWorkerPool.prototype;
  RuntimeWorkerPool.prototype.getKey = function findProcess(triggerId, runtime) {
    return shared.get(triggerId)?.process ?? getKey.call(this, triggerId, runtime);
  };

  RuntimeWorkerPool.prototype.submitRequest = function limitTime(triggerId, ...rest) {
    const { timeoutSeconds } = shared.get(triggerId) ?? {};
    if (timeoutSeconds !== undefined) this.getIdleWorker(triggerId).timeoutSeconds = timeoutSeconds;
    return submitRequest.call(this, triggerId, ...rest);
  };
}
