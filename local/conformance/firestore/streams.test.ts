import { describe, expect, test } from 'vitest';
import { code, databaseName, expectFailure, randomId, testOnly } from '../harness.ts';
import { callOnce, fieldFilter, integer, openStream, type WireCall } from '../wire.ts';

interface Time {
  seconds: string;
  nanos: number;
}

interface ListenAnswer {
  targetChange?: {
    /** Absent for NO_CHANGE. */
    targetChangeType?: string;
    targetIds: number[];
    cause?: { code: number; message: string };
    resumeToken?: Buffer;
    readTime?: Time;
  };
  documentChange?: { document: { name: string; fields: object }; targetIds: number[]; removedTargetIds: number[] };
  documentDelete?: { document: string; removedTargetIds: number[]; readTime?: Time };
  documentRemove?: { document: string; removedTargetIds: number[] };
  filter?: { targetId: number; count: number };
}

type ListenCall = WireCall<object, ListenAnswer>;

const parent = `${databaseName}/documents`;

function openListen(): ListenCall {
  return openStream<object, ListenAnswer>('Listen');
}

function addTarget(call: ListenCall, target: object): void {
  call.send({ database: databaseName, addTarget: target });
}

function queryTarget(targetId: number, collectionId: string, more: object = {}): object {
  return { targetId, query: { parent, structuredQuery: { from: [{ collectionId }] } }, ...more };
}

function commit(writes: object[]): Promise<unknown> {
  return callOnce('Commit', { database: databaseName, writes });
}

function setNumber(name: string, value: number): object {
  return { update: { name, fields: { n: integer(value) } } };
}

/** Reads on until `wanted` has come; gives everything up to it. */
async function readUntil(call: ListenCall, wanted: (answer: ListenAnswer) => boolean): Promise<ListenAnswer[]> {
  const answers: ListenAnswer[] = [];
  for (;;) {
    const answer = await call.next();
    if (answer === undefined) throw new Error(`the stream ended after ${JSON.stringify(answers)}`);
    answers.push(answer);
    if (wanted(answer)) return answers;
  }
}

const isCurrent = (answer: ListenAnswer) => answer.targetChange?.targetChangeType === 'CURRENT';
/** A consistent state of every target: no target named, with a time. */
const isSnapshot = (answer: ListenAnswer) =>
  answer.targetChange !== undefined &&
  (answer.targetChange.targetChangeType ?? 'NO_CHANGE') === 'NO_CHANGE' &&
  answer.targetChange.targetIds.length === 0 &&
  answer.targetChange.readTime !== undefined;

/** A document that leaves a target may be said to be removed, deleted, or changed out of it. */
function listRemovedTargets({ documentRemove, documentDelete, documentChange }: ListenAnswer): number[] {
  return (documentRemove ?? documentDelete ?? documentChange)?.removedTargetIds ?? [];
}

const namesOf = (answers: ListenAnswer[]) =>
  answers.flatMap((answer) => answer.documentChange?.document.name.split('/').at(-1) ?? []);

