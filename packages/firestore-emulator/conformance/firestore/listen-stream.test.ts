import { describe, expect, test } from 'vitest';
import { code, databaseName, documentsName, expectFailure, randomId, testOnly } from '../harness.ts';
import { commit, fieldFilter, integer, setNumber, type Time } from '../wire-requests.ts';
import { openStream, WireCall } from '../wire.ts';

interface ListenAnswer {
  targetChange?: {
    /** Undefined for NO_CHANGE. */
    targetChangeType?: string;
    targetIds: number[];
    cause?: { code: number; message: string };
    resumeToken?: Buffer;
    readTime?: Time;
  };
  documentChange?: {
    document: { name: string; fields: object };
    targetIds: number[];
    removedTargetIds: number[];
  };
  documentDelete?: { document: string; removedTargetIds: number[]; readTime?: Time };
  documentRemove?: { document: string; removedTargetIds: number[] };
  filter?: { targetId: number; count: number };
}

type ListenCall = WireCall<object, ListenAnswer>;

function openListen(): ListenCall {
  return openStream<object, ListenAnswer>('Listen');
}

function addTarget(call: ListenCall, target: object): void {
  call.send({ database: databaseName, addTarget: target });
}

function queryTarget(targetId: number, collectionId: string, more: object = {}): object {
  return {
    targetId,
    query: { parent: documentsName, structuredQuery: { from: [{ collectionId }] } },
    ...more,
  };
}

/** Reads until `wanted` matches. Returns everything read. */
async function readUntil(
  call: ListenCall,
  wanted: (answer: ListenAnswer) => boolean,
): Promise<ListenAnswer[]> {
  const answers: ListenAnswer[] = [];
  for (;;) {
    const answer = await call.next();
    if (answer === undefined) throw new Error(`the stream ended after ${JSON.stringify(answers)}`);
    answers.push(answer);
    if (wanted(answer)) return answers;
  }
}

const isCurrent = (answer: ListenAnswer) => answer.targetChange?.targetChangeType === 'CURRENT';
/** Whether the message marks a consistent state of all targets: no target ids, but a time. */
const isSnapshot = (answer: ListenAnswer) =>
  answer.targetChange !== undefined &&
  (answer.targetChange.targetChangeType ?? 'NO_CHANGE') === 'NO_CHANGE' &&
  answer.targetChange.targetIds.length === 0 &&
  answer.targetChange.readTime !== undefined;

/** A client's view of its targets. The server may send changes, or reset a target and start over. */
function followTargets(call: ListenCall) {
  const targets = new Map<number, Set<string>>();
  const documentsOf = (target: number) => {
    const documents = targets.get(target) ?? new Set<string>();
    targets.set(target, documents);
    return documents;
  };

  function apply({ targetChange, documentChange, documentDelete, documentRemove }: ListenAnswer): void {
    if (targetChange?.targetChangeType === 'RESET')
      for (const id of targetChange.targetIds) documentsOf(id).clear();
    for (const id of documentChange?.targetIds ?? [])
      documentsOf(id).add(documentChange?.document.name ?? '');
    const name = documentChange?.document.name ?? documentDelete?.document ?? documentRemove?.document ?? '';
    const left = (documentChange ?? documentDelete ?? documentRemove)?.removedTargetIds ?? [];
    for (const id of left) documentsOf(id).delete(name);
  }

  /** Reads until `target` contains exactly these documents in a consistent state. */
  async function expectHeld(target: number, ids: string[]): Promise<void> {
    for (;;) {
      for (const answer of await readUntil(call, isSnapshot)) apply(answer);
      const held = [...documentsOf(target)].map((name) => name.split('/').at(-1) ?? '').toSorted();
      if (held.join() === ids.join()) return;
    }
  }
  return { expectHeld };
}

const namesOf = (answers: ListenAnswer[]) =>
  answers.flatMap((answer) => answer.documentChange?.document.name.split('/').at(-1) ?? []);

