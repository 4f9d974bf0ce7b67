/** Modules of the instrumented copy, for code that runs in another process than its tests. */

export const SERVER_CHECK_MS = 25;

/** Looks up the active mutant, and notes each mutant once after each change of it. */
export const makeServerSwitch = (folder: string): string => `
// @ts-nocheck
import { appendFileSync, readFileSync } from 'node:fs';
const folder = ${JSON.stringify(folder)};
const clock = performance;
let known = '';
let active = -1;
let covered = new Set();
let checkedAt = -Infinity;
function check() {
  if (clock.now() - checkedAt < ${SERVER_CHECK_MS}) return;
  checkedAt = clock.now();
  let text = 'none none';
  try { text = readFileSync(folder + '/active', 'utf8'); } catch {}
  if (text === known) return;
  known = text;
  active = Number(text.split(' ')[1]);
  covered = new Set();
}
globalThis.isMutated ??= (id) => {
  check();
  if (!covered.has(id)) {
    covered.add(id);
    try { appendFileSync(folder + '/covered', id + '\\n'); } catch {}
  }
  return id === active;
};
`;

/** The test tells the page its mutant before scripts run, see \`switchInPages\`. */
export const PAGE_SWITCH = `
// @ts-nocheck
const covered = new Set();
let added = [];
function note(id) {
  covered.add(id);
  if (added.push(id) > 1) return;
  queueMicrotask(() => {
    globalThis.noteMutants?.(added);
    added = [];
  });
}
globalThis.isMutated ??= (id) => {
  if (!covered.has(id)) note(id);
  return id === globalThis.activeMutant;
};
`;

/** Where page tests open a browser context, and what the copy does there. */
export const CONTEXT_PATCH = {
  file: 'e2e/support/launch-browser.ts',
  find: 'browser.newContext({ baseURL: config.portalUrl, ...options });',
  replace:
    'browser.newContext({ baseURL: config.portalUrl, ...options }).then(globalThis.watchMutants ?? ((context) => context));',
};