describe('the listen stream', () => {
  test('adds a target, gives its documents, calls it current and names the time', async () => {
    const collection = randomId();
    await commit([setNumber(`${parent}/${collection}/a`, 1)]);
    const call = openListen();
    addTarget(call, queryTarget(2, collection));
    const answers = await readUntil(call, isSnapshot);
    expect(answers[0]?.targetChange).toMatchObject({ targetChangeType: 'ADD', targetIds: [2] });
    expect(namesOf(answers)).toEqual(['a']);
    expect(answers.find((answer) => answer.documentChange)?.documentChange?.targetIds).toEqual([2]);
    const current = answers.find(isCurrent)?.targetChange;
    expect(current?.targetIds).toEqual([2]);
    expect(current?.resumeToken?.length).toBeGreaterThan(0);
  });

  test('tells of a change with a consistent time after it', async () => {
    const collection = randomId();
    const call = openListen();
    addTarget(call, queryTarget(2, collection));
    await readUntil(call, isSnapshot);
    await commit([setNumber(`${parent}/${collection}/a`, 1)]);
    expect(namesOf(await readUntil(call, (answer) => answer.documentChange !== undefined))).toEqual(['a']);
    await readUntil(call, isSnapshot);
  });

  test('tells of a deletion', async () => {
    const collection = randomId();
    const name = `${parent}/${collection}/a`;
    await commit([setNumber(name, 1)]);
    const call = openListen();
    addTarget(call, queryTarget(2, collection));
    await readUntil(call, isSnapshot);
    await commit([{ delete: name }]);
    const answers = await readUntil(call, (answer) => (answer.documentDelete ?? answer.documentRemove) !== undefined);
    const last = answers.at(-1);
    expect(last?.documentDelete ?? last?.documentRemove).toMatchObject({ document: name, removedTargetIds: [2] });
    await readUntil(call, isSnapshot);
  });

  test('tells that a document has left a target', async () => {
    const collection = randomId();
    const name = `${parent}/${collection}/a`;
    await commit([setNumber(name, 1)]);
    const call = openListen();
    const structuredQuery = { from: [{ collectionId: collection }], where: fieldFilter('n', 'EQUAL', integer(1)) };
    addTarget(call, { targetId: 2, query: { parent, structuredQuery } });
    await readUntil(call, isSnapshot);
    await commit([setNumber(name, 2)]);
    const answers = await readUntil(call, (answer) => listRemovedTargets(answer).length > 0);
    expect(answers.flatMap(listRemovedTargets)).toEqual([2]);
  });

  test('serves several targets, each with its documents', async () => {
    const [left, right] = [randomId(), randomId()];
    const call = openListen();
    addTarget(call, queryTarget(2, left));
    addTarget(call, queryTarget(4, right));
    const current = new Set<number>();
    await readUntil(call, (answer) => {
      if (isCurrent(answer)) for (const id of answer.targetChange?.targetIds ?? []) current.add(id);
      return current.size === 2 && isSnapshot(answer);
    });
    await commit([setNumber(`${parent}/${right}/r`, 1)]);
    const answers = await readUntil(call, (answer) => answer.documentChange !== undefined);
    expect(answers.flatMap((answer) => answer.documentChange?.targetIds ?? [])).toEqual([4]);
  });

  test('serves a target of named documents, present and missing', async () => {
    const collection = randomId();
    const names = [`${parent}/${collection}/a`, `${parent}/${collection}/b`];
    await commit([setNumber(String(names[0]), 1)]);
    const call = openListen();
    addTarget(call, { targetId: 2, documents: { documents: names } });
    const answers = await readUntil(call, isSnapshot);
    expect(namesOf(answers)).toEqual(['a']);
    await commit([setNumber(String(names[1]), 1)]);
    await readUntil(call, (answer) => answer.documentChange?.document.name === names[1]);
  });

  test('removes a target on request and is silent about it from then on', async () => {
    const [left, right] = [randomId(), randomId()];
    const call = openListen();
    addTarget(call, queryTarget(2, left));
    await readUntil(call, isSnapshot);
    call.send({ database: databaseName, removeTarget: 2 });
    await readUntil(call, (answer) => answer.targetChange?.targetChangeType === 'REMOVE');
    addTarget(call, queryTarget(4, right));
    await readUntil(call, isCurrent);
    await commit([setNumber(`${parent}/${left}/a`, 1)]);
    await commit([setNumber(`${parent}/${right}/b`, 1)]);
    const answers = await readUntil(call, (answer) => answer.documentChange !== undefined);
    expect(namesOf(answers)).toEqual(['b']);
  });

  test('resumed with a token gives what has changed since and no more', async () => {
    const collection = randomId();
    await commit([setNumber(`${parent}/${collection}/old`, 1)]);
    const first = openListen();
    addTarget(first, queryTarget(2, collection));
    const answers = await readUntil(first, isSnapshot);
    const resumeToken = answers.at(-1)?.targetChange?.resumeToken;
    first.raw.cancel();
    await commit([setNumber(`${parent}/${collection}/new`, 1)]);
    const second = openListen();
    addTarget(second, queryTarget(2, collection, { resumeToken }));
    const since = await readUntil(second, isSnapshot);
    expect(namesOf(since)).toContain('new');
    const reset = since.some((answer) => answer.targetChange?.targetChangeType === 'RESET');
    // A server may start over, but must say so.
    expect(namesOf(since).includes('old')).toBe(reset);
  });

  test('resumed with a token tells of a deletion since, or how many documents there are', async () => {
    const collection = randomId();
    const name = `${parent}/${collection}/a`;
    await commit([setNumber(name, 1), setNumber(`${parent}/${collection}/b`, 1)]);
    const first = openListen();
    addTarget(first, queryTarget(2, collection));
    const resumeToken = (await readUntil(first, isSnapshot)).at(-1)?.targetChange?.resumeToken;
    first.raw.cancel();
    await commit([{ delete: name }]);
    const second = openListen();
    addTarget(second, queryTarget(2, collection, { resumeToken, expectedCount: { value: 2 } }));
    const since = await readUntil(second, isSnapshot);
    const told = since.some(
      (answer) =>
        answer.documentDelete?.document === name ||
        answer.documentRemove?.document === name ||
        answer.filter?.count === 1 ||
        answer.targetChange?.targetChangeType === 'RESET',
    );
    expect(told).toBe(true);
  });

  testOnly('closes a target that was asked for once', async () => {
    const collection = randomId();
    await commit([setNumber(`${parent}/${collection}/a`, 1)]);
    const call = openListen();
    addTarget(call, queryTarget(2, collection, { once: true }));
    const answers = await readUntil(call, (answer) => answer.targetChange?.targetChangeType === 'REMOVE');
    expect(namesOf(answers)).toEqual(['a']);
  });

  test('refuses a bad query', async () => {
    const call = openListen();
    const where = fieldFilter('n', 'IN', { arrayValue: {} });
    addTarget(call, { targetId: 2, query: { parent, structuredQuery: { from: [{ collectionId: 'c' }], where } } });
    const refusal = readUntil(call, (answer) => answer.targetChange?.targetChangeType === 'REMOVE').then((answers) => {
      throw Object.assign(new Error('removed'), { code: answers.at(-1)?.targetChange?.cause?.code });
    });
    await expectFailure(refusal, code.INVALID_ARGUMENT);
  });

  test('ends when the client has said all', async () => {
    const call = openListen();
    call.raw.end();
    expect(await call.next()).toBeUndefined();
  });
});

