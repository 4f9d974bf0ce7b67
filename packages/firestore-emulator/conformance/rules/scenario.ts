/** Rules, the documents that are there, and requests with what the rules decide on them. */
import type { Caller } from './callers.ts';
import type { Request } from './requests.ts';
import type { Decision } from './rules-client.ts';
import type { Fields } from './values.ts';

export interface Scenario {
  title: string;
  /** What stands inside `match /databases/{database}/documents { … }`. */
  rules: string;
  documents?: Record<string, Fields>;
  /** Each is made of the same documents: none sees what another wrote. */
  requests: readonly RequestCase[];
}

export interface RequestCase {
  title: string;
  /** Nobody, when left out. */
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
