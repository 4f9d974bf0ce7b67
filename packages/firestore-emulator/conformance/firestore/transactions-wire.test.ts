import { describe, expect, test } from 'vitest';
import { code, databaseName, documentsName, expectFailure, randomId } from '../harness.ts';
import { commit, setNumber } from '../wire-requests.ts';
import { callOnce, callStream } from '../wire.ts';

interface Begun {
  transaction: Buffer;
}

interface ReadAnswer {
  found?: { fields: object; updateTime: object };
  missing?: string;
  transaction?: Buffer;
}

async function begin(options: object = {}): Promise<Buffer> {
  return (await callOnce<Begun>('BeginTransaction', { database: databaseName, options })).transaction;
}

function read(name: string, selector: object): Promise<ReadAnswer[]> {
  return callStream<ReadAnswer>('BatchGetDocuments', {
    database: databaseName,
    documents: [name],
    ...selector,
  });
}

const randomName = () => `${documentsName}/${randomId()}/doc`;

describe('transactions on the wire', () => {
  test('never overwrite a change made after they read', async () => {
    const name = randomName();
    await commit([setNumber(name, 1)]);
    const transaction = await begin();
    await read(name, { transaction });
    // In Google's emulator, the other writer waits for the transaction. An optimistic server aborts the transaction.
    const other = commit([setNumber(name, 2)]);
    await Promise.allSettled([commit([setNumber(name, 3)], transaction)]);
    await other;
    const [after] = await read(name, {});
    expect(after?.found?.fields).toMatchObject({ n: { integerValue: '2' } });
  });

  test('can start with their first read', async () => {
    const name = randomName();
    await commit([setNumber(name, 1)]);
    const answers = await read(name, { newTransaction: { readWrite: {} } });
    const transaction = answers.find((answer) => (answer.transaction?.length ?? 0) > 0)?.transaction;
    expect(transaction).toBeDefined();
    await commit([setNumber(name, 2)], transaction);
    const [after] = await read(name, {});
    expect(after?.found?.fields).toMatchObject({ n: { integerValue: '2' } });
  });

  test('can start with their first query', async () => {
    const answers = await callStream<ReadAnswer>('RunQuery', {
      parent: documentsName,
      structuredQuery: { from: [{ collectionId: randomId() }] },
      newTransaction: { readWrite: {} },
    });
    expect(answers[0]?.transaction?.length).toBeGreaterThan(0);
  });

  test('cannot be committed twice', async () => {
    const transaction = await begin();
    await commit([], transaction);
    await expectFailure(commit([setNumber(randomName(), 1)], transaction), code.INVALID_ARGUMENT);
  });

  test('cannot be committed after a rollback', async () => {
    const transaction = await begin();
    await callOnce('Rollback', { database: databaseName, transaction });
    await expectFailure(commit([setNumber(randomName(), 1)], transaction), code.INVALID_ARGUMENT);
  });

  test('cannot be read in after a commit', async () => {
    const transaction = await begin();
    await commit([], transaction);
    await expectFailure(read(randomName(), { transaction }), code.INVALID_ARGUMENT);
  });

  test('with an id that does not exist are refused', async () => {
    const transaction = Buffer.from('no such transaction');
    await expectFailure(read(randomName(), { transaction }), code.INVALID_ARGUMENT);
    await expectFailure(commit([setNumber(randomName(), 1)], transaction), code.INVALID_ARGUMENT);
  });

  test('release their documents on rollback', async () => {
    const name = randomName();
    await commit([setNumber(name, 1)]);
    const transaction = await begin();
    await read(name, { transaction });
    await callOnce('Rollback', { database: databaseName, transaction });
    await commit([setNumber(name, 2)]);
    const [after] = await read(name, {});
    expect(after?.found?.fields).toMatchObject({ n: { integerValue: '2' } });
  });

  test('see a missing document as missing', async () => {
    const name = randomName();
    const transaction = await begin();
    const answers = await read(name, { transaction });
    expect(answers.map((answer) => answer.missing).filter((missing) => missing !== undefined)).toEqual([
      name,
    ]);
    await callOnce('Rollback', { database: databaseName, transaction });
  });

  test('separate a retried transaction from the previous attempt', async () => {
    const first = await begin();
    await callOnce('Rollback', { database: databaseName, transaction: first });
    const second = await begin({ readWrite: { retryTransaction: first } });
    expect(second.equals(first)).toBe(false);
    await commit([setNumber(randomName(), 1)], second);
  });

  test('commit with no writes', async () => {
    expect(await commit([], await begin())).toMatchObject({ writeResults: [] });
  });

  test('of two writers to one document never both commit', async () => {
    const name = randomName();
    await commit([setNumber(name, 1)]);
    const [left, right] = await Promise.all([begin(), begin()]);
    await Promise.all([read(name, { transaction: left }), read(name, { transaction: right })]);
    const outcomes = await Promise.allSettled([
      commit([setNumber(name, 2)], left),
      commit([setNumber(name, 3)], right),
    ]);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    // Google's emulator sometimes aborts both.
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: code.ABORTED });
  });
});
