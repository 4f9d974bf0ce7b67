/** Rules, existing documents, and requests with their decisions. */
import type { Caller } from './callers.ts';
import type { Request } from './requests.ts';
import type { Decision } from './rules-client.ts';
import type { Fields } from './values.ts';

export interface Scenario {
  title: string;
  /** The content of `match /databases/{database}/documents { … }`. */
  rules: string;
  documents?: Record<string, Fields>;
  /** Every request starts with the same documents. */
  requests: readonly RequestCase[];
}

export interface RequestCase {
  title: string;
  /** Signed out if undefined. */
  as?: Caller | 'owner';
  request: Request;
  decision: Decision;
}

export function wrapRules(body: string): string {
  return `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
${body}
  }
}
`;
}
