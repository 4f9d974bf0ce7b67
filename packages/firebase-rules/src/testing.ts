/** Test helpers that decide on a single condition. */
import { Timestamp, type Value } from './firestore-values.ts';
import {
  parseFirestoreRules,
  type FirestoreAccess,
  type RulesDocument,
} from './firestore/firestore-rules.ts';

const ROOT = 'projects/demo-rules/databases/(default)/documents';

export const nameOf = (path: string): string => `${ROOT}/${path}`;

export const createDocument = (
  path: string,
  fields: Readonly<Record<string, Value>> = {},
): RulesDocument => ({
  name: nameOf(path),
  fields: new Map(Object.entries(fields)),
});

export const createAccess = (overrides: Partial<FirestoreAccess> = {}): FirestoreAccess => ({
  method: 'get',
  name: nameOf('things/one'),
  auth: { uid: 'alice', token: { email: 'alice@studio.example', level: 5, ratio: 0.5 } },
  time: new Timestamp(1_700_000_000, 5000),
  read: () => undefined,
  readAfter: () => undefined,
  ...overrides,
});

/** Reads these documents by name. */
export const readFrom = (...documents: readonly RulesDocument[]): FirestoreAccess['read'] => {
  const byName = new Map(documents.map((document) => [document.name, document]));
  return (name) => byName.get(name);
};

export const wrapCondition = (condition: string, functions = '', match = '/things/{id}'): string =>
  `rules_version = '2';
service cloud.firestore {
match /databases/{database}/documents {
${functions}
match ${match} { allow read, write: if
${condition};
}}}`;

/** Returns 'allowed', or the reason for the denial. */
export function decide(source: string, access: FirestoreAccess = createAccess()): string {
  const { rules, issues } = parseFirestoreRules(source);
  if (!rules)
    return issues.map(({ line, column, description }) => `${line}:${column} ${description}`).join('\n');
  const { allowed, reason } = rules.authorize(access);
  return allowed ? 'allowed' : reason;
}

/** Returns 'true', 'false' or the error. */
export function evaluate(condition: string, document?: RulesDocument): string {
  const decision = decide(wrapCondition(condition), createAccess({ before: document }));
  return decision === 'allowed' ? 'true' : decision.replace(/ for 'get' @ L\d+$/, '');
}

/** One condition per line. */
export const conditionsIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
