import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { END_OF_REQUEST } from './end-of-request.ts';

const PROJECT = { projectId: 'demo-portal', storageBucket: 'demo-portal.appspot.com' };

const EntrySchema = z.looseObject({
  severity: z.enum(['INFO', 'WARNING', 'ERROR']),
  message: z.string(),
  stack_trace: z.string().optional(),
  'logging.googleapis.com/trace': z.string().optional(),
});
type LogEntry = z.infer<typeof EntrySchema>;

/** Of the two that the SDK reads, one and then the other. A trace that is not sampled counts too. */
const makeTraceHeader = (trace: string, sent: number): Record<string, string> =>
  sent % 2 === 0
    ? { 'x-cloud-trace-context': `${trace}/1` }
    : { traceparent: `00-${trace}-00f067aa0ba902b7-00` };

interface Call {
  name: string;
  path?: string;
  method?: string;
  token: string;
  body?: object;
}

/** The functions in a process of their own, with the environment of the test. */
export async function startFunctions() {
  vi.stubEnv('FIREBASE_CONFIG', JSON.stringify(PROJECT));
  const program = spawn(process.execPath, [join(import.meta.dirname, 'functions-main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    program.kill();
  });
  const lines: string[] = [];
  for (const stream of [program.stdout, program.stderr]) {
    createInterface(stream).on('line', (line) => lines.push(line));
  }
  const url = await vi.waitFor(() => {
    if (!lines[0]?.startsWith('http')) throw new Error(`The functions have not started. ${lines.join('\n')}`);
    return lines.shift();
  });
  let sent = 0;

  return {
    /** All that was printed. */
    readOutput: () => lines.join('\n'),
    /** Calls a function with a trace of its own; returns the log of that trace. */
    send: async ({
      name,
      path = '/',
      method = 'POST',
      token,
      body,
    }: Call): Promise<{ status: number; entries: LogEntry[] }> => {
      sent += 1;
      const trace = String(sent).padStart(32, 'a');
      const answer = await fetch(new URL(path, url), {
        method,
        headers: {
          'x-function': name,
          ...makeTraceHeader(trace, sent),
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      await answer.text();
      await vi.waitFor(() => {
        if (lines.filter((line) => line === END_OF_REQUEST).length < 2 * sent) throw new Error('Not ended.');
      });
      const entries = lines
        .filter((line) => line !== END_OF_REQUEST)
        .map((line) => EntrySchema.parse(JSON.parse(line)));
      const logged = `projects/${PROJECT.projectId}/traces/${trace}`;
      return {
        status: answer.status,
        entries: entries.filter((entry) => entry['logging.googleapis.com/trace'] === logged),
      };
    },
  };
}