describe('the listen stream', () => {
  test('adds a target, then sends its documents, CURRENT and the read time', async () => {
    const collection = randomId();
    await commit([setNumber(`${documentsName}/${collection}/a`, 1)]);
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

  test('reports a new document', async () => {
    const collection = randomId();
    const call = openListen();
    const { expectHeld } = followTargets(call);
    addTarget(call, queryTarget(2, collection));
    await expectHeld(2, []);
    await commit([setNumber(`${documentsName}/${collection}/a`, 1)]);
    await expectHeld(2, ['a']);
  });

  test('reports a deletion', async () => {
    const collection = randomId();
    const name = `${documentsName}/${collection}/a`;
    await commit([setNumber(name, 1), setNumber(`${documentsName}/${collection}/b`, 1)]);
    const call = openListen();
    const { expectHeld } = followTargets(call);
    addTarget(call, queryTarget(2, collection));
    await expectHeld(2, ['a', 'b']);
    await commit([{ delete: name }]);
    await expectHeld(2, ['b']);
  });

  test('reports that a document has left a target', async () => {
    const collection = randomId();
    const name = `${documentsName}/${collection}/a`;
    await commit([setNumber(name, 1)]);
    const call = openListen();
    const { expectHeld } = followTargets(call);
    const structuredQuery = {
      from: [{ collectionId: collection }],
      where: fieldFilter('n', 'EQUAL', integer(1)),
    };
    addTarget(call, { targetId: 2, query: { parent: documentsName, structuredQuery } });
    await expectHeld(2, ['a']);
    await commit([setNumber(name, 2)]);
    await expectHeld(2, []);
    await commit([setNumber(name, 1)]);
    await expectHeld(2, ['a']);
  });

  test('separates the documents of several targets', async () => {
    const [left, right] = [randomId(), randomId()];
    await commit([setNumber(`${documentsName}/${left}/l`, 1)]);
    const call = openListen();
    const { expectHeld } = followTargets(call);
    addTarget(call, queryTarget(2, left));
    addTarget(call, queryTarget(4, right));
    await expectHeld(2, ['l']);
    await commit([setNumber(`${documentsName}/${right}/r`, 1)]);
    await expectHeld(4, ['r']);
  });

  test('serves a target of named documents, present and missing', async () => {
    const collection = randomId();
    const [a, b] = [`${documentsName}/${collection}/a`, `${documentsName}/${collection}/b`];
    await commit([setNumber(a, 1), setNumber(`${documentsName}/${collection}/c`, 1)]);
    const call = openListen();
    const { expectHeld } = followTargets(call);
    addTarget(call, { targetId: 2, documents: { documents: [a, b] } });
    await expectHeld(2, ['a']);
    await commit([setNumber(b, 1)]);
    await expectHeld(2, ['a', 'b']);
    await commit([{ delete: a }]);
    await expectHeld(2, ['b']);
  });

  test('removes a target on request and sends nothing about it after that', async () => {
    const [left, right] = [randomId(), randomId()];
    const call = openListen();
    addTarget(call, queryTarget(2, left));
    await readUntil(call, isSnapshot);
    call.send({ database: databaseName, removeTarget: 2 });
    await readUntil(call, (answer) => answer.targetChange?.targetChangeType === 'REMOVE');
    addTarget(call, queryTarget(4, right));
    await readUntil(call, isCurrent);
    await commit([setNumber(`${documentsName}/${left}/a`, 1)]);
    await commit([setNumber(`${documentsName}/${right}/b`, 1)]);
    const answers = await readUntil(call, (answer) => answer.documentChange !== undefined);
    expect(namesOf(answers)).toEqual(['b']);
  });

  test('resumed with a token returns only the changes since', async () => {
    const collection = randomId();
    await commit([setNumber(`${documentsName}/${collection}/old`, 1)]);
    const first = openListen();
    addTarget(first, queryTarget(2, collection));
    const answers = await readUntil(first, isSnapshot);
    const resumeToken = answers.at(-1)?.targetChange?.resumeToken;
    first.raw.cancel();
    await commit([setNumber(`${documentsName}/${collection}/new`, 1)]);
    const second = openListen();
    addTarget(second, queryTarget(2, collection, { resumeToken }));
    const since = await readUntil(second, isSnapshot);
    expect(namesOf(since)).toContain('new');
    const reset = since.some((answer) => answer.targetChange?.targetChangeType === 'RESET');
    // A server may start over if it sends RESET.
    expect(namesOf(since).includes('old')).toBe(reset);
  });

  test('resumed with a token reports a deletion or the document count', async () => {
    const collection = randomId();
    const name = `${documentsName}/${collection}/a`;
    await commit([setNumber(name, 1), setNumber(`${documentsName}/${collection}/b`, 1)]);
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

  testOnly('closes a target after a one-time listen', async () => {
    const collection = randomId();
    await commit([setNumber(`${documentsName}/${collection}/a`, 1)]);
    const call = openListen();
    addTarget(call, queryTarget(2, collection, { once: true }));
    const answers = await readUntil(call, (answer) => answer.targetChange?.targetChangeType === 'REMOVE');
    expect(namesOf(answers)).toEqual(['a']);
  });

  test('refuses an invalid query', async () => {
    const call = openListen();
    const where = fieldFilter('n', 'IN', { arrayValue: {} });
    addTarget(call, {
      targetId: 2,
      query: { parent: documentsName, structuredQuery: { from: [{ collectionId: 'c' }], where } },
    });
    const refusal = readUntil(call, (answer) => answer.targetChange?.targetChangeType === 'REMOVE').then(
      (answers) => {
        throw Object.assign(new Error('removed'), { code: answers.at(-1)?.targetChange?.cause?.code });
      },
    );
    await expectFailure(refusal, code.INVALID_ARGUMENT);
  });

  test('ends when the client closes the stream', async () => {
    const call = openListen();
    call.raw.end();
    expect(await call.next()).toBeUndefined();
  });
});
