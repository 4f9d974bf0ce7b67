import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import firebaseTools from 'firebase-tools/package.json' with { type: 'json' };
import local from '../package.json' with { type: 'json' };

const run = promisify(execFile);
const folder = import.meta.dirname;
const readText = (file: string) => readFileSync(join(folder, file), 'utf8');
const patches = readdirSync(folder).filter((file) => file.endsWith('.mjs') && !file.startsWith('apply-'));

it('applies every patch to the pinned firebase-tools', async () => {
  expect(local.devDependencies['firebase-tools']).toBe(firebaseTools.version);
  const { stderr } = await run(process.execPath, [join(folder, 'apply-all.mjs')]);
  expect(stderr).toBe('');
});

it.each(patches)('preloads, documents and links %s', (patch) => {
  expect(readText('apply-all.mjs')).toContain(`import './${patch}';`);
  expect(readText('README.md')).toContain(`\`${patch}\``);
  expect(readText(patch)).toMatch(/^\/\/ https:\/\/github\.com\/.+/m);
  const versions = readText(patch).match(/(?<=firebase-tools\/blob\/v)[\d.]+(?=\/)/g) ?? [];
  expect(new Set(versions)).toEqual(new Set([firebaseTools.version]));
});

it('stops with the name of the patch and the version when a patch does not apply', async () => {
  const broken = `
    import { applyPatch } from ${JSON.stringify(join(folder, 'apply-patch.mjs'))};
    applyPatch('/somewhere/fix-a-bug.mjs', (load) => load('emulator/not-there-any-more'));
  `;
  const started = run(process.execPath, ['--input-type=module', '--eval', broken]);
  await expect(started).rejects.toThrow(
    `local/patches/fix-a-bug.mjs does not apply to firebase-tools ${firebaseTools.version}: Cannot find module`,
  );
});

it('stops the old processes of functions after each of two quick saves', async () => {
  const saveTwice = `
    import ${JSON.stringify(join(folder, 'reload-functions-immediately.mjs'))};
    import { createRequire } from 'node:module';
    const load = createRequire(${JSON.stringify(import.meta.filename)});
    const { FunctionsEmulator } = load('firebase-tools/lib/emulator/functionsEmulator');
    class Pool { refresh() { console.log('stopped'); } }
    const emulator = {
      workerPools: { portal: new Pool() },
      logger: { logLabeled: () => undefined },
      discoverTriggers: () => Promise.reject(new Error('not needed')),
    };
    const save = () => FunctionsEmulator.prototype.loadTriggers.call(emulator, { codebase: 'portal' });
    await Promise.all([save(), save()]);
  `;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', saveTwice]);
  expect(stdout).toBe('stopped\nstopped\n');
});

it('slows a queue down after failed attempts, and lets retries count toward its rate', async () => {
  const deliver = `
    import ${JSON.stringify(join(folder, 'slow-down-after-errors.mjs'))};
    import { createRequire } from 'node:module';
    import { createServer } from 'node:http';
    const { TaskQueue } = createRequire(${JSON.stringify(import.meta.filename)})('firebase-tools/lib/emulator/taskQueue');
    const server = createServer((request, response) => {
      response.writeHead(Number(request.url.slice(1))).end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const queue = new TaskQueue('queue', {
      rateLimits: { maxDispatchesPerSecond: 16, maxConcurrentDispatches: 1 },
      retryConfig: { maxAttempts: 9, maxRetrySeconds: null, maxBackoffSeconds: 0, maxDoublings: 0, minBackoffSeconds: 0 },
    });
    const setStatus = (status) => {
      queue.dispatches[0].task.httpRequest.url = 'http://127.0.0.1:' + server.address().port + '/' + status;
    };
    const attempt = async (status, tokens) => {
      setStatus(status);
      queue.tokens = tokens;
      await queue.runTask(0);
    };
    const countTokens = () => {
      queue.tokens = 0;
      queue.lastTokenUpdate = Date.now() - 1000;
      queue.refillTokens();
      return Math.floor(queue.tokens);
    };
    queue.enqueue({ name: 'task', httpRequest: { url: 'none', headers: {}, body: {} } });
    queue.tokens = 1;
    queue.dispatchTasks();
    const perSecond = [countTokens()];
    await attempt(500, 9);
    perSecond.push(countTokens());
    queue.processDispatch();
    await attempt(500, 0);
    perSecond.push(countTokens());
    await attempt(500, 1);
    perSecond.push(countTokens());
    queue.processDispatch();
    await attempt(503, 1);
    perSecond.push(countTokens());
    queue.processDispatch();
    await attempt(204, 1);
    perSecond.push(countTokens());
    server.close();
    console.log(perSecond.join());
  `;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', deliver]);
  // At first; after a failure; a retry without a token is not sent; after a second failure; after a 503; after a success.
  expect(stdout).toBe('16,8,8,4,1,2\n');
});

it('answers a request whose process ends while it starts', async () => {
  const serve = `
    import ${JSON.stringify(join(folder, 'answer-failed-starts.mjs'))};
    import { createRequire } from 'node:module';
    import { spawn } from 'node:child_process';
    const load = createRequire(${JSON.stringify(import.meta.filename)});
    const { FunctionsEmulator } = load('firebase-tools/lib/emulator/functionsEmulator');
    const { RuntimeWorker } = load('firebase-tools/lib/emulator/functionsRuntimeWorker');
    const child = spawn(process.execPath, ['--eval', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
    const worker = Object.assign(Object.create(RuntimeWorker.prototype), {
      runtime: { process: child, conn: { httpReqOpts: () => ({ socketPath: '/nowhere' }) } },
    });
    const backend = {};
    const log = { log: () => undefined, logLabeled: (kind, text) => console.log(text) };
    const emulator = {
      triggers: { 'region-api': {} },
      getTriggerRecordByKey: () => ({ enabled: true, backend, def: { id: 'api' } }),
      logger: log,
      args: { projectId: 'demo' },
      workerPools: { undefined: { readyForWork: () => false } },
      startRuntime: () => worker.waitForSocketReady(),
    };
    const request = { method: 'GET', url: '/', protocol: 'http', hostname: 'here', headers: {}, params: { region: 'region', trigger_name: 'api' } };
    const response = { headersSent: false, destroyed: false, status: (code) => ({ end: () => console.log(code) }) };
    const handled = FunctionsEmulator.prototype.handleHttpsTrigger.call(emulator, request, response);
    child.kill('SIGKILL');
    await handled;
    process.exit(0);
  `;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', serve]);
  expect(stdout.split('\n')).toEqual([
    'Failed to handle request for function api',
    expect.stringContaining('The process ended while it started.'),
    '500',
    '',
  ]);
});
