/** Requests as protobufjs' plain objects. */
import { databaseName, documentsName } from './harness.ts';
import { callOnce, callStream } from './wire.ts';

export interface Time {
  seconds: string;
  nanos: number;
}

export interface CommitAnswer {
  writeResults: { updateTime?: Time; transformResults: object[] }[];
  commitTime?: Time;
}

export function commit(writes: object[], transaction?: Buffer): Promise<CommitAnswer> {
  return callOnce<CommitAnswer>('Commit', { database: databaseName, writes, transaction });
}

export function writeFields(name: string, fields: object = {}): Promise<CommitAnswer> {
  return commit([{ update: { name, fields } }]);
}

/** A write that leaves a document with just the field `n`. */
export function setNumber(name: string, value: number): object {
  return { update: { name, fields: { n: integer(value) } } };
}

export async function readDocument(
  name: string,
  selector: object = {},
): Promise<{ found?: object; missing?: string }> {
  const request = { database: databaseName, documents: [name], ...selector };
  const [answer = {}] = await callStream<{ found?: object; missing?: string }>('BatchGetDocuments', request);
  return answer;
}

export interface QueryAnswer {
  document?: { name: string; fields: Record<string, object> };
  readTime?: object;
  transaction?: Buffer;
}

export function runQuery(structuredQuery: object, { parent = documentsName } = {}): Promise<QueryAnswer[]> {
  return callStream<QueryAnswer>('RunQuery', { parent, structuredQuery });
}

/** A field filter of a structured query. */
export function fieldFilter(fieldPath: string, op: string, value: object): object {
  return { fieldFilter: { field: { fieldPath }, op, value } };
}

export function integer(value: number): object {
  return { integerValue: String(value) };
}

function list(values: object[]): object {
  return { arrayValue: { values } };
}

/** Returns the integers below `length`. */
export function integersBelow(length: number): object {
  return list(Array.from({ length }, (_, index) => integer(index)));
}

/** The ids of the results in order. */
export function listFoundIds(answers: readonly QueryAnswer[]): string[] {
  return answers.flatMap((answer) => answer.document?.name.split('/').at(-1) ?? []);
}
