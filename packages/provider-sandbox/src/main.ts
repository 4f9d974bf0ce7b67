/** `main.ts --data-dir FOLDER [--port N] [--latency-ms N] [--tasks-url URL] [--sftp-port N --ftps-port N]` */
import { parseArgs } from 'node:util';
import { startSandbox } from './start-sandbox.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);

function readArguments() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      'data-dir': { type: 'string' },
      'latency-ms': { type: 'string' },
      'tasks-url': { type: 'string' },
      'sftp-port': { type: 'string', default: '0' },
      'ftps-port': { type: 'string', default: '0' },
    },
  });
  const { port, 'data-dir': dataFolder, 'latency-ms': latency, 'tasks-url': tasksUrl } = values;
  if (dataFolder === undefined) throw new Error('Pass --data-dir: the folder for uploaded assets.');
  return {
    port: Number(port),
    dataFolder,
    agencyPorts: { sftp: Number(values['sftp-port']), ftps: Number(values['ftps-port']) },
    ...(latency === undefined ? {} : { latencyMs: Number(latency) }),
    ...(tasksUrl === undefined ? {} : { tasksUrl }),
  };
}

try {
  const sandbox = await startSandbox(readArguments());
  print(`Sandbox is at ${sandbox.url}`);
  const stop = () => void sandbox.close().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