describe('the write stream', () => {
  interface WriteAnswer {
    streamId: string;
    streamToken: Buffer;
    writeResults: { updateTime?: Time; transformResults: object[] }[];
    commitTime?: Time;
  }

  async function openWrite() {
    const call = openStream<object, WriteAnswer>('Write');
    call.send({ database: databaseName });
    const handshake = await call.next();
    return { call, streamToken: handshake?.streamToken };
  }

  test('begins with a token', async () => {
    const { streamToken } = await openWrite();
    expect(streamToken?.length).toBeGreaterThan(0);
  });

  test('writes in order and answers each request', async () => {
    const name = `${parent}/${randomId()}/a`;
    const { call, streamToken } = await openWrite();
    call.send({ streamToken, writes: [setNumber(name, 1)] });
    const first = await call.next();
    expect(first?.writeResults).toHaveLength(1);
    expect(first?.commitTime).toBeDefined();
    call.send({ streamToken: first?.streamToken, writes: [setNumber(name, 2), setNumber(`${name}b`, 3)] });
    const second = await call.next();
    expect(second?.writeResults).toHaveLength(2);
    expect(await callOnce('GetDocument', { name })).toMatchObject({ fields: { n: integer(2) } });
  });

  test('takes requests that are sent without waiting', async () => {
    const name = `${parent}/${randomId()}/a`;
    const { call, streamToken } = await openWrite();
    for (let value = 1; value <= 5; value += 1) call.send({ streamToken, writes: [setNumber(name, value)] });
    for (let value = 1; value <= 5; value += 1) expect((await call.next())?.writeResults).toHaveLength(1);
    expect(await callOnce('GetDocument', { name })).toMatchObject({ fields: { n: integer(5) } });
  });

  test('answers transforms', async () => {
    const name = `${parent}/${randomId()}/a`;
    const { call, streamToken } = await openWrite();
    const updateTransforms = [{ fieldPath: 'n', increment: integer(4) }];
    call.send({ streamToken, writes: [{ update: { name }, updateTransforms }] });
    expect((await call.next())?.writeResults[0]?.transformResults).toMatchObject([integer(4)]);
  });

  test('ends with the failure of a write', async () => {
    const { call, streamToken } = await openWrite();
    const name = `${parent}/${randomId()}/missing`;
    call.send({ streamToken, writes: [{ update: { name }, currentDocument: { exists: true } }] });
    await expectFailure(call.next(), code.NOT_FOUND);
  });

  test('ends when the client has said all', async () => {
    const { call } = await openWrite();
    call.raw.end();
    expect(await call.next()).toBeUndefined();
  });
});
