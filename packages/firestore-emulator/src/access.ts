/** Only the Admin SDK may use this server: firestore.rules deny everything. */
import { StatusError } from './status.ts';

const DENIES_EVERYTHING =
  /^rules_version = '2'; service cloud\.firestore \{ match \/databases\/\{\w+\}\/documents \{ match \/\{\w+=\*\*\} \{ allow read, write: if false; \} \} \}$/;

export const isAdmin = (authorization: string | undefined): boolean =>
  /^bearer owner$/i.test(authorization ?? '');

export const permissionDenied = () => new StatusError('PERMISSION_DENIED', 'The rules deny everything.');

/** A sentence for rules that would allow something, undefined for rules that deny everything. */
export function findRulesProblem(source: string): string | undefined {
  const content = source.replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '').replaceAll(/\s+/g, ' ');
  return DENIES_EVERYTHING.test(content.trim())
    ? undefined
    : 'This Firestore server supports only rules that deny everything, as firestore.rules does.';
}
