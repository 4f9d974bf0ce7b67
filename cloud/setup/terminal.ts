import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Ask } from './step.ts';

/** Hidden answers are written nowhere, not even as asterisks. */
export const ask: Ask = async (question, { isHidden = false } = {}) => {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: isHidden ? nowhere : process.stdout,
    terminal: true,
  });
  if (isHidden) process.stdout.write(question);
  try {
    return await lines.question(isHidden ? '' : question);
  } finally {
    lines.close();
    if (isHidden) process.stdout.write('\n');
  }
};
