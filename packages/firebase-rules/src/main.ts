#!/usr/bin/env node
/** firebase-tools runs this as its Storage rules runtime, with the argument `serve`. It must print nothing to stderr. */
import { createInterface } from 'node:readline';
import { StorageRuntime } from './storage-runtime.ts';

const runtime = new StorageRuntime((message) => process.stdout.write(`${JSON.stringify(message)}\n`));
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => void runtime.receive(line));
lines.on('close', () => process.exit());
process.on('SIGINT', () => process.exit());
runtime.start();
